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


Standing = tuple[int, int, int]
"""Own cubes left in the bag, all cubes left in it, free health left."""


def survival(exposed: Exposed, sizes: Sequence[int]) -> tuple[Fraction, ...]:
    """The chances that the seat's meter is still not full after each of several attacks.

    Nothing is added in between; drawn ghosts are back in the bag before the next attack.
    """
    standings: Mapping[Standing, int] = {(exposed.own, exposed.held, exposed.free): 1}
    every, chances = 1, []
    for size in sizes:
        ways = lcm(*(comb(held, min(size, held)) for _, held, _ in standings))
        standings = _after(standings, exposed.ghosts, size, ways)
        every *= ways
        chances.append(Fraction(sum(standings.values()), every))
    return tuple(chances)


def _after(
    standings: Mapping[Standing, int], ghosts: int, size: int, ways: int
) -> dict[Standing, int]:
    """What can remain after one attack, weighted by `ways` for all of its draws."""
    left: dict[Standing, int] = {}
    for (own, held, free), weight in standings.items():
        drawn = min(size, held)
        scale = weight * (ways // comb(held, drawn))
        for hits, haunts, count in _draws(own, ghosts, held - own - ghosts, drawn, free):
            after = (own - hits, held - drawn + haunts, free - hits - haunts)
            left[after] = left.get(after, 0) + scale * count
    return left


def _draws(own: int, ghosts: int, rest: int, drawn: int, free: int) -> list[tuple[int, int, int]]:
    """Every split of a draw into own cubes and ghosts that leaves health, with the number of ways."""
    harmless = min(drawn, free - 1)
    return [
        (hits, haunts, comb(own, hits) * comb(ghosts, haunts) * comb(rest, drawn - hits - haunts))
        for hits in range(min(own, harmless) + 1)
        for haunts in range(min(ghosts, harmless - hits) + 1)
        if drawn - hits - haunts <= rest
    ]
