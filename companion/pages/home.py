"""The start page: one's own tables, running and finished, and the demonstration's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.listing import Glance
from companion.models import Table
from companion.rules.scoring import scores, winners
from companion.rules.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    name: str
    color: str
    out: bool
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table to go on with: `line` says in a few words where its game stands."""

    table: UUID
    title: str
    join_code: str
    edition: str
    line: str
    seats: Sequence[Seat]
    over: bool
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """`older` and `newer` are the numbers of the neighbouring pages, 0 where there is none."""

    running: Sequence[TableCard]
    finished: Sequence[TableCard]
    demos: Sequence[TableCard]
    newer: int
    older: int
    may_open: bool
    claims: bool

    @property
    def newcomer(self) -> bool:
        return not (self.running or self.finished or self.newer)


def home_page(
    glances: Iterable[Glance],
    demos: Iterable[Glance],
    listed: "Page[Table]",
    *,
    may_open: bool,
    claims: bool,
) -> HomePage:
    """`claims`: whether this device's tables can still be put into the account."""
    cards = [table_card(glance) for glance in glances]
    return HomePage(
        running=[card for card in cards if not card.over],
        finished=[card for card in cards if card.over],
        demos=[table_card(glance) for glance in demos],
        newer=listed.previous_page_number() if listed.has_previous() else 0,
        older=listed.next_page_number() if listed.has_next() else 0,
        may_open=may_open,
        claims=claims,
    )


def table_card(glance: Glance) -> TableCard:
    state = glance.state
    best = winners(state) if state.over else ()
    return TableCard(
        table=glance.table,
        title=glance.title,
        join_code=glance.join_code,
        edition=state.edition.name,
        line=_line(glance, best),
        seats=[
            Seat(
                name=seat.name,
                color=seat.color,
                out=seat.status == "knocked_out",
                won=index in best,
            )
            for index, seat in enumerate(state.seats)
        ],
        over=state.over is not None,
        last_at=glance.last_at,
    )


def _line(glance: Glance, best: Sequence[int]) -> str:
    state = glance.state
    if state.over:
        return _result(state, best)
    if not glance.begun:
        return _("Not begun yet")
    name = state.seats[state.turn.seat].name
    return _("Round {round}, {name}’s turn").format(round=glance.round, name=name)


def _result(state: State, best: Sequence[int]) -> str:
    if not best:
        return _("Over; nobody scored")
    names = ", ".join(state.seats[index].name for index in best)
    points = scores(state)[best[0]].total
    sentence = ngettext(
        "{names} won with {points} point", "{names} won with {points} points", points
    )
    return sentence.format(names=names, points=points)
