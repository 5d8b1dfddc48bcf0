"""People and settings of a table, as its opener sees them."""

from collections import Counter
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

    @property
    def says_all(self) -> bool:
        """Whether its name says already what it plays."""
        return not self.named and not self.own


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """`name` is what the seat is called, `stored` what somebody has named it, `typed` what its field shows."""

    index: int
    name: str
    stored: str
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
    """Why a change was refused, and if it was about a seat's name, which seat and what was typed."""

    sentence: str
    seat: int | None = None
    typed: str = ""
    status: int = 422


def people_page(
    view: TableView, device: int | None, refused: RefusedChange | None = None
) -> PeoplePage:
    settings = view.settings
    names = _names(settings, device)
    everybody = {
        person: _row(settings, person, names[person.device], device) for person in settings.people
    }
    rows = {person: row for person, row in everybody.items() if not person.removed}
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
        seats=tuple(_seat(view, index, rows, refused) for index in range(len(settings.names))),
        devices=tuple(rows.values()),
        gone=tuple(row for person, row in everybody.items() if person.removed),
        colors=COLORS,
        refused=refused.sentence if refused and refused.seat is None else "",
    )


def _seat(
    view: TableView,
    index: int,
    rows: dict[Participant, DeviceRow],
    refused: RefusedChange | None,
) -> SeatRow:
    seat, stored = view.state.seats[index], view.settings.typed[index]
    now = seat.name if naming.is_unnamed(seat) else stored
    about = refused if refused and refused.seat == index else None
    return SeatRow(
        index=index,
        name=seat.name,
        stored=stored,
        typed=about.typed if about else now,
        color=seat.color,
        holders=tuple(row for person, row in rows.items() if index in person.seats),
        others=tuple(row for person, row in rows.items() if index not in person.seats),
        refused=about.sentence if about else "",
    )


def _row(settings: TableSettings, person: Participant, name: str, device: int | None) -> DeviceRow:
    return DeviceRow(
        device=person.device,
        name=name,
        named=bool(person.name),
        seats=tuple(settings.names[seat] for seat in person.seats),
        everybody=len(person.seats) == len(settings.names),
        own=person.device == device,
        opener=person.device == settings.opener_device,
        runs=person.runs,
    )


def _names(settings: TableSettings, device: int | None) -> dict[int, str]:
    """What each device is called in lists, questions and choices; alike ones are numbered."""
    called = {person.device: _called(settings, person, device) for person in settings.people}
    alike, names, counted = Counter(called.values()), {}, Counter[str]()
    for key, name in called.items():
        counted[name] += 1
        names[key] = f"{name} {counted[name]}" if alike[name] > 1 else name
    return names


def _called(settings: TableSettings, person: Participant, device: int | None) -> str:
    """A device's own name, or else what a player knows it by."""
    if person.name:
        return person.name
    if person.device == device:
        return _("This device")
    if not person.seats:
        return _("Removed device") if person.removed else _("Device without a seat")
    if len(person.seats) == len(settings.names):
        return _("Device for everybody")
    names = ", ".join(settings.names[seat] for seat in person.seats)
    return _("Device of {names}").format(names=names)
