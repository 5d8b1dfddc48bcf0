"""The score sheet of one seat: what the table has counted, and what its people count."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from companion.pages import result_nav
from companion.pages.contracts import BeforeScores, before_scores
from companion.pages.result_nav import Tab
from companion.pages.score_names import score_name
from companion.rules.score_sheet import Entry, sheet
from companion.rules.scoring import scores
from companion.rules.state import CROWN, State
from companion.rules.words import STATUSES
from companion.table.view import TableView, Visit

# Games end with about 100 points.
DOUBTFUL = 300


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that the table has counted: how many, their points, and why."""

    name: str
    crown: bool
    count: int
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

    @property
    def doubtful(self) -> bool:
        """Whether a slip of the thumb is likelier than such a game."""
        return self.total > DOUBTFUL


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePage:
    """`before` is what the contracts ask for first; `nothing` says why the seat scores 0 whatever it holds;
    `next` is the seat whose sheet comes next, None after the last one."""

    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    over: bool
    may_count: bool
    settled: bool
    seat: int
    name: str
    color: str
    status: str
    rows: tuple[Row, ...]
    before: BeforeScores
    nothing: str
    totals: tuple[SeatTotal, ...]
    next: SeatTotal | None

    @property
    def total(self) -> int:
        return self.totals[self.seat].total


def score_page(visit: Visit, seat: int) -> ScorePage:
    view = visit.view
    state, held = view.state, view.state.seats[seat]
    counted = sheet(state, seat)
    totals = totals_of(state, seat)
    return ScorePage(
        table=view.table,
        sequence=view.sequence,
        title=view.settings.title,
        tabs=result_nav.tabs(view.table, "scores"),
        over=state.over is not None,
        may_count=view.may_count(visit.role),
        settled=view.is_settled,
        seat=seat,
        name=held.name,
        color=held.color,
        status=gettext(STATUSES[held.status]),
        rows=tuple(_row(state, entry) for entry in counted.entries),
        before=before_scores(state),
        nothing=counted.nothing.render(gettext) if counted.nothing else "",
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


def first_sheet(view: TableView, device: int | None) -> int:
    """The seat whose sheet opens first: the first one that the device holds."""
    person = view.settings.person(device) if device is not None else None
    return person.seats[0] if person and person.seats else 0


def _row(state: State, entry: Entry) -> Row:
    return Row(
        name=score_name(state, entry.what),
        crown=entry.what == CROWN,
        count=1 if entry.what == "gold" else entry.count,
        why=entry.reason.render(gettext),
        points=entry.points,
    )
