"""Joining mid-way: how a character that was not there catches up (docs/rules.md 8.22 to 8.25)."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.finding import the_character
from campaign.rules.marks import total
from campaign.rules.milestones import count
from campaign.rules.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPlan:
    """How marks are evened out.

    ``covered`` says how many marks of each other character are covered by the newcomer's, in
    ``passes`` rounds; ``random`` how many cards of the adventure deck are marked after that.
    """

    passes: int
    covered: Mapping[str, int]
    random: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchUp:
    """What a character does before its next game.

    ``prologues`` are the missed games whose Journal passages are read, in order; those of games
    it played were followed then and are not followed again (docs/rules.md 8.4). ``marks`` is nothing for one who missed a single game.
    """

    character: str
    prologues: tuple[int, ...]
    milestones: int
    scratches: int
    marks: MarkPlan | None


def even_out(
    totals: Mapping[str, int], own: int, offered: Mapping[str, int] | None = None
) -> MarkPlan:
    """The newcomer's marks against those of the others.

    As long as all of them have more than the newcomer and one has twice as many, the newcomer
    covers one mark of each. Afterwards random cards make up for what is missing to the fewest.
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


def missed(state: State, character: str, game: int) -> tuple[int, ...]:
    """The games before that one which the character did not play."""
    games = [g for g in state.games.values() if g.number < game and g.status != "abandoned"]
    return tuple(sorted(g.number for g in games if character not in g.players))


def plan(state: State, character: str, game: int, players: tuple[str, ...]) -> CatchUp | None:
    """What a character has to do before a game with those players; nothing if it was there last.

    Raises ``unknown_character``.
    """
    newcomer = the_character(state, character)
    absent = missed(state, character, game)
    if game - 1 not in absent:
        return None
    known = [c for c in state.characters.values() if c.key != character and _played(state, c.key)]
    fewest = min((count(c) for c in known), default=0)
    scratched = min((scratches(state, c.key) for c in known), default=0)
    return CatchUp(
        character=character,
        prologues=absent,
        milestones=max(0, fewest - count(newcomer)),
        scratches=max(0, scratched - scratches(state, character)),
        marks=_marks(state, character, players) if len(absent) > 1 else None,
    )


def _marks(state: State, character: str, players: tuple[str, ...]) -> MarkPlan:
    """Only those at the table who are not new themselves count and give."""
    others = [key for key in players if key != character and _played(state, key)]
    return even_out({key: total(state, key) for key in others}, total(state, character))


def scratches(state: State, character: str) -> int:
    """How many cards of a character's starting deck have a box scratched."""
    cards = state.cards.values()
    own = [c for c in cards if c.place.where == "starting" and c.place.character == character]
    return sum(card.scratched > 0 for card in own)


def _played(state: State, character: str) -> bool:
    return any(character in game.players for game in state.games.values() if game.finished)
