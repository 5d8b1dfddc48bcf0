"""Joining mid-way: how a character that was not there catches up (docs/rules.md 8.22 to 8.25)."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.catch_up import CatchUp
from campaign.rules.entries import Draft, Value
from campaign.rules.lookup import the_character
from campaign.rules.state import State
from campaign.rules.verbs.joining import missed
from campaign.rules.verbs.marks import total
from campaign.rules.verbs.milestones import count


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPlan:
    """How the numbers of marks are evened out.

    ``covered`` says how many marks of each other character are covered by the newcomer's, in
    ``passes`` rounds; ``random`` how many cards of the adventure deck are marked after that.
    """

    passes: int
    covered: Mapping[str, int]
    random: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a character does before its next game.

    ``prologues`` are the missed games whose Journal passages are read, in order; those of games
    it played were followed then and are not followed again (docs/rules.md 8.4). ``marks`` is None
    for a character who missed only one game.
    """

    character: str
    prologues: tuple[int, ...]
    milestones: int
    scratches: int
    marks: MarkPlan | None


def even_out(
    totals: Mapping[str, int], own: int, offered: Mapping[str, int] | None = None
) -> MarkPlan:
    """How the newcomer's marks are evened out with those of the others.

    As long as all of them have more than the newcomer and one has twice as many, the newcomer
    covers one mark of each. Afterwards random cards make up the difference to the fewest.
    A character whose offered cards are used up is passed over (docs/rules.md 8.25).
    """
    left, mine = dict(totals), own
    covered = dict.fromkeys(totals, 0)
    passes = 0
    while _unfair(left, mine):
        givers = [key for key in left if offered is None or covered[key] < offered.get(key, 0)]
        if not givers:
            break
        for key in givers:
            left[key] -= 1
            covered[key] += 1
        mine += len(givers)
        passes += 1
    missing = max(0, min(left.values(), default=0) - mine)
    return MarkPlan(passes=passes, covered=covered, random=missing)


def _unfair(totals: Mapping[str, int], own: int) -> bool:
    marks = totals.values()
    return bool(marks) and all(m > own for m in marks) and any(m >= 2 * own for m in marks)


def plan(state: State, character: str, game: int, players: tuple[str, ...]) -> Plan | None:
    """What a character has to do before a game with those players; None if it played the last one.

    Raises ``unknown_character``.
    """
    newcomer = the_character(state, character)
    absent = missed(state, character, game)
    if game - 1 not in absent:
        return None
    known = [c for c in state.characters.values() if c.key != character and _played(state, c.key)]
    fewest = min((count(c) for c in known), default=0)
    scratched = min((scratches(state, c.key) for c in known), default=0)
    return Plan(
        character=character,
        prologues=absent,
        milestones=max(0, fewest - count(newcomer)),
        scratches=max(0, scratched - scratches(state, character)),
        marks=_marks(state, character, players) if len(absent) > 1 else None,
    )


def draft_of(plan: Plan) -> Draft:
    """The entry that keeps a plan."""
    covers = (
        {key: count for key, count in plan.marks.covered.items() if count} if plan.marks else {}
    )
    numbers: dict[str, Value] = {
        "milestones": plan.milestones,
        "scratches": plan.scratches,
        "covers": covers,
        "random": plan.marks.random if plan.marks else 0,
    }
    given = {name: number for name, number in numbers.items() if number}
    return Draft(verb="joining", arguments={"character": plan.character, **given})


def drafts(plan: CatchUp) -> tuple[Draft, ...]:
    """The entries of a kept plan that need nothing more: marks on milestone spaces."""
    mark = Draft(verb="milestone", arguments={"character": plan.key})
    return (mark,) if plan.left("milestones") else ()


def asks(plan: CatchUp, step: str) -> Draft:
    """The entry of a step of which the card is still to be named."""
    if step == "scratches":
        return Draft(verb="scratch", arguments={"character": plan.key})
    over = step.removeprefix("covers/")
    whose = {"over": over} if over != step else {}
    return Draft(verb="mark", arguments={"character": plan.key, **whose})


def _marks(state: State, character: str, players: tuple[str, ...]) -> MarkPlan:
    """Only players who are not new themselves count and give marks."""
    others = [key for key in players if key != character and _played(state, key)]
    return even_out({key: total(state, key) for key in others}, total(state, character))


def scratches(state: State, character: str) -> int:
    """How many cards of a character's starting deck have a box scratched."""
    cards = state.cards.values()
    own = [c for c in cards if c.place.where == "starting" and c.place.character == character]
    return sum(card.scratched > 0 for card in own)


def _played(state: State, character: str) -> bool:
    return any(character in game.players for game in state.games.values() if game.finished)
