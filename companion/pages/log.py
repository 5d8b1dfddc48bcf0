"""The whole log in pages, for everybody or about one seat, and what an undo to a line takes back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page, Paginator

from companion import selectors
from companion.board import Board, LogLine, Place
from companion.pages import after
from companion.pages.after import Tab
from companion.pages.story import Told, told

A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Row:
    """A line as it is shown: when it was taken back, and whether one may go back to it."""

    told: Told
    undone_at: datetime | None
    may_go_back: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat to read about."""

    index: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    table: UUID
    title: str
    tabs: tuple[Tab, ...]
    seat: int | None
    choices: tuple[Choice, ...]
    lines: Page[LogLine]
    rows: tuple[Row, ...]
    rewound: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackPage:
    """An undo down to a line; without any `falling` line there is nothing to take back."""

    table: UUID
    title: str
    target: int
    sequence: int
    falling: tuple[Told, ...]
    past_draw: bool


def log_page(place: Place, *, seat: int | None, line: int | None, number: str) -> LogPage:
    """One page, newest first: that of `line` where one is named, else that of `number`."""
    board = place.board
    lines = selectors.log_of(board)
    shown = list(reversed(lines if seat is None else about(lines, seat)))
    pages = Paginator(shown, A_PAGE)
    page = pages.get_page(number if line is None else _page_with(shown, line))
    return LogPage(
        table=board.table,
        title=board.facts.title,
        tabs=after.tabs(board.table, "log"),
        seat=seat,
        choices=_choices(board, seat),
        lines=page,
        rows=tuple(_row(place, each) for each in page),
        rewound=sum(each.past_draw for each in lines),
    )


def about(lines: Sequence[LogLine], seat: int) -> list[LogLine]:
    """The lines that speak of a seat, and the undos that took such a line back."""
    own = [each for each in lines if _speaks_of(each, seat)]
    wanted = {each.sequence for each in own}
    wanted |= {each.undone.sequence for each in own if each.undone}
    return [each for each in lines if each.sequence in wanted]


def _speaks_of(line: LogLine, seat: int) -> bool:
    return line.seat == seat or any(told.params.get("seat") == seat for told in line.story)


def _page_with(shown: Sequence[LogLine], line: int) -> int:
    newer = sum(each.sequence > line for each in shown)
    return newer // A_PAGE + 1


def _choices(board: Board, seat: int | None) -> tuple[Choice, ...]:
    names = enumerate(board.facts.names)
    return tuple(Choice(index, name, index == seat) for index, name in names)


def _row(place: Place, line: LogLine) -> Row:
    return Row(
        told=told(line, place.board.state),
        undone_at=line.undone.at if line.undone else None,
        may_go_back=line.kind == "action" and line.stands and place.role.may_tap,
    )


def back_page(board: Board, target: int) -> BackPage | None:
    """None where there is no such action in the log."""
    lines = selectors.log_of(board, after=target - 1)
    if not lines or lines[0].sequence != target or lines[0].kind != "action":
        return None
    falling = [line for line in lines if line.kind == "action" and line.stands]
    if not lines[0].stands:
        falling = []
    return BackPage(
        table=board.table,
        title=board.facts.title,
        target=target,
        sequence=board.sequence,
        falling=tuple(told(line, board.state) for line in reversed(falling)),
        past_draw=_drew(falling),
    )


def _drew(lines: Iterable[LogLine]) -> bool:
    return any(each.code.startswith("attack") for line in lines for each in line.story)
