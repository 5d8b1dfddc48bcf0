"""People and settings of a table, as its opener sees them."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from companion.rules.state import COLORS
from companion.table import naming
from companion.table.settings import Participant, TableSettings
from companion.table.view import TableView
from web.codes import spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """A device at the table; `own` is the reader's, the `opener` cannot be removed."""

    device: int
    name: str
    named: bool
    seats: tuple[str, ...]
    everybody: bool
    own: bool
    opener: bool
    runs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """`name` is what the seat is called, `typed` what somebody typed for it."""

    index: int
    name: str
    typed: str
    color: str
    holders: tuple[DeviceRow, ...]
    others: tuple[DeviceRow, ...]
    refused: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """`refused` is why the last change was not made, if it is not about a single field."""

    table: UUID
    sequence: int
    title: str
    code: str
    joining_open: bool
    odds_on: bool
    begun: bool
    may_draw: bool
    over: bool
    closed: bool
    rematch: UUID | None
    return_link: str
    seats: tuple[SeatRow, ...]
    devices: tuple[DeviceRow, ...]
    gone: tuple[DeviceRow, ...]
    colors: tuple[str, ...]
    refused: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedChange:
    """Why a change was refused, and which seat it was about, if any."""

    sentence: str
    seat: int | None = None


def people_page(
    view: TableView, device: int | None, refused: RefusedChange | None = None
) -> PeoplePage:
    settings = view.settings
    rows = {
        person: _row(settings, person, device) for person in settings.people if not person.removed
    }
    return PeoplePage(
        table=view.table,
        sequence=view.sequence,
        title=settings.title,
        code=spelled(settings.join_code),
        joining_open=settings.joining_open,
        odds_on=settings.odds_on,
        begun=view.can_undo,
        may_draw=view.settings.draws and not view.history.version and not view.can_redo,
        over=view.state.over is not None,
        closed=settings.closed_at is not None,
        rematch=settings.rematch,
        return_link=settings.return_link,
        seats=tuple(
            SeatRow(
                index=index,
                name=seat.name,
                typed=seat.name if naming.is_unnamed(seat) else typed,
                color=seat.color,
                holders=tuple(row for person, row in rows.items() if index in person.seats),
                others=tuple(row for person, row in rows.items() if index not in person.seats),
                refused=refused.sentence if refused and refused.seat == index else "",
            )
            for index, (seat, typed) in enumerate(
                zip(view.state.seats, settings.typed, strict=True)
            )
        ),
        devices=tuple(rows.values()),
        gone=tuple(_row(settings, person, device) for person in settings.people if person.removed),
        colors=COLORS,
        refused=refused.sentence if refused and refused.seat is None else "",
    )


def _row(settings: TableSettings, person: Participant, device: int | None) -> DeviceRow:
    return DeviceRow(
        device=person.device,
        name=person.name or _unnamed(settings, person, device),
        named=bool(person.name),
        seats=tuple(settings.names[seat] for seat in person.seats),
        everybody=len(person.seats) == len(settings.names),
        own=person.device == device,
        opener=person.device == settings.opener_device,
        runs=person.runs,
    )


def _unnamed(settings: TableSettings, person: Participant, device: int | None) -> str:
    """What is shown instead of a name, in labels, questions and choices."""
    if person.device == device:
        return _("This device")
    number = settings.people.index(person) + 1
    return _("Device {number}").format(number=number)
