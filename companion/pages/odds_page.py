"""The pages beside the board: the odds, and the television."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.fragments import chances, television
from companion.fragments.chances import AHEAD, Chances
from companion.fragments.sprite import sprite
from companion.fragments.words import words_here
from companion.pages.acting import acting, held_by
from companion.pages.table import Board
from companion.table.view import TableView, Visit
from web import qr

MANY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsPage:
    here: str
    back: str
    chances: Chances
    ahead: tuple[int, ...]


def odds_page(visit: Visit, asked: int | None) -> OddsPage:
    view = visit.view
    seat = acting(view.state, held_by(visit), asked)
    return OddsPage(
        here=reverse("companion:odds", args=[view.table]),
        back=_table(view, seat),
        chances=chances.chances(view, seat, words_here()),
        ahead=tuple(range(1, AHEAD + 2)),
    )


def _table(view: TableView, seat: int | None = None) -> str:
    url = reverse("companion:table", args=[view.table])
    return url if seat is None else f"{url}?seat={seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TvPage:
    id: UUID
    title: str
    code: str
    here: str
    stream: str
    many: bool
    qr_code: str
    host: str
    door: str
    board: Board

    @property
    def sprite(self) -> SafeString:
        return sprite()


def tv_page(view: TableView, link: str, door: str) -> TvPage:
    """The television's page; `link` leads to the table, `door` is where its code is typed."""
    here = reverse("companion:tv", args=[view.settings.tv_code])
    host, _, path = door.split("//", 1)[1].partition("/")
    table = reverse("companion:table", args=[view.table])
    return TvPage(
        id=view.table,
        title=view.settings.title,
        code=view.settings.join_code,
        here=here,
        stream=f"{table.removesuffix('/')}{here}stream/?language={get_language()}",
        many=len(view.state.seats) > MANY,
        qr_code=qr.svg(link),
        host=host,
        door=f"/{path}",
        board=Board(television.fragments(view, words_here().language)),
    )
