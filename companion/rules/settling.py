"""Whether a result is settled, and what is still open: contracts first, then what the seats count."""

from dataclasses import dataclass

from companion.rules.contract_moments import Reading, due, readings, to_flip
from companion.rules.scoring import scores_nothing
from companion.rules.state import Contract, State


@dataclass(frozen=True, slots=True)
class Unsettled:
    """What may still change who wins.

    Contracts that are `due`, parts of their backs that come before the scores, completed ones whose
    back has not been entered, and the seats that have not been counted.
    """

    due: tuple[Contract, ...]
    readings: tuple[Reading, ...]
    flips: tuple[Contract, ...]
    seats: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.due or self.readings or self.flips or self.seats)


def unsettled(state: State) -> Unsettled:
    """What is open before the result; a contract that nobody has a star on scores for nobody.

    docs/rules.md 6.21, 8.13 and 8.14.
    """
    return Unsettled(
        due=due(state),
        readings=tuple(each for each in readings(state) if each.wait == "turn"),
        flips=tuple(each for each in to_flip(state) if each.stars),
        seats=tuple(
            index
            for index, seat in enumerate(state.seats)
            if not (seat.counted or scores_nothing(seat))
        ),
    )


def is_settled(state: State) -> bool:
    """Whether the game is over and nothing is open that its result depends on."""
    return bool(state.over) and not unsettled(state)
