"""What is still open before a result is settled, for the pages that would name a winner."""

from dataclasses import dataclass

from companion.pages.scores import SeatTotal, totals_of
from companion.rules.contracts import label
from companion.rules.settling import unsettled
from companion.rules.state import Contract, State
from kernel.text import isolated


@dataclass(frozen=True, slots=True)
class Open:
    """Contracts to be settled and to be read, by what they are called; seats to be counted."""

    due: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    seats: tuple[SeatTotal, ...] = ()


NOTHING_OPEN = Open()


def still_open(state: State) -> Open:
    found = unsettled(state)
    unread = (*(reading.contract for reading in found.readings), *found.flips)
    totals = totals_of(state, -1)
    return Open(
        due=_called(found.due),
        unread=_called(unread),
        seats=tuple(totals[seat] for seat in found.seats),
    )


def _called(contracts: tuple[Contract, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(isolated(label(each)) for each in contracts))
