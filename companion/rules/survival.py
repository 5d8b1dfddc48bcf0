"""The chances of one seat over several attacks, in whole numbers (docs/rules.md 3.19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm


@dataclass(frozen=True, slots=True)
class Exposed:
    """One seat before an attack: its cubes, ghosts and all cubes in the bag, its free health."""

    own: int
    ghosts: int
    held: int
    free: int

    def ways(self, drawn: int) -> dict[int, int]:
        """In how many draws of `drawn` cubes the seat is dealt each number of points."""
        hurting = self.own + self.ghosts
        least = max(0, drawn - (self.held - hurting))
        return {
            points: comb(hurting, points) * comb(self.held - hurting, drawn - points)
            for points in range(least, min(hurting, drawn) + 1)
        }

    def expected(self, drawn: int) -> Fraction:
        """How many points a draw of `drawn` cubes deals on average."""
        return Fraction(drawn * (self.own + self.ghosts), self.held or 1)


Drawn = tuple[int, int]
"""How many ghosts have been drawn, each time that one was, and how many other cubes."""


def survival(exposed: Exposed, sizes: Sequence[int]) -> tuple[Fraction, ...]:
    """The chances that the seat's meter is still not full after each of several attacks.

    Nothing is added in between; drawn ghosts are back in the bag before the next attack. However
    many ghosts come, the other cubes of all attacks are as if they had been drawn at once.
    """
    weights: dict[Drawn, int] = {(0, 0): 1}
    every, chances = 1, []
    for size in sizes:
        ways = lcm(*(comb(*_draw(exposed, size, gone)) for _, gone in weights))
        weights = _after(exposed, weights, size, ways)
        every *= ways
        alive = (weight * _unharmed(exposed, *drawn) for drawn, weight in weights.items())
        chances.append(sum(alive, Fraction(0)) / every)
    return tuple(chances)


def _draw(exposed: Exposed, size: int, gone: int) -> tuple[int, int]:
    """From how many cubes an attack draws how many, after so many have left the bag."""
    held = exposed.held - gone
    return held, min(size, held)


def _after(
    exposed: Exposed, weights: Mapping[Drawn, int], size: int, ways: int
) -> dict[Drawn, int]:
    """What can have been drawn after one more attack, weighted by `ways` for all of its draws."""
    after: dict[Drawn, int] = {}
    for (haunts, gone), weight in weights.items():
        held, size_here = _draw(exposed, size, gone)
        scale, others = weight * (ways // comb(held, size_here)), held - exposed.ghosts
        most = min(exposed.ghosts, size_here, exposed.free - 1 - haunts)
        for more in range(max(0, size_here - others), most + 1):
            drawn = (haunts + more, gone + size_here - more)
            count = comb(exposed.ghosts, more) * comb(others, size_here - more)
            after[drawn] = after.get(drawn, 0) + scale * count
    return after


def _unharmed(exposed: Exposed, haunts: int, gone: int) -> Fraction:
    """The chance that own cubes among those drawn do not fill what the ghosts have left."""
    others = exposed.held - exposed.ghosts
    most = min(exposed.own, gone, exposed.free - 1 - haunts)
    few = sum(
        comb(exposed.own, hits) * comb(others - exposed.own, gone - hits)
        for hits in range(most + 1)
    )
    return Fraction(few, comb(others, gone))
