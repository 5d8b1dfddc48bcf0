"""The pages beside the board: the odds, and the television."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion import qr
from companion.board import Board, Place
from companion.pages import chances
from companion.pages.chances import AHEAD, Chances
from companion.pages.pieces import tv_fragments
from companion.pages.sprite import full, sprite
from companion.pages.table import acting, held_by, words
from companion.qr import Picture

MANY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsPage:
    here: str
    back: str
    chances: Chances
    ahead: tuple[int, ...]


def odds_page(place: Place, asked: int | None) -> OddsPage:
    board = place.board
    seat = acting(board.state, held_by(place), asked)
    return OddsPage(
        here=reverse("companion:odds", args=[board.table]),
        back=_table(board, seat),
        chances=chances.chances(board, seat),
        ahead=tuple(range(1, AHEAD + 2)),
    )


def _table(board: Board, seat: int | None = None) -> str:
    url = reverse("companion:table", args=[board.table])
    return url if seat is None else f"{url}?seat={seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TvPage:
    id: UUID
    title: str
    code: str
    here: str
    stream: str
    many: bool
    qr: Picture
    door: str
    pieces: Mapping[str, SafeString]
    cards: Sequence[SafeString]
    lines: Sequence[SafeString]
    words: Mapping[str, str]

    @property
    def sprite(self) -> SafeString:
        return sprite()


def tv_page(board: Board, address: str) -> TvPage:
    """The television's page; `address` is where other devices join."""
    here = reverse("companion:tv", args=[board.facts.tv_code])
    html = tv_fragments(board, get_language() or "en")
    safe = {name: full(text) for name, text in html.items()}
    return TvPage(
        id=board.table,
        title=board.facts.title,
        code=board.facts.join_code,
        here=here,
        stream=f"{here}stream/?language={get_language()}",
        many=len(board.state.seats) > MANY,
        qr=qr.picture(address),
        door=address.split("//", 1)[1],
        pieces=safe,
        cards=[text for name, text in safe.items() if name.startswith("seat-")],
        lines=[text for name, text in safe.items() if name.startswith("line-")][::-1],
        words=words(),
    )
