"""The steps after a game, each by its key in a campaign's file (docs/rules.md 8.12, 8.30)."""

from collections.abc import Callable, Iterator, Mapping

from campaign.rules import contracts
from campaign.rules.entries import Draft
from campaign.rules.labels import card_label, characters_label, contract_label
from campaign.rules.midnight_oil import burning
from campaign.rules.state import Contract
from campaign.rules.steps.step import Evening, Step, say
from campaign.rules.tasks import left_open, next_of_back
from campaign.rules.verbs.milestones import passages_due, passages_unread
from campaign.rules.verbs.spaces import remembered
from campaign.rules.verbs.tracks import ticks_in
from kernel.message import Message, gettext_noop


def _deadlines(evening: Evening) -> Step:
    title = gettext_noop("Before scoring, every open contract that is due fails: flip it.")
    due = contracts.due(evening.state)
    lines = tuple(contract_label(evening.state, contract.key) for contract in due)
    drafts = (Draft(verb="due"),) if due else ()
    # What is on the back of a failed one is done before anybody counts points.
    now = [] if _scored(evening) else [c for c in _read_on(evening) if _ready(evening, c)]
    return Step(
        key="deadlines",
        title=say(title),
        lines=(*lines, *_next_boxes(evening, now)),
        drafts=(*drafts, *_box_drafts(now)),
        done=not due and not now,
    )


def _scored(evening: Evening) -> bool:
    return evening.game is not None and evening.game.finished


def _ready(evening: Evening, contract: Contract) -> bool:
    """Whether the next box of its back can be done before scoring."""
    return not contracts.waits(evening.state, contract, contracts.open_boxes(contract)[0])


def _mission_report(evening: Evening) -> Step:
    title = gettext_noop("Write the scores and the winner of game {game} into the report.")
    game = evening.game
    done = game is not None and game.finished
    lines: tuple[Message, ...] = ()
    if game and done and game.winner:
        winner = evening.name(game.winner)
        lines = (say(gettext_noop("The winner is {character}."), character=winner),)
    elif game and done and game.winners:
        won = characters_label(evening.state, game.winners)
        lines = (say(gettext_noop("{characters} have won together."), characters=won),)
    elif done:
        lines = (say(gettext_noop("There is no winner: leave the column blank.")),)
    elif game:
        lines = tuple(_worth(evening))
    asks = (Draft(verb="finish"),) if game and game.status == "running" else ()
    label = say(title, game=evening.number)
    return Step(key="mission_report", title=label, lines=lines, asks=asks, done=done)


def _worth(evening: Evening) -> Iterator[Message]:
    """What the contracts completed in this game are worth, for the scores."""
    state = evening.state
    for key, contract in state.contracts.items():
        if contract.status != "completed" or contract.resolved_in != evening.number:
            continue
        if contract.points is None:
            template = gettext_noop("{contract}: look for points on its back.")
            yield say(template, contract=contract_label(state, key))
        for star in contract.stars if contract.points is not None else ():
            template = gettext_noop("{character} scores {points} for {contract}.")
            points = contracts.score(contract, star)
            label = contract_label(state, key)
            yield say(template, character=evening.name(star), points=points, contract=label)


def _fallen(evening: Evening) -> tuple[str, ...]:
    scores = evening.game.scores if evening.game else {}
    return tuple(key for key, score in scores.items() if score == 0)


def _memorials(evening: Evening) -> Step:
    title = gettext_noop("Everybody who scored 0 marks the space where they were knocked out.")
    known = remembered(evening.state, evening.number)
    missing = [key for key in _fallen(evening) if key not in known]
    template = gettext_noop("{character} has no memorial yet.")
    lines = [say(template, character=evening.name(key)) for key in missing]
    if missing:
        lines.append(say(gettext_noop("A mark that is there already is covered by the new one.")))
    asks = tuple(Draft(verb="memorial", arguments={"character": key}) for key in missing)
    done = _over(evening, not missing)
    return Step(key="memorials", title=say(title), lines=tuple(lines), asks=asks, done=done)


def _over(evening: Evening, settled: bool) -> bool | None:
    """Whether a step is done, which is known only once the scores are written."""
    return settled if _scored(evening) else None


def _read_on(evening: Evening) -> list[Contract]:
    known = evening.state.contracts.values()
    return [c for c in known if not c.active and c.in_play and contracts.open_boxes(c)]


def _after_scoring(evening: Evening) -> Step:
    title = gettext_noop("Read the contracts to their end: AFTER SCORING comes now.")
    return _reading(evening, "after_scoring", title)


def _reading(evening: Evening, key: str, title: str) -> Step:
    """The contracts whose backs have not been read to the end, with the next box of each.

    Of a back that is not written down only the group can tell whether it was read.
    """
    waiting = _read_on(evening)
    lines = tuple(_next_boxes(evening, waiting))
    drafts = tuple(_box_drafts(waiting))
    done = None if not waiting and _unwritten(evening) else _over(evening, not waiting)
    return Step(key=key, title=say(title), lines=lines, drafts=drafts, done=done)


def _unwritten(evening: Evening) -> bool:
    """Whether a contract that has ended has nothing of its back in the ledger."""
    known = evening.state.contracts.values()
    return any(not c.active and c.in_play and not c.back for c in known)


def _next_boxes(evening: Evening, waiting: list[Contract]) -> Iterator[Message]:
    template = gettext_noop("{contract}: box {box} is next.")
    for contract in waiting:
        box = contracts.open_boxes(contract)[0]
        yield say(template, contract=contract_label(evening.state, contract.key), box=box)


def _box_drafts(waiting: list[Contract]) -> Iterator[Draft]:
    for contract in waiting:
        box = contracts.open_boxes(contract)[0]
        yield Draft(verb="box", arguments={"contract": contract.key, "number": box})


def _flipped_contracts(evening: Evening) -> Step:
    """A flipped contract without instructions is destroyed; others are kept unless they say so."""
    title = gettext_noop(
        "Destroy the flipped contracts with no instructions on their back, and put the others away."
    )
    known = evening.state.contracts.values()
    flipped = [c for c in known if not c.active and c.in_play and not contracts.open_boxes(c)]
    lines = tuple(_flipped_line(evening, contract) for contract in flipped)
    drafts = tuple(next_of_back(contract) for contract in flipped)
    done = _over(evening, not flipped)
    return Step(key="flipped_contracts", title=say(title), lines=lines, drafts=drafts, done=done)


def _flipped_line(evening: Evening, contract: Contract) -> Message:
    """Its name, and what to do first if its back may only not have been typed in."""
    label = contract_label(evening.state, contract.key)
    if contract.back:
        return label
    unknown = gettext_noop(
        "{contract}: no instruction of its back is written down. If there is one, write it down on "
        "the page of the contract first."
    )
    return say(unknown, contract=label)


def _epilogue(evening: Evening) -> Step:
    title = gettext_noop("Read this game’s Epilogue passage aloud and follow it.")
    passage = evening.game.epilogue if evening.game else ""
    if not passage:
        return Step(key="epilogue", title=say(title))
    read = passage in evening.state.passages
    drafts = () if read else (Draft(verb="read", arguments={"passage": passage}),)
    line = say(gettext_noop("Passage {passage}."), passage=passage)
    return Step(key="epilogue", title=say(title), lines=(line,), drafts=drafts, done=read)


def _sort(evening: Evening) -> Step:
    title = gettext_noop(
        "Sort the cards, trashed ones too: starting cards to their owners, reserve cards to their "
        "stacks, blue and monster cards into the adventure deck. All tokens go to the bank."
    )
    lines = [gettext_noop("Also the tokens that were set aside or put into the box.")]
    if any(each.active and each.track for each in evening.state.contracts.values()):
        lines.append(gettext_noop("Cubes come off the contracts that are still open."))
    return Step(key="sort", title=say(title), lines=tuple(map(say, lines)))


def _sort_ten(evening: Evening) -> Step:
    title = gettext_noop("Sort the cards: every deck has its first ten again. Nobody keeps tokens.")
    return Step(key="sort_ten", title=say(title))


def _employee(evening: Evening) -> Step:
    if not _scored(evening):
        title = gettext_noop(
            "Employee of the Month goes to the winner, or into the Filing Cabinet if nobody wins."
        )
        return Step(key="employee", title=say(title))
    winner = evening.game.winner if evening.game else ""
    done = evening.state.employee == winner
    arguments = {"character": winner} if winner else {}
    drafts = () if done else (Draft(verb="employee", arguments=arguments),)
    if not winner:
        title = gettext_noop("Nobody won: Employee of the Month goes into the Filing Cabinet.")
        return Step(key="employee", title=say(title), drafts=drafts, done=done)
    title = gettext_noop(
        "{character} takes Employee of the Month into their starting deck, or keeps it there."
    )
    label = say(title, character=evening.name(winner))
    return Step(key="employee", title=label, drafts=drafts, done=done)


def _valuable(evening: Evening) -> Step:
    winner = evening.game.winner if evening.game else ""
    if not _scored(evening):
        return Step(
            key="valuable", title=say(gettext_noop("The winner is Most Valuable Employee."))
        )
    if not winner:
        title = gettext_noop("Nobody won, so nobody is Most Valuable Employee.")
        return Step(key="valuable", title=say(title))
    settled = evening.state.valuable == winner
    drafts = () if settled else (Draft(verb="valuable", arguments={"character": winner}),)
    title = gettext_noop("{character} is Most Valuable Employee.")
    label = say(title, character=evening.name(winner))
    return Step(key="valuable", title=label, drafts=drafts, done=settled)


def _milestone_passages(evening: Evening) -> Step:
    title = gettext_noop(
        "Anyone who covered a milestone space with a passage in this game reads it now, the lowest "
        "first."
    )
    template = gettext_noop("{character}: the passage of space {space}.")
    state = evening.state
    characters = state.characters.values()
    due = [(c, space) for c in characters for space in passages_due(state, c, evening.number)]
    unread = [(c, space) for c in characters for space in passages_unread(state, c, evening.number)]
    lines = tuple(say(template, character=c.name, space=space) for c, space in due)
    asks = tuple(
        Draft(verb="journal", arguments={"character": c.key, "space": space})
        for c, space in unread
        if _scored(evening)
    )
    done = _over(evening, not unread)
    return Step(key="milestone_passages", title=say(title), lines=lines, asks=asks, done=done)


def _pack(evening: Evening) -> Step:
    title = gettext_noop("Go on with the next game, or pack everything away.")
    state = evening.state
    lines = list(left_open(state)) if _scored(evening) and not state.packed else []
    if state.campaign.supplies.markers:
        template = gettext_noop(
            "Into each deck box: the starting deck, cubes, destination markers and mark stickers."
        )
        lines.append(say(template))
    for card in burning(state):
        template = gettext_noop("{card} goes back into the Filing Cabinet.")
        lines.append(say(template, card=card_label(state, card.key)))
    for key, contract in state.contracts.items():
        if not contract.active or not contract.in_play or state.campaign.burns_oil(key):
            continue
        if contract.group:
            template = gettext_noop("{contract} waits in the box with the reserve.")
        else:
            template = gettext_noop("{contract} waits in its owner’s deck box.")
        lines.append(say(template, contract=contract_label(state, key)))
    if state.campaign.games and evening.number == state.campaign.games:
        template = gettext_noop("The campaign is over: read passage {passage} before free play.")
        lines.append(say(template, passage=state.campaign.after_passage))
    drafts = (Draft(verb="pack"),) if _scored(evening) and not state.packed else ()
    done = _over(evening, state.packed)
    return Step(key="pack", title=say(title), lines=tuple(lines), drafts=drafts, done=done)


def _contract_texts(evening: Evening) -> Step:
    title = gettext_noop("Follow what the contracts say for the end of the game.")
    return _reading(evening, "contract_texts", title)


def _reviews(evening: Evening) -> Step:
    title = gettext_noop(
        "Employee Reviews: one Checkmark of Grudging Approval each for a score above 0, for "
        "winning, and for a completed row of Personal Goals."
    )
    scores = evening.game.scores if evening.game else {}
    earned = [key for key, score in scores.items() if score > 0]
    if evening.game and evening.game.winner:
        earned.append(evening.game.winner)
    template = gettext_noop("{character}: checkmarks {count}, and one for each row completed.")
    lines = tuple(
        say(template, character=evening.name(key), count=earned.count(key))
        for key in dict.fromkeys(earned)
    )
    promoted = gettext_noop(
        "Anyone who has filled their Associate Status track is promoted and reads its passage."
    )
    due = [
        (key, place, earned.count(key))
        for key in dict.fromkeys(earned)
        for place in range(_ticked(evening, "checkmarks", key) + 1, earned.count(key) + 1)
    ]
    return Step(
        key="reviews",
        title=say(title),
        lines=(*lines, say(promoted)),
        drafts=tuple(
            Draft(verb="tick", arguments={"track": "checkmarks", "character": key})
            for key, _, _ in due
        ),
        numbered=tuple((place, count) for _, place, count in due),
    )


def _ticked(evening: Evening, track: str, character: str = "") -> int:
    return ticks_in(evening.state, evening.number, track, character)


def _dran(evening: Evening) -> Step:
    if not _scored(evening):
        title = gettext_noop(
            "If somebody scores 0, add an X to the Dran Enterprises Track and read its passage."
        )
        return Step(key="dran", title=say(title))
    if not _fallen(evening):
        title = gettext_noop("Nobody scored 0: the Dran Enterprises Track stays as it is.")
        return Step(key="dran", title=say(title), done=True)
    title = gettext_noop(
        "Somebody scored 0: add an X to the Dran Enterprises Track and read its passage."
    )
    settled = _ticked(evening, "dran") > 0
    drafts = () if settled else (Draft(verb="tick", arguments={"track": "dran"}),)
    return Step(key="dran", title=say(title), drafts=drafts, done=settled)


CLEANUP: Mapping[str, Callable[[Evening], Step]] = {
    "deadlines": _deadlines,
    "mission_report": _mission_report,
    "memorials": _memorials,
    "after_scoring": _after_scoring,
    "flipped_contracts": _flipped_contracts,
    "epilogue": _epilogue,
    "sort": _sort,
    "employee": _employee,
    "valuable": _valuable,
    "milestone_passages": _milestone_passages,
    "pack": _pack,
    "contract_texts": _contract_texts,
    "reviews": _reviews,
    "sort_ten": _sort_ten,
    "dran": _dran,
}
