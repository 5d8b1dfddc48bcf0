"""What is still to be done for games that are over, derived from the state (docs/rules.md 8.34)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from campaign.rules import contracts
from campaign.rules.entries import Draft, Value
from campaign.rules.labels import card_label, character_label, contract_label
from campaign.rules.midnight_oil import burning
from campaign.rules.state import Contract, Game, State
from campaign.rules.verbs.joining import needs_plan
from campaign.rules.verbs.milestones import passages_unread
from campaign.rules.verbs.spaces import remembered
from kernel.message import Message, Param, gettext_noop


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTask:
    """Something left undone: its key, its game, what to do, and the entry that does it.

    The draft may lack an argument that only the group knows. ``joining`` names the character
    whose plan is to be carried out.
    """

    key: str
    game: int
    title: Message
    draft: Draft | None = None
    joining: str = ""


def open_tasks(state: State) -> tuple[OpenTask, ...]:
    """The open tasks of every finished game, the oldest first, without waived ones."""
    games = [game for game in state.games.values() if game.finished]
    found = (task for game in games for task in _of_game(state, game))
    return tuple(task for task in found if task.key not in state.waived)


def left_open(state: State) -> tuple[Message, ...]:
    """What of the game at hand is left open if it is packed away now, as sentences."""
    template = gettext_noop("Still open: {task}")
    tasks = [t for t in open_tasks(state) if t.game == state.game and _stays(t)]
    titles = [task.title for task in tasks]
    game = state.current
    if game and game.epilogue and game.epilogue not in state.passages:
        titles.append(
            Message(gettext_noop("Read this game’s Epilogue passage aloud and follow it."))
        )
    return tuple(Message(template, {"task": title}) for title in titles)


def _stays(task: OpenTask) -> bool:
    """Whether packing away does not do it by itself."""
    return task.draft is None or task.draft.verb not in ("pack", "cabinet")


def _of_game(state: State, game: Game) -> Iterator[OpenTask]:
    for task in _all(state, game):
        late = game.number < state.tonight and task.draft is not None and task.draft.game is None
        yield replace(task, draft=_late(task.draft, game.number)) if late else task


def _late(draft: Draft | None, game: int) -> Draft | None:
    """The draft for its own game; what brings a card home is not late, it happens now."""
    return replace(draft, game=game) if draft and draft.verb not in ("cabinet", "pack") else draft


def _all(state: State, game: Game) -> Iterator[OpenTask]:
    verbs = state.campaign.verbs
    if "memorial" in verbs:
        yield from _memorials(state, game)
    if "employee" in verbs:
        yield from _employee(state, game)
    yield from _backs(state, game)
    yield from _passages(state, game)
    yield from _oil(state, game)
    yield from _joining(state, game)


def _task(key: str, game: Game, title: str, draft: Draft | None, **params: Param) -> OpenTask:
    message = Message(title, {"game": game.number, **params})
    return OpenTask(key=key, game=game.number, title=message, draft=draft)


def _memorials(state: State, game: Game) -> Iterator[OpenTask]:
    known = remembered(state, game.number)
    title = gettext_noop("{character} scored 0 in game {game} and has no memorial yet.")
    for key, score in game.scores.items():
        if score == 0 and key not in known:
            draft = Draft(verb="memorial", arguments={"character": key})
            name = character_label(state, key)
            yield _task(f"memorial:{key}:{game.number}", game, title, draft, character=name)


def _employee(state: State, game: Game) -> Iterator[OpenTask]:
    """Only the latest winner has the card; later games have settled the earlier ones."""
    later = any(g.finished and g.number > game.number for g in state.games.values())
    if later or state.employee == game.winner:
        return
    key = f"employee:{game.number}"
    if not game.winner:
        title = gettext_noop(
            "Nobody won game {game}: Employee of the Month belongs in the Filing Cabinet."
        )
        yield _task(key, game, title, Draft(verb="employee"))
        return
    title = gettext_noop("{character} won game {game} but is not Employee of the Month.")
    draft = Draft(verb="employee", arguments={"character": game.winner})
    yield _task(key, game, title, draft, character=character_label(state, game.winner))


def _backs(state: State, game: Game) -> Iterator[OpenTask]:
    unread = gettext_noop("The back of {contract} is not read to its end.")
    ready = gettext_noop("{contract} is read and not put away yet.")
    for contract in state.contracts.values():
        if contract.active or not contract.in_play or contract.resolved_in != game.number:
            continue
        title = unread if contracts.open_boxes(contract) else ready
        label = contract_label(state, contract.key)
        draft = next_of_back(contract)
        yield _task(f"back:{contract.key}:{game.number}", game, title, draft, contract=label)


def next_of_back(contract: Contract) -> Draft:
    """The next box of a flipped contract; after the last one it is destroyed or kept."""
    boxes = contracts.open_boxes(contract)
    if boxes:
        return Draft(verb="box", arguments={"contract": contract.key, "number": boxes[0]})
    if contract.back:
        return Draft(verb="keep", arguments={"contract": contract.key})
    return Draft(verb="destroy", arguments={"card": contract.key})


def _passages(state: State, game: Game) -> Iterator[OpenTask]:
    title = gettext_noop("{character} has not read the passage of milestone space {space}.")
    for character in state.characters.values():
        for space in passages_unread(state, character, game.number):
            arguments: dict[str, Value] = {"character": character.key, "space": space}
            draft = Draft(verb="journal", arguments=arguments)
            key = f"passage:{character.key}:{space}"
            yield _task(key, game, title, draft, character=character.name, space=space)


def _oil(state: State, game: Game) -> Iterator[OpenTask]:
    title = gettext_noop("{card} is not back in the Filing Cabinet.")
    for card in burning(state):
        contract = state.contracts.get(card.key)
        if (contract.fetched_in if contract else card.fetched_in) != game.number:
            continue
        packs = game.number == state.game and not state.packed
        draft = Draft(verb="pack") if packs else Draft(verb="cabinet", arguments={"card": card.key})
        label = card_label(state, card.key)
        yield _task(f"oil:{card.key}:{game.number}", game, title, draft, card=label)


def _joining(state: State, game: Game) -> Iterator[OpenTask]:
    title = gettext_noop("{character} has not caught up for game {game}.")
    for key in game.players:
        plan = state.joining.get(key)
        kept = plan is not None and plan.game == game.number
        if kept and plan is not None and plan.finished:
            continue
        if kept or (game.number == state.game and needs_plan(state, key, game)):
            name = character_label(state, key)
            task = _task(f"joining:{key}:{game.number}", game, title, None, character=name)
            yield replace(task, joining=key)
