"""The page on which a table is opened, and the one that invites the others to it."""

from dataclasses import dataclass
from uuid import UUID

from companion import offered_editions
from companion.pages.joining import SeatChoice, seat_choices
from companion.rules.editions import Edition
from companion.table.roles import Role
from companion.table.view import TableView
from web import qr
from web.codes import spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPage:
    """The games and numbers of seats to choose from, and which are chosen."""

    editions: tuple[Edition, ...]
    edition: Edition
    counts: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePage:
    """What the opener shows to those who join: code, link, QR code and seats."""

    table: UUID
    sequence: int
    title: str
    code: str
    tv_code: str
    link: str
    qr_code: str
    seats: tuple[SeatChoice, ...]
    watching: int
    joining_open: bool
    may_run: bool
    watches: bool

    @property
    def everybody(self) -> bool:
        """Whether this device holds every seat."""
        return all(seat.mine for seat in self.seats)


def opening_page(edition: Edition, seats: int, most: int) -> OpeningPage:
    return OpeningPage(
        editions=tuple(map(offered_editions.find, offered_editions.slugs())),
        edition=edition,
        counts=tuple(range(edition.least_players, most + 1)),
        count=seats,
    )


def invite_page(view: TableView, device: int | None, link: str, *, role: Role) -> InvitePage:
    settings = view.settings
    return InvitePage(
        table=view.table,
        sequence=view.sequence,
        title=settings.title,
        code=spelled(settings.join_code),
        tv_code=settings.tv_code,
        link=link,
        qr_code=qr.svg(link),
        seats=seat_choices(view, device),
        watching=sum(not person.seats and not person.removed for person in settings.people),
        joining_open=settings.joining_open,
        may_run=role.may_run,
        watches=not view.may_sit(role),
    )
