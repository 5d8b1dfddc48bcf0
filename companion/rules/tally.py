"""A game in numbers: turns, Clank!, attacks and knock-outs, counted over all its states."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.state import Attack, State


@dataclass(frozen=True, slots=True)
class SeatTally:
    """One seat's game: its turns in play, the Clank! it made, all damage it took.

    `out_in` is the turn in which it went out for good, None if it never did.
    """

    turns: int
    clank: int
    damage: int
    out_in: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole game: its turns, its attacks, the cubes they drew, and each seat's numbers."""

    turns: int
    attacks: int
    cubes: int
    largest: int
    seats: tuple[SeatTally, ...]

    @property
    def while_out(self) -> int:
        """The turns of seats that were out."""
        return self.turns - sum(seat.turns for seat in self.seats)


def tally(states: Sequence[State]) -> Tally:
    """Count a game over its states, which `record.steps` returns."""
    sizes = [len(attack.drawn) for attack in attacks(states)]
    return Tally(
        turns=states[-1].turn.number,
        attacks=len(sizes),
        cubes=sum(sizes),
        largest=max(sizes, default=0),
        seats=tuple(_seat(states, seat) for seat in range(len(states[-1].seats))),
    )


def attacks(states: Sequence[State]) -> list[Attack]:
    """The attacks of a game, in order."""
    return [
        after.attack
        for before, after in pairwise(states)
        if after.attack and after.attack is not before.attack
    ]


def _seat(states: Sequence[State], seat: int) -> SeatTally:
    mine = {each.turn.number for each in states if each.turn.seat == seat and not each.turn.out}
    made = (after.seats[seat].made - before.seats[seat].made for before, after in pairwise(states))
    hurt = (
        len(after.seats[seat].health) - len(before.seats[seat].health)
        for before, after in pairwise(states)
    )
    return SeatTally(
        turns=len(mine),
        clank=sum(more for more in made if more > 0),
        damage=sum(more for more in hurt if more > 0),
        out_in=_out_in(states, seat),
    )


def _out_in(states: Sequence[State], seat: int) -> int | None:
    found = None
    for before, after in pairwise(states):
        if before.seats[seat].in_play != after.seats[seat].in_play:
            found = None if after.seats[seat].in_play else before.turn.number
    return found
