"""How lucky a seat was: the damage it took against what all its attacks could have dealt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from companion.rules import attack, bag
from companion.rules.state import GHOST, State
from companion.rules.survival import Exposed


@dataclass(frozen=True, slots=True)
class Exposure:
    """One attack that a seat stood through: the bag it was drawn from, and how many cubes.

    Ghosts in the bag hurt every seat, so they count like the seat's own cubes.
    """

    bag: Mapping[str, int]
    size: int
    color: str

    @property
    def seen(self) -> Exposed:
        """The same as counts; the free health does not matter here."""
        return Exposed(self.bag.get(self.color, 0), self.bag.get(GHOST, 0), bag.total(self.bag), 0)


@dataclass(frozen=True, slots=True)
class Luck:
    """A seat's attacks: the points drawn for it, those to be expected, and how rare they were.

    `as_many` is the exact chance of at least so many points, `as_few` that of at most so many.
    """

    attacks: int
    points: int
    expected: Fraction
    as_many: Fraction
    as_few: Fraction


def luck(states: Sequence[State], seat: int) -> Luck:
    """A seat's luck over the states of a game, as `record.steps` gives them.

    Counted are the attacks that found it in play, and all points drawn for it, those beyond a
    full meter too (docs/rules.md 3.9, 4.5).
    """
    exposures, points = [], 0
    for before, after in pairwise(states):
        if after.attack and after.attack is not before.attack and before.seats[seat].in_play:
            color, drawn = before.seats[seat].color, after.attack.drawn
            exposures.append(Exposure(attack.drawn_from(before), len(drawn), color))
            points += drawn.count(color) + drawn.count(GHOST)
    return Luck(
        attacks=len(exposures),
        points=points,
        expected=expected(exposures),
        as_many=at_least(exposures, points),
        as_few=1 - at_least(exposures, points + 1),
    )


def expected(exposures: Iterable[Exposure]) -> Fraction:
    """The points that all the attacks deal on average."""
    return sum((each.seen.expected(_drawn(each)) for each in exposures), Fraction(0))


def at_least(exposures: Iterable[Exposure], points: int) -> Fraction:
    """The exact chance that the attacks together deal that many points or more."""
    ways, every = distribution(exposures)
    return Fraction(sum(count for dealt, count in ways.items() if dealt >= points), every)


def distribution(exposures: Iterable[Exposure]) -> tuple[dict[int, int], int]:
    """In how many ways the attacks together deal each number of points, and all ways there are."""
    ways, every = {0: 1}, 1
    for each in exposures:
        seen, drawn = each.seen, _drawn(each)
        ways = _convolved(ways, seen.ways(drawn))
        every *= comb(seen.held, drawn)
    return ways, every


def _convolved(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    both: dict[int, int] = {}
    for first, count in one.items():
        for second, ways in other.items():
            both[first + second] = both.get(first + second, 0) + count * ways
    return both


def _drawn(exposure: Exposure) -> int:
    return min(exposure.size, bag.total(exposure.bag))
