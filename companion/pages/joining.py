"""What somebody sees who has scanned the code: the seats, who holds them, and what to take."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from companion.board import Board, Facts, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoice:
    """A seat and the devices that hold it; `mine`: this one does."""

    index: int
    name: str
    color: str
    holders: Sequence[str]
    mine: bool

    @property
    def held_by(self) -> str:
        called = Counter(self.holders)
        return ", ".join(
            f"{times} × {name}" if times > 1 else name for name, times in called.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinPage:
    """`here`: this device is at the table already; `takes`: it may take a seat or watch."""

    table: UUID
    code: str
    title: str
    edition: str
    line: str
    seats: Sequence[SeatChoice]
    here: bool
    holds: bool
    takes: bool


def join_page(board: Board, device: int | None, *, here: bool) -> JoinPage:
    seats = seat_choices(board, device)
    return JoinPage(
        table=board.table,
        code=board.facts.join_code,
        title=board.facts.title,
        edition=board.state.edition.name,
        line=_line(board),
        seats=seats,
        here=here,
        holds=any(seat.mine for seat in seats),
        takes=here or board.facts.joining_open,
    )


def _line(board: Board) -> str:
    if board.state.over:
        return _("The game is over.")
    if not board.can_undo:
        return _("The game has not begun yet.")
    name = board.state.seats[board.state.turn.seat].name
    return _("Round {round}: {name}’s turn.").format(round=board.round, name=name)


def seat_choices(board: Board, device: int | None) -> list[SeatChoice]:
    facts = board.facts
    return [
        SeatChoice(
            index=index,
            name=seat.name,
            color=seat.color,
            holders=_holders(facts, index, device),
            mine=_holds(facts, index, device),
        )
        for index, seat in enumerate(board.state.seats)
    ]


def _holds(facts: Facts, seat: int, device: int | None) -> bool:
    own = facts.person(device) if device is not None else None
    return own is not None and not own.removed and seat in own.seats


def _holders(facts: Facts, seat: int, device: int | None) -> list[str]:
    """What the others' devices at a seat are called."""
    held = [each for each in facts.people if seat in each.seats and not each.removed]
    return [_called(facts, person) for person in held if person.device != device]


def _called(facts: Facts, person: Person) -> str:
    if person.name:
        return person.name
    if len(person.seats) == len(facts.names):
        return _("the phone for everybody")
    return _("another device")
