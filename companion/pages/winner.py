"""The result: who won and why or what is still open, where the points come from, and the game in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from companion.fragments.readings import Reminder
from companion.pages import result_nav
from companion.pages.chart import Chart, chart
from companion.pages.contracts import with_result
from companion.pages.luck import SeatLuck, luck_of_seats
from companion.pages.open_ends import NOTHING_OPEN, Open, still_open
from companion.pages.result_nav import Tab
from companion.pages.score_names import score_name
from companion.rules.score_sheet import why_nothing
from companion.rules.scoring import CONTRACT, Score
from companion.rules.standings import Place, in_seat_order, standings
from companion.rules.state import State
from companion.rules.tally import Tally
from companion.rules.words import SCORES, STATUSES
from companion.sharing import bgstats
from companion.table import commitment, results
from companion.table.view import Visit
from companion.table.ways import Ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A seat in the order of the places; `nothing` says why it scores 0 by rule.

    As long as the result is not settled, `rank` is None and the order is that of the seats.
    """

    rank: int | None
    name: str
    color: str
    total: int
    won: bool
    status: str
    nothing: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """What one thing scores for each place, None if a seat has none of it."""

    label: str
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat's game in numbers; `out_in` is the turn in which it went out, if it did."""

    name: str
    color: str
    status: str
    out_in: int | None
    turns: int
    clank: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerPage:
    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    over: bool
    closed: bool
    final: bool
    open: Open
    seed: str
    may_run: bool
    may_show: bool
    winners: tuple[Standing, ...]
    places: tuple[Standing, ...]
    notes: tuple[str, ...]
    chart: Chart
    rows: tuple[ScoreRow, ...]
    luck: tuple[SeatLuck, ...]
    tally: Tally
    seats: tuple[SeatRow, ...]
    bgstats: str
    rematch: UUID | None
    may_follow: bool
    in_campaign: bool
    return_link: str
    readings: tuple[Reminder, ...]

    @property
    def names(self) -> str:
        return ", ".join(each.name for each in self.winners)


def winner_page(visit: Visit, ways: Ways, *, may_follow: bool) -> WinnerPage:
    """`may_follow` is whether the visitor may open the rematch."""
    view = visit.view
    state, table = view.state, standings(view.state)
    waits = state.over is not None and not results.is_final(view)
    ranked = in_seat_order(table) if waits else table.places
    numbers = results.numbers_of(view)
    counted = numbers.tally
    places = tuple(_standing(state, place, waits=waits) for place in ranked)
    return WinnerPage(
        table=view.table,
        sequence=view.sequence,
        title=view.settings.title,
        tabs=result_nav.tabs(view.table, "winner"),
        over=state.over is not None,
        closed=view.settings.closed_at is not None,
        final=results.is_final(view),
        open=still_open(state) if waits else NOTHING_OPEN,
        seed=commitment.seed_of(view),
        may_run=visit.role.may_run,
        may_show=visit.role.may_tap,
        winners=tuple(each for each in places if each.won),
        places=places,
        notes=() if waits else tuple(note.render(gettext) for note in table.notes),
        chart=chart(state, ranked),
        rows=_score_rows(state, ranked),
        luck=luck_of_seats(state.seats, numbers.luck),
        tally=counted,
        seats=tuple(
            SeatRow(
                name=seat.name,
                color=seat.color,
                status=gettext(STATUSES[seat.status]),
                out_in=own.out_in,
                turns=own.turns,
                clank=own.clank,
                damage=own.damage,
            )
            for seat, own in zip(state.seats, counted.seats, strict=True)
        ),
        bgstats=bgstats.link(bgstats.play_of(view)),
        rematch=view.settings.rematch,
        may_follow=may_follow,
        in_campaign=bool(view.settings.return_link),
        return_link=ways.back,
        readings=with_result(state),
    )


def _standing(state: State, place: Place, *, waits: bool) -> Standing:
    held = state.seats[place.seat]
    nothing = why_nothing(state, place.seat)
    return Standing(
        rank=None if waits else place.rank,
        name=held.name,
        color=held.color,
        total=place.score.total,
        won=place.won and not waits,
        status=gettext(STATUSES[held.status]),
        nothing=nothing.render(gettext) if nothing else "",
    )


def _score_rows(state: State, places: Sequence[Place]) -> tuple[ScoreRow, ...]:
    """A row for each thing that scores for anybody; seats in the order of their places."""
    scores = [place.score for place in places]
    present = {line.what for score in scores for line in score.lines}
    contracts = [f"{CONTRACT}{contract.key}" for contract in state.contracts]
    tokens = [*state.edition.tokens, state.edition.escape_token]
    order = ["artifact", "crown", *tokens, "gold", "cards", *contracts, *SCORES]
    wanted = [what for what in dict.fromkeys(order) if what in present]
    return tuple(
        ScoreRow(score_name(state, what), tuple(_points(score, what) for score in scores))
        for what in wanted
    )


def _points(score: Score, what: str) -> int | None:
    found = [line.points for line in score.lines if line.what == what]
    return sum(found) if found else None
