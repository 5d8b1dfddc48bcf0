"""The pages beside the board: odds, the whole log, the preview of an undo, the television."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from companion import selectors
from companion.board import Board, Place
from companion.pages import chances, story
from companion.pages.chances import AHEAD, Chances
from companion.pages.pieces import tv_fragments
from companion.pages.sprite import sprite
from companion.pages.story import Told
from companion.pages.table import acting, held_by, words


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


@dataclass(frozen=True, slots=True)
class Tab:
    text: str
    href: str
    color: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    id: UUID
    title: str
    back: str
    may_tap: bool
    tabs: tuple[Tab, ...]
    lines: tuple[Told, ...]


def log_page(place: Place, asked: int | None) -> LogPage:
    """All lines, newest first; with a seat asked for, those about it alone."""
    board = place.board
    lines = [line for line in selectors.log_of(board) if asked is None or line.seat == asked]
    return LogPage(
        id=board.table,
        title=board.facts.title,
        back=_table(board),
        may_tap=place.role.may_tap,
        tabs=_tabs(board, asked),
        lines=tuple(story.told(line, board.state) for line in reversed(lines)),
    )


def _tabs(board: Board, asked: int | None) -> tuple[Tab, ...]:
    url = reverse("companion:log", args=[board.table])
    seats = enumerate(board.state.seats)
    own = (
        Tab(seat.name, f"{url}?seat={index}", seat.color, asked == index) for index, seat in seats
    )
    return (Tab(gettext("Everybody"), url, "", asked is None), *own)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackTo:
    """An undo down to a line, with what falls away."""

    title: str
    act: str
    log: str
    target: int
    sequence: int
    nonce: str
    lines: tuple[Told, ...]
    past_draw: bool


def back_to(board: Board, target: int) -> BackTo | None:
    """None where that line does not stand."""
    falling = selectors.what_falls(board, target)
    if not falling or falling[0].sequence != target:
        return None
    return BackTo(
        title=board.facts.title,
        act=reverse("companion:act", args=[board.table]),
        log=reverse("companion:log", args=[board.table]),
        target=target,
        sequence=board.sequence,
        nonce=token_hex(16),
        lines=tuple(story.told(line, board.state) for line in reversed(falling)),
        past_draw=any(told.code.startswith("attack") for line in falling for told in line.story),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TvPage:
    id: UUID
    title: str
    code: str
    here: str
    stream: str
    many: bool
    pieces: Mapping[str, SafeString]
    cards: Sequence[SafeString]
    lines: Sequence[SafeString]
    words: Mapping[str, str]

    @property
    def sprite(self) -> SafeString:
        return sprite()


def tv_page(board: Board, home: str) -> TvPage:
    here = reverse("companion:tv", args=[board.facts.tv_code])
    html = tv_fragments(board, get_language() or "en", home)
    safe = {name: mark_safe(text) for name, text in html.items()}  # noqa: S308 - drawn by templates
    return TvPage(
        id=board.table,
        title=board.facts.title,
        code=board.facts.join_code,
        here=here,
        stream=f"{here}stream/?language={get_language()}",
        many=len(board.state.seats) > 4,
        pieces=safe,
        cards=[text for name, text in safe.items() if name.startswith("seat-")],
        lines=[text for name, text in safe.items() if name.startswith("line-")][::-1],
        words=words(),
    )
