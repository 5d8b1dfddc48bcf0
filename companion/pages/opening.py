"""The page on which a table is opened, and the one that invites the others to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.board import Board
from companion.codes import spelled
from companion.pages.joining import SeatChoice, seat_choices
from companion.qr import Picture, picture
from companion.rules import editions
from companion.rules.editions import Edition


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that asks for another game or number of seats."""

    value: str
    text: str
    note: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPage:
    editions: Sequence[Choice]
    counts: Sequence[Choice]
    edition: str
    title: str
    presumed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePage:
    """What the opener's screen shows to those who join: code, link, QR code and seats."""

    table: UUID
    sequence: int
    title: str
    code: str
    tv_code: str
    link: str
    picture: Picture
    seats: Sequence[SeatChoice]
    watching: int
    joining_open: bool
    may_run: bool


def opening_page(edition: Edition, seats: int, most: int) -> OpeningPage:
    return OpeningPage(
        editions=[_game(slug, edition) for slug in editions.slugs()],
        counts=[
            Choice(str(count), str(count), "", count == seats)
            for count in range(edition.least_players, most + 1)
        ],
        edition=edition.slug,
        title=default_title(edition),
        presumed=_presumed(len(edition.presumed)),
    )


def _game(slug: str, chosen: Edition) -> Choice:
    game = editions.load(slug)
    players = _("{least} to {most} players").format(
        least=game.least_players, most=game.most_players
    )
    return Choice(slug, game.name, players, slug == chosen.slug)


def _presumed(count: int) -> str:
    if not count:
        return _("every number has a source")
    return ngettext("{count} number presumed", "{count} numbers presumed", count).format(
        count=count
    )


def default_title(edition: Edition) -> str:
    """What a table is called if nobody says: the game and the evening."""
    return f"{edition.name}, {date_format(localdate(), 'DATE_FORMAT')}"


def invite_page(board: Board, device: int | None, link: str, *, may_run: bool) -> InvitePage:
    facts = board.facts
    return InvitePage(
        table=board.table,
        sequence=board.sequence,
        title=facts.title,
        code=spelled(facts.join_code),
        tv_code=facts.tv_code,
        link=link,
        picture=picture(link),
        seats=seat_choices(board, device),
        watching=sum(not person.seats and not person.removed for person in facts.people),
        joining_open=facts.joining_open,
        may_run=may_run,
    )
