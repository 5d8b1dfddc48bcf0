"""The log, about everybody or one seat, newest first, and what an undo to a line takes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from companion.fragments.log_text import REOPENED, LogText, log_text
from companion.fragments.words import words_here
from companion.pages import result_nav
from companion.pages.result_nav import Tab
from companion.rules.state import State
from companion.table import results, selectors
from companion.table.view import LogLine, TableView, Visit

AT_ONCE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class LogQuery:
    """Which lines are asked for: about a seat, with some words, below a line or around one."""

    seat: int | None = None
    words: str = ""
    below: int | None = None
    line: int | None = None

    @property
    def all_of_it(self) -> bool:
        return self.seat is None and not self.words

    def under(self, newest: int) -> int:
        """The line below which the page begins."""
        if self.line is not None:
            return min(self.line + AT_ONCE // 2, newest) + 1
        return newest + 1 if self.below is None else min(self.below, newest + 1)

    def url(self, **changed: object) -> str:
        """The same query with some values changed; empty ones are left out."""
        asked: dict[str, object] = {"seat": self.seat, "words": self.words, **changed}
        return "?" + urlencode({name: it for name, it in asked.items() if it not in (None, "")})


class Window(NamedTuple):
    """Some lines, newest last; `older` and `newer` are `below` of the pages before and after."""

    lines: list[LogLine]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the page: when it was undone, and whether the reader may undo down to it."""

    line: LogText
    undone_at: datetime | None
    may_go_back: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat to filter by."""

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
    query: LogQuery
    everybody: str
    choices: tuple[Choice, ...]
    rows: tuple[Row, ...]
    older: str
    newer: str
    rewound: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackPage:
    """An undo down to a line; without any lines there is nothing to undo.

    `counted`: it changes a final result; `reopens`: the game would not be over any more.
    """

    table: UUID
    title: str
    target: int
    standing: int
    lines: tuple[LogText, ...]
    past_draw: bool
    counted: bool
    reopens: bool


def log_page(visit: Visit, query: LogQuery) -> LogPage:
    view = visit.view
    window = _window(view, query) if query.all_of_it else _found(view, query)
    return LogPage(
        table=view.table,
        sequence=view.sequence,
        title=view.settings.title,
        tabs=result_nav.tabs(view.table, "log"),
        query=query,
        everybody=query.url(seat=None),
        choices=_choices(view, query),
        rows=tuple(_row(visit, line) for line in reversed(window.lines)),
        older=query.url(below=window.older) if window.older else "",
        newer=_newer(view, query, window.newer) if window.newer else "",
        rewound=selectors.rewinds(view),
    )


def _newer(view: TableView, query: LogQuery, below: int) -> str:
    """The link to newer lines; the newest page has no bound, so that it follows the game."""
    return query.url(below=None if below > view.sequence else below)


def _window(view: TableView, query: LogQuery) -> Window:
    below = query.under(view.sequence)
    lines = selectors.log_window(view, below=below, most=AT_ONCE)
    older = lines[0].sequence if lines and lines[0].sequence > 1 else None
    newer = below + AT_ONCE if below <= view.sequence else None
    return Window(lines, older, newer)


def _found(view: TableView, query: LogQuery) -> Window:
    """The lines of the whole log that were asked for, one page of them."""
    found = selectors.log_of(view)
    if query.seat is not None:
        found = about(found, query.seat)
    if query.words:
        found = [line for line in found if _matches(line, view.state, query.words.casefold())]
    older = [line for line in found if line.sequence < query.under(view.sequence)]
    lines, newer = older[-AT_ONCE:], found[len(older) :][:AT_ONCE]
    return Window(
        lines,
        lines[0].sequence if len(older) > AT_ONCE else None,
        (newer[-1].sequence if len(newer) == AT_ONCE else view.sequence) + 1 if newer else None,
    )


def _matches(line: LogLine, state: State, words: str) -> bool:
    read = log_text(line, state, words_here(), numbered=True)
    return words in f"{read.text} {read.who}".casefold()


def about(lines: Sequence[LogLine], seat: int) -> list[LogLine]:
    """The lines about a seat, and the undos that took such a line back."""
    own = [each for each in lines if _is_about(each, seat)]
    wanted = {each.sequence for each in own}
    wanted |= {each.undone.sequence for each in own if each.undone}
    return [each for each in lines if each.sequence in wanted]


def _is_about(line: LogLine, seat: int) -> bool:
    return line.seat == seat or any(each.params.get("seat") == seat for each in line.story)


def _choices(view: TableView, query: LogQuery) -> tuple[Choice, ...]:
    return tuple(
        Choice(query.url(seat=index), seat.name, seat.color, index == query.seat)
        for index, seat in enumerate(view.state.seats)
    )


def _row(visit: Visit, line: LogLine) -> Row:
    return Row(
        line=log_text(line, visit.view.state, words_here(), numbered=True),
        undone_at=line.undone.created_at if line.undone else None,
        may_go_back=line.kind == "action" and line.stands and visit.role.may_tap,
    )


def back_page(view: TableView, target: int) -> BackPage | None:
    """The page, or None if there is no such action in the log."""
    lines = selectors.log_of(view, after=target - 1)
    if not lines or lines[0].sequence != target or lines[0].kind != "action":
        return None
    undone = [line for line in lines if line.kind == "action" and line.stands]
    if not lines[0].stands:
        undone = []
    return BackPage(
        table=view.table,
        title=view.settings.title,
        target=target,
        standing=view.history.top or 0,
        lines=tuple(
            log_text(line, view.state, words_here(), numbered=True) for line in reversed(undone)
        ),
        past_draw=any(each.code.startswith("attack") for line in undone for each in line.story),
        counted=results.is_counted(view),
        reopens=_reopens(undone),
    )


def _reopens(undone: Sequence[LogLine]) -> bool:
    """Whether the first of these lines that ended a game or opened it again ended it."""
    codes = (each.code for line in undone for each in line.story)
    turns = (code for code in codes if code == REOPENED or code.startswith("over."))
    return next(turns, REOPENED) != REOPENED
