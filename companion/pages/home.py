"""The start page: the reader's own tables, running and finished, and the demo tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page

from companion.models import Table
from companion.rules.scoring import scores, winners
from companion.rules.settling import is_settled
from companion.rules.state import State
from companion.table.summaries import TableSummary
from kernel.text import isolated


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    name: str
    color: str
    out: bool
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table: whose turn it is in which round, or how many points won it, once that is `final`."""

    table: UUID
    title: str
    link_token: str
    edition: str
    begun: bool
    round: int
    turn: str
    over: bool
    final: bool
    points: int
    seats: tuple[Seat, ...]
    last_at: datetime

    @property
    def winners(self) -> str:
        return ", ".join(seat.name for seat in self.seats if seat.won)


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """`older` and `newer` are the numbers of the neighbouring pages, 0 if there is none."""

    running: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    unreadable: tuple[str, ...]
    demos: tuple[TableCard, ...]
    newer: int
    older: int
    may_open: bool
    claims: bool

    @property
    def newcomer(self) -> bool:
        return not (self.running or self.finished or self.newer)


def home_page(
    summaries: Iterable[TableSummary],
    demos: Iterable[TableSummary],
    listed: "Page[Table]",
    *,
    may_open: bool,
    claims: bool,
) -> HomePage:
    """`claims`: whether this device's tables can still be added to the account."""
    listed_here = list(summaries)
    cards = [_card(each, each.state) for each in listed_here if each.state]
    return HomePage(
        running=tuple(card for card in cards if not card.over),
        finished=tuple(card for card in cards if card.over),
        unreadable=tuple(isolated(each.title) for each in listed_here if each.state is None),
        demos=tuple(_card(each, each.state) for each in demos if each.state),
        newer=listed.previous_page_number() if listed.has_previous() else 0,
        older=listed.next_page_number() if listed.has_next() else 0,
        may_open=may_open,
        claims=claims,
    )


def _card(summary: TableSummary, state: State) -> TableCard:
    final = summary.closed or is_settled(state)
    best = winners(state) if state.over and final else ()
    return TableCard(
        table=summary.table,
        title=summary.title,
        link_token=summary.link_token,
        edition=state.edition.name,
        begun=summary.begun,
        round=summary.round,
        turn=state.seats[state.turn.seat].name,
        over=state.over is not None,
        final=final,
        points=scores(state)[best[0]].total if best else 0,
        seats=tuple(
            Seat(
                name=seat.name,
                color=seat.color,
                out=seat.status == "knocked_out",
                won=index in best,
            )
            for index, seat in enumerate(state.seats)
        ),
        last_at=summary.last_at,
    )
