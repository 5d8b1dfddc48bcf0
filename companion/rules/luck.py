"""How lucky a seat was: the damage it took compared with what its attacks could have dealt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, erfc, exp, pi, sqrt

from companion.rules import attack, bag
from companion.rules.state import GHOST, State
from companion.rules.survival import Exposed

EXACT = 100
"""The most attacks whose chances are worked out exactly: that takes the square of their number."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """One attack on a seat in play: the bag it was drawn from, and how many cubes.

    Ghosts in the bag hurt every seat, so they count like the seat's own cubes.
    """

    bag: Mapping[str, int]
    size: int
    color: str

    @property
    def seen(self) -> Exposed:
        """The same as input for `survival`; the free health does not matter here."""
        return Exposed(self.bag.get(self.color, 0), self.bag.get(GHOST, 0), bag.total(self.bag), 0)


@dataclass(frozen=True, slots=True)
class Luck:
    """A seat's attacks: the points drawn for it, the points expected, and how rare that is.

    `as_many` is the chance of at least that many points, `as_few` of at most that many: exact for
    up to EXACT attacks, beyond that by the normal distribution, within one in a hundred.
    """

    attacks: int
    points: int
    expected: Fraction
    as_many: Fraction
    as_few: Fraction


def luck(states: Sequence[State], seat: int) -> Luck:
    """A seat's luck over the states of a game, as `record.steps` gives them.

    Counts the attacks during which it was in play, and all points drawn for it, even those
    beyond a full meter (docs/rules.md 3.9, 4.5).
    """
    exposures, points = exposures_of(states, seat)
    chance = at_least if len(exposures) <= EXACT else about_at_least
    return Luck(
        attacks=len(exposures),
        points=points,
        expected=expected(exposures),
        as_many=chance(exposures, points),
        as_few=1 - chance(exposures, points + 1),
    )


def exposures_of(states: Sequence[State], seat: int) -> tuple[list[Exposure], int]:
    """The attacks during which a seat was in play, and the points drawn for it in all of them."""
    exposures, points = [], 0
    for before, after in pairwise(states):
        if after.attack and after.attack is not before.attack and before.seats[seat].in_play:
            color, drawn = before.seats[seat].color, after.attack.drawn
            exposures.append(Exposure(attack.drawn_from(before), len(drawn), color))
            points += drawn.count(color) + drawn.count(GHOST)
    return exposures, points


def expected(exposures: Iterable[Exposure]) -> Fraction:
    """The points that all the attacks deal on average."""
    return sum((each.seen.expected(_drawn(each)) for each in exposures), Fraction(0))


def at_least(exposures: Iterable[Exposure], points: int) -> Fraction:
    """The exact chance that the attacks together deal that many points or more."""
    ways, every = distribution(exposures)
    return Fraction(sum(count for dealt, count in ways.items() if dealt >= points), every)


def about_at_least(exposures: Iterable[Exposure], points: int) -> Fraction:
    """The same for many attacks, in linear time: by the normal distribution, with its skew."""
    mean = variance = third = 0.0
    for each in exposures:
        ways = each.seen.ways(_drawn(each))
        every = sum(ways.values())
        own = sum(dealt * count for dealt, count in ways.items()) / every
        mean += own
        variance += sum((dealt - own) ** 2 * count for dealt, count in ways.items()) / every
        third += sum((dealt - own) ** 3 * count for dealt, count in ways.items()) / every
    spread = sqrt(variance) or 1e-9
    above = (points - 0.5 - mean) / spread
    skew = third / spread**3 / 6 * (above**2 - 1) * exp(-(above**2) / 2) / sqrt(2 * pi)
    return Fraction(min(1.0, max(0.0, erfc(above / sqrt(2)) / 2 + skew)))


def distribution(exposures: Iterable[Exposure]) -> tuple[dict[int, int], int]:
    """In how many ways the attacks together deal each number of points, and the total of ways."""
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
