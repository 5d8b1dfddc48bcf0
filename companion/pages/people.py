"""People and settings of a table, as its opener sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from companion.board import Board, Facts, Person
from companion.codes import spelled
from companion.rules.state import COLORS


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """A device at the table; `own` is the one in hand, `opener` may not be removed."""

    device: int
    name: str
    named: bool
    seats: str
    own: bool
    opener: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    index: int
    name: str
    color: str
    holders: Sequence[DeviceRow]
    others: Sequence[DeviceRow]
    wrong: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """`refused` is why the last change was not made, where it belongs to no single field."""

    table: UUID
    sequence: int
    title: str
    code: str
    joining_open: bool
    odds_on: bool
    begun: bool
    over: bool
    closed: bool
    rematch: UUID | None
    seats: Sequence[SeatRow]
    devices: Sequence[DeviceRow]
    gone: int
    colors: Sequence[str]
    refused: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A change that was refused: of which seat, if of one, and why."""

    sentence: str
    seat: int | None = None


def people_page(board: Board, device: int | None, wrong: Wrong | None = None) -> PeoplePage:
    facts = board.facts
    rows = [_row(facts, person, device) for person in facts.people if not person.removed]
    return PeoplePage(
        table=board.table,
        sequence=board.sequence,
        title=facts.title,
        code=spelled(facts.join_code),
        joining_open=facts.joining_open,
        odds_on=facts.odds_on,
        begun=board.can_undo,
        over=board.state.over is not None,
        closed=facts.closed_at is not None,
        rematch=facts.rematch,
        seats=_seats(board, rows, wrong),
        devices=rows,
        gone=sum(person.removed for person in facts.people),
        colors=COLORS,
        refused=wrong.sentence if wrong and wrong.seat is None else "",
    )


def _row(facts: Facts, person: Person, device: int | None) -> DeviceRow:
    return DeviceRow(
        device=person.device,
        name=person.name or _unnamed(facts, person, device),
        named=bool(person.name),
        seats=_seats_of(facts, person),
        own=person.device == device,
        opener=person.device == facts.opener_device,
    )


def _unnamed(facts: Facts, person: Person, device: int | None) -> str:
    if person.device == device:
        return _("This device")
    number = facts.people.index(person) + 1
    return _("Device {number}").format(number=number)


def _seats_of(facts: Facts, person: Person) -> str:
    if not person.seats:
        return _("watches")
    if len(person.seats) == len(facts.names):
        return _("plays every seat")
    names = ", ".join(facts.names[seat] for seat in person.seats)
    return _("plays {names}").format(names=names)


def _seats(board: Board, rows: Sequence[DeviceRow], wrong: Wrong | None) -> list[SeatRow]:
    holding = {person.device: person.seats for person in board.facts.people}
    return [
        SeatRow(
            index=index,
            name=seat.name,
            color=seat.color,
            holders=[row for row in rows if index in holding[row.device]],
            others=[row for row in rows if index not in holding[row.device]],
            wrong=wrong.sentence if wrong and wrong.seat == index else "",
        )
        for index, seat in enumerate(board.state.seats)
    ]
