"""Contracts as a state machine: open, completed or failed, read to the end, put away.

docs/rules.md 8.13, 8.14, 8.17. Everything here takes one contract and gives the contract that comes of
it; campaign/rules/contract_verbs.py puts that back into the campaign.
"""

from dataclasses import replace

from campaign.rules.errors import LedgerError
from campaign.rules.naming import character_said, contract_said
from campaign.rules.state import Contract, State
from campaign.rules.words import BOXES, WHEN


def needed(contract: Contract, players: int) -> int:
    """How many ticks or cubes complete it; 0 where it has neither boxes nor a track.

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
    """A contract that was kept can come to the table anew, Burn the Midnight Oil in every game.

    What was put on the table in this game stays there (docs/rules.md 8.9, 8.20).
    """
    if contract.fate:
        return contract.fate == "kept"
    oil = any(contract.key in cards for cards in state.campaign.midnight_oil.values())
    return oil and contract.fetched_in < state.game


def active(state: State, contract: Contract) -> Contract:
    """The contract if it is still open; raises ``not_active``."""
    if not contract.active:
        raise LedgerError("not_active", contract=contract_said(state, contract.key))
    return contract


def may_work_on(state: State, contract: Contract, character: str) -> None:
    """A solo contract is its owner's alone; raises ``not_owner``."""
    if not contract.group and character != contract.owner:
        raise LedgerError("not_owner", character=character_said(state, contract.owner))


def set_up(state: State, contract: Contract) -> Contract:
    """Its SETUP done for this game; raises ``no_setup``, ``setup_done``."""
    active(state, contract)
    said = contract_said(state, contract.key)
    if not contract.has_setup:
        raise LedgerError("no_setup", contract=said)
    if contract.setup_in == state.game:
        raise LedgerError("setup_done", contract=said)
    return replace(contract, setup_in=state.game)


def tick(state: State, contract: Contract, character: str) -> Contract:
    """The next checkbox; the last one completes it. Ticks persist between games."""
    active(state, contract)
    may_work_on(state, contract, character)
    if not contract.boxes:
        raise LedgerError("no_checkboxes", contract=contract_said(state, contract.key))
    ticked = replace(contract, ticked=contract.ticked + 1)
    if ticked.ticked < ticked.boxes:
        return ticked
    return completed(state, ticked, (character,))


def place_cube(state: State, contract: Contract, character: str, players: int) -> Contract:
    """A cube in the next box; the box for this number of players completes it."""
    active(state, contract)
    may_work_on(state, contract, character)
    if not contract.track:
        raise LedgerError("no_cube_track", contract=contract_said(state, contract.key))
    placed = replace(contract, cubes=(*contract.cubes, character))
    if len(placed.cubes) < needed(placed, players):
        return placed
    return completed(state, placed, (character,))


def done(
    state: State, contract: Contract, stars: tuple[str, ...], players: int, *, told: bool
) -> Contract:
    """Completed by one or several; raises ``not_yet_done`` unless the text said so."""
    active(state, contract)
    for star in stars:
        may_work_on(state, contract, star)
    have, need = reached(contract), needed(contract, players)
    if have < need and not told:
        said = contract_said(state, contract.key)
        raise LedgerError("not_yet_done", contract=said, done=have, count=need)
    return completed(state, contract, stars)


def completed(state: State, contract: Contract, stars: tuple[str, ...]) -> Contract:
    """Flipped, with its stars; destination markers go back to their supplies."""
    return replace(contract, status="completed", stars=stars, resolved_in=state.game, markers=())


def failed(state: State, contract: Contract) -> Contract:
    """Flipped without anybody having completed it."""
    active(state, contract)
    return replace(contract, status="failed", resolved_in=state.game, markers=())


def due(state: State) -> tuple[Contract, ...]:
    """The open contracts whose deadline is before scoring this game, or has passed."""
    waiting = [c for c in state.contracts.values() if c.active and c.in_play]
    return tuple(c for c in waiting if 0 < c.deadline <= state.game)


def flipped(state: State, contract: Contract) -> Contract:
    """The contract if its back may be read; raises ``not_flipped``."""
    if contract.active:
        raise LedgerError("not_flipped", contract=contract_said(state, contract.key))
    return contract


def applies(contract: Contract, number: int) -> bool:
    """Whether that box of the back is for how the contract ended; boxes count from 1."""
    return contract.back[number - 1].kind in ("always", contract.status)


def open_boxes(contract: Contract) -> tuple[int, ...]:
    """The numbers of the boxes still to be done, in order."""
    numbers = range(1, len(contract.back) + 1)
    return tuple(n for n in numbers if applies(contract, n) and not contract.back[n - 1].done)


def waits(state: State, contract: Contract, number: int) -> bool:
    """Whether a box cannot be done yet.

    A contract that failed at the deadline has no turn to wait for: its text is done at once.
    """
    when = contract.back[number - 1].when
    if when == "turn":
        return contract.status == "completed" and not contract.turn_reached
    return when == "scoring" and not _scored(state, contract)


def _scored(state: State, contract: Contract) -> bool:
    game = state.games.get(str(contract.resolved_in))
    return game is None or game.status != "running"


def tick_box(state: State, contract: Contract, number: int) -> Contract:
    """One instruction of the back carried out, in order; raises why it cannot be yet."""
    flipped(state, contract)
    said = contract_said(state, contract.key)
    if number > len(contract.back):
        raise LedgerError("no_back_box", contract=said, box=number)
    box = contract.back[number - 1]
    if box.done:
        raise LedgerError("box_done", contract=said, box=number)
    if not applies(contract, number):
        kind = BOXES[box.kind].sentence
        raise LedgerError("box_not_for_this", contract=said, box=number, kind=kind)
    first = open_boxes(contract)[0]
    if first != number:
        raise LedgerError("box_order", contract=said, box=first)
    if waits(state, contract, number):
        when = WHEN[box.when].sentence
        raise LedgerError("box_later", contract=said, box=number, when=when)
    ticked = replace(box, done_in=state.game)
    back = (*contract.back[: number - 1], ticked, *contract.back[number:])
    return replace(contract, back=back)


def reach_turn(state: State, contract: Contract) -> Contract:
    """The owner's turn ends: AFTER YOUR TURN may be read; raises ``not_waiting``."""
    waiting = [n for n in open_boxes(contract) if contract.back[n - 1].when == "turn"]
    if contract.status != "completed" or contract.turn_reached or not waiting:
        raise LedgerError("not_waiting", contract=contract_said(state, contract.key))
    return replace(contract, turn_reached=True)


def put_away(state: State, contract: Contract) -> Contract:
    """Kept once every box that applies is done; raises ``boxes_open``."""
    flipped(state, contract)
    left = open_boxes(contract)
    if left:
        said = contract_said(state, contract.key)
        raise LedgerError("boxes_open", contract=said, box=left[0])
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
    """The keys of open contracts whose SETUP is still to be done in a game, else in this one."""
    number = state.game if game is None else game
    waiting = [c for c in state.contracts.values() if c.active and c.in_play and c.has_setup]
    return tuple(sorted(c.key for c in waiting if c.setup_in != number))


def without_cubes(contract: Contract) -> Contract:
    """Cubes go back to their owners when a game ends; ticks stay (docs/rules.md 8.17)."""
    return replace(contract, cubes=()) if contract.cubes else contract
