"""Contracts as a state machine: open, completed or failed, read to the end, put away.

docs/rules.md 8.13, 8.14, 8.17. Every function here takes one contract and returns what becomes
of it; ``verbs.contracts`` puts that back into the campaign.
"""

from dataclasses import replace

from campaign.rules.errors import LedgerError
from campaign.rules.labels import character_label, contract_label
from campaign.rules.state import Contract, State
from campaign.rules.words import BOXES, WHEN


def needed(contract: Contract, players: int) -> int:
    """How many ticks or cubes complete it; 0 if it has neither boxes nor a track.

    A cube track ends on the box for that number of players, or on its last box without one.
    """
    if contract.track:
        found = players in contract.track
        return contract.track.index(players) + 1 if found else len(contract.track)
    return contract.boxes


def reached(contract: Contract) -> int:
    """How many ticks or cubes it has."""
    return len(contract.cubes) if contract.track else contract.ticked


def may_come_again(state: State, contract: Contract) -> bool:
    """Whether a contract that was kept can come to the table again, as Burn the Midnight Oil does.

    What was put on the table in this game stays there (docs/rules.md 8.9, 8.20).
    """
    if contract.fate:
        return contract.fate == "kept"
    return state.campaign.burns_oil(contract.key) and contract.fetched_in < state.tonight


def active(state: State, contract: Contract) -> Contract:
    """The contract if it is still open; raises ``not_active``."""
    if not contract.active:
        raise LedgerError("not_active", contract=contract_label(state, contract.key))
    return contract


def may_work_on(state: State, contract: Contract, character: str) -> None:
    """Raise ``not_owner`` for somebody else's solo contract."""
    if not contract.group and character != contract.owner:
        raise LedgerError("not_owner", character=character_label(state, contract.owner))


def set_up(state: State, contract: Contract, game: int) -> Contract:
    """Its SETUP has been done for a game; raises ``no_setup``, ``setup_done``."""
    active(state, contract)
    label = contract_label(state, contract.key)
    if not contract.has_setup:
        raise LedgerError("no_setup", contract=label)
    if contract.setup_in == game:
        raise LedgerError("setup_done", contract=label)
    return replace(contract, setup_in=game)


def tick(state: State, contract: Contract, character: str, game: int) -> Contract:
    """The next checkbox; the last one completes it. Ticks persist between games."""
    active(state, contract)
    may_work_on(state, contract, character)
    if not contract.boxes:
        raise LedgerError("no_checkboxes", contract=contract_label(state, contract.key))
    ticked = replace(contract, ticked=contract.ticked + 1)
    if ticked.ticked < ticked.boxes:
        return ticked
    return completed(ticked, (character,), game)


def place_cube(state: State, contract: Contract, character: str, players: int) -> Contract:
    """A cube in the next box; the box for this number of players completes it."""
    active(state, contract)
    may_work_on(state, contract, character)
    if not contract.track:
        raise LedgerError("no_cube_track", contract=contract_label(state, contract.key))
    placed = replace(contract, cubes=(*contract.cubes, character))
    if len(placed.cubes) < needed(placed, players):
        return placed
    return completed(placed, (character,), state.game)


def done(
    state: State, contract: Contract, stars: tuple[str, ...], game: int, *, told: bool
) -> Contract:
    """Completed by one or several; raises ``not_yet_done`` if it is not, unless ``told``.

    Completed again in the same game by others, its stars change and nothing else.
    """
    if not _by_others(contract, stars, game):
        active(state, contract)
    for star in stars:
        may_work_on(state, contract, star)
    if not contract.active:
        return replace(contract, stars=stars)
    players = len(state.current.players) if state.current else 0
    have, need = reached(contract), needed(contract, players)
    if have < need and not told:
        label = contract_label(state, contract.key)
        raise LedgerError("not_yet_done", contract=label, done=have, count=need)
    return completed(contract, stars, game)


def _by_others(contract: Contract, stars: tuple[str, ...], game: int) -> bool:
    again = contract.status == "completed" and contract.resolved_in == game
    return again and contract.stars != stars


def completed(contract: Contract, stars: tuple[str, ...], game: int) -> Contract:
    """Flipped, with its stars; destination markers go back to their supplies."""
    return replace(contract, status="completed", stars=stars, resolved_in=game, markers=())


def failed(state: State, contract: Contract, game: int) -> Contract:
    """Flipped without anybody having completed it."""
    active(state, contract)
    return replace(contract, status="failed", resolved_in=game, markers=())


def due(state: State) -> tuple[Contract, ...]:
    """The open contracts whose deadline is before scoring this game, or has passed."""
    waiting = [c for c in state.contracts.values() if c.active and c.in_play]
    return tuple(c for c in waiting if 0 < c.deadline <= state.game)


def flipped(state: State, contract: Contract) -> Contract:
    """The contract, if its back may be read; raises ``not_flipped``."""
    if contract.active:
        raise LedgerError("not_flipped", contract=contract_label(state, contract.key))
    return contract


def applies(contract: Contract, number: int) -> bool:
    """Whether that box of the back applies to how the contract ended; boxes count from 1."""
    return contract.back[number - 1].kind in ("always", contract.status)


def open_boxes(contract: Contract) -> tuple[int, ...]:
    """The numbers of the boxes still to be done, in order."""
    numbers = range(1, len(contract.back) + 1)
    return tuple(n for n in numbers if applies(contract, n) and not contract.back[n - 1].done)


def waits(state: State, contract: Contract, number: int) -> bool:
    """Whether a box cannot be done yet.

    A contract that failed at the deadline has no turn to wait for: its text is done at once. Once the
    game is scored there are no more turns.
    """
    when = contract.back[number - 1].when
    if when == "turn":
        turns = state.games.get(str(contract.resolved_in)) is None or not _scored(state, contract)
        return contract.status == "completed" and not contract.turn_reached and turns
    return when == "scoring" and not _scored(state, contract)


def _scored(state: State, contract: Contract) -> bool:
    game = state.games.get(str(contract.resolved_in))
    return game is None or game.status != "running"


def tick_box(state: State, contract: Contract, number: int, game: int) -> Contract:
    """The next instruction of the back is carried out; raises the reason if it cannot be yet."""
    flipped(state, contract)
    label = contract_label(state, contract.key)
    if number > len(contract.back):
        raise LedgerError("no_back_box", contract=label, box=number)
    box = contract.back[number - 1]
    if box.done:
        raise LedgerError("box_done", contract=label, box=number)
    if not applies(contract, number):
        kind = BOXES[box.kind].sentence
        raise LedgerError("box_not_for_this", contract=label, box=number, kind=kind)
    first = open_boxes(contract)[0]
    if first != number:
        raise LedgerError("box_order", contract=label, box=first)
    if waits(state, contract, number):
        when = WHEN[box.when].sentence
        raise LedgerError("box_later", contract=label, box=number, when=when)
    ticked = replace(box, done_in=game)
    back = (*contract.back[: number - 1], ticked, *contract.back[number:])
    return replace(contract, back=back)


def reach_turn(state: State, contract: Contract) -> Contract:
    """The owner's turn ends: AFTER YOUR TURN may be read; raises ``not_waiting``."""
    waiting = [n for n in open_boxes(contract) if contract.back[n - 1].when == "turn"]
    if contract.status != "completed" or contract.turn_reached or not waiting:
        raise LedgerError("not_waiting", contract=contract_label(state, contract.key))
    return replace(contract, turn_reached=True)


def put_away(state: State, contract: Contract) -> Contract:
    """Kept once every box that applies is done; raises ``boxes_open``."""
    flipped(state, contract)
    left = open_boxes(contract)
    if left:
        label = contract_label(state, contract.key)
        raise LedgerError("boxes_open", contract=label, box=left[0])
    return replace(contract, fate="kept")


def score(contract: Contract, character: str) -> int:
    """What it is worth to a character: only those who completed it score its points.

    The bonus comes on top when it was completed in the game it was fetched in.
    """
    if contract.status != "completed" or character not in contract.stars:
        return 0
    bonus = contract.bonus if contract.resolved_in == contract.fetched_in else 0
    return (contract.points or 0) + bonus


def setup_waiting(state: State, game: int | None = None) -> tuple[str, ...]:
    """The keys of open contracts whose SETUP is still to be done in a game (default: this one)."""
    number = state.tonight if game is None else game
    waiting = [c for c in state.contracts.values() if c.active and c.in_play and c.has_setup]
    return tuple(sorted(c.key for c in waiting if c.setup_in != number))


def without_cubes(contract: Contract) -> Contract:
    """Cubes go back to their owners when a game ends; ticks stay (docs/rules.md 8.17)."""
    return replace(contract, cubes=()) if contract.cubes else contract
