"""The score sheet of one seat: what the table has counted, and what its people count."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from companion.board import Board, Place
from companion.pages import after
from companion.pages.after import Tab
from companion.rules.scoring import scores
from companion.rules.sheet import Entry, sheet
from companion.rules.state import CROWN, State
from companion.rules.words import SCORES, STATUSES


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that the table has counted."""

    text: str
    why: str
    points: int


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A seat among all, with its total as if the game were scored now."""

    index: int
    name: str
    color: str
    total: int
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePage:
    """`nothing` says why the seat scores 0 although it may hold something; `next` is the seat
    whose sheet comes next, None after the last one."""

    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    over: bool
    may_count: bool
    seat: int
    name: str
    color: str
    status: str
    rows: tuple[Row, ...]
    nothing: str
    totals: tuple[SeatTotal, ...]
    next: SeatTotal | None

    @property
    def total(self) -> int:
        return self.totals[self.seat].total


def score_page(place: Place, seat: int) -> ScorePage:
    board = place.board
    state, held = board.state, board.state.seats[seat]
    counted = sheet(state, seat)
    totals = totals_of(state, seat)
    return ScorePage(
        table=board.table,
        sequence=board.sequence,
        title=board.facts.title,
        tabs=after.tabs(board.table, "scores"),
        over=state.over is not None,
        may_count=place.role.may_tap,
        seat=seat,
        name=held.name,
        color=held.color,
        status=gettext(STATUSES[held.status]),
        rows=tuple(_row(entry) for entry in counted.entries),
        nothing=counted.nothing.say(gettext) if counted.nothing else "",
        totals=totals,
        next=totals[seat + 1] if seat + 1 < len(totals) else None,
    )


def totals_of(state: State, seat: int) -> tuple[SeatTotal, ...]:
    """Every seat's total; `seat` is the one whose sheet is open."""
    pairs = zip(state.seats, scores(state), strict=True)
    return tuple(
        SeatTotal(index, held.name, held.color, score.total, index == seat)
        for index, (held, score) in enumerate(pairs)
    )


def first_sheet(board: Board, device: int | None) -> int:
    """The sheet that somebody opens first: that of their own first seat."""
    person = board.facts.person(device) if device is not None else None
    return person.seats[0] if person and person.seats else 0


def _row(entry: Entry) -> Row:
    name = gettext(SCORES[entry.what])
    if entry.what == "gold" or entry.count == 1:
        text = name
    else:
        text = gettext("{token} × {count}").format(token=name, count=entry.count)
    if entry.what == CROWN:
        text = gettext("Crown worth {value}").format(value=entry.points)
    return Row(text, entry.reason.say(gettext), entry.points)
