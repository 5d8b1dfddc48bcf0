"""The log, for everybody or about one seat, newest first; and what an undo to a line takes back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from companion import selectors
from companion.board import Board, LogLine, Place
from companion.pages import after
from companion.pages.after import Tab
from companion.pages.story import Told, told
from companion.rules.state import State

AT_ONCE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which lines somebody wants: about a seat, with some words, below a line or around one."""

    seat: int | None = None
    words: str = ""
    below: int | None = None
    line: int | None = None

    @property
    def all_of_it(self) -> bool:
        return self.seat is None and not self.words

    def under(self, newest: int) -> int:
        """The line below which the shown ones begin."""
        if self.line is not None:
            return min(self.line + AT_ONCE // 2, newest) + 1
        return newest + 1 if self.below is None else min(self.below, newest + 1)

    def query(self, **changed: object) -> str:
        """The same question with something else in it; what is empty is left out."""
        asked: dict[str, object] = {"seat": self.seat, "words": self.words, **changed}
        return "?" + urlencode({name: it for name, it in asked.items() if it not in (None, "")})


class Window(NamedTuple):
    """Some lines, newest last; `older`, `newer`: below which line those before and after end."""

    lines: list[LogLine]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A line as it is shown: when it was taken back, and whether one may go back to it."""

    told: Told
    undone_at: datetime | None
    may_go_back: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat to read about."""

    href: str
    name: str
    color: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """`older` and `newer` lead to the lines before and after those that are shown."""

    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    asked: Asked
    everybody: str
    choices: tuple[Choice, ...]
    rows: tuple[Row, ...]
    older: str
    newer: str
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


def log_page(place: Place, asked: Asked) -> LogPage:
    board = place.board
    window = _window(board, asked) if asked.all_of_it else _found(board, asked)
    return LogPage(
        table=board.table,
        sequence=board.sequence,
        title=board.facts.title,
        tabs=after.tabs(board.table, "log"),
        asked=asked,
        everybody=asked.query(seat=None),
        choices=_choices(board, asked),
        rows=tuple(_row(place, line) for line in reversed(window.lines)),
        older=asked.query(below=window.older) if window.older else "",
        newer=_newer(board, asked, window.newer) if window.newer else "",
        rewound=selectors.rewinds(board),
    )


def _newer(board: Board, asked: Asked, below: int) -> str:
    """Whoever has come to the newest lines follows them from there."""
    return asked.query(below=None if below > board.sequence else below)


def _window(board: Board, asked: Asked) -> Window:
    below = asked.under(board.sequence)
    lines = selectors.log_window(board, below=below, most=AT_ONCE)
    older = lines[0].sequence if lines and lines[0].sequence > 1 else None
    newer = below + AT_ONCE if below <= board.sequence else None
    return Window(lines, older, newer)


def _found(board: Board, asked: Asked) -> Window:
    """The lines of the whole log that were asked for, as many as are shown at once."""
    found = selectors.log_of(board)
    if asked.seat is not None:
        found = about(found, asked.seat)
    if asked.words:
        found = [line for line in found if _says(line, board.state, asked.words.casefold())]
    older = [line for line in found if line.sequence < asked.under(board.sequence)]
    lines, newer = older[-AT_ONCE:], found[len(older) :][:AT_ONCE]
    return Window(
        lines,
        lines[0].sequence if len(older) > AT_ONCE else None,
        (newer[-1].sequence if len(newer) == AT_ONCE else board.sequence) + 1 if newer else None,
    )


def _says(line: LogLine, state: State, words: str) -> bool:
    shown = told(line, state)
    return words in f"{shown.text} {shown.who}".casefold()


def about(lines: Sequence[LogLine], seat: int) -> list[LogLine]:
    """The lines that speak of a seat, and the undos that took such a line back."""
    own = [each for each in lines if _speaks_of(each, seat)]
    wanted = {each.sequence for each in own}
    wanted |= {each.undone.sequence for each in own if each.undone}
    return [each for each in lines if each.sequence in wanted]


def _speaks_of(line: LogLine, seat: int) -> bool:
    return line.seat == seat or any(told.params.get("seat") == seat for told in line.story)


def _choices(board: Board, asked: Asked) -> tuple[Choice, ...]:
    seats = enumerate(board.state.seats)
    return tuple(
        Choice(asked.query(seat=index), seat.name, seat.color, index == asked.seat)
        for index, seat in seats
    )


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
