"""What the start page lists: the visitor's own tables and the demo tables, in summary."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import DatabaseError
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Device
from companion.models import LogRow, Table
from companion.rules.state import State
from companion.table import naming, selectors, states, titles
from companion.table.view import named

logger = logging.getLogger(__name__)

DEMO_GROUP = "demo"
MOST_DEMOS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """A table in a list: its title, how far its game is, and since when."""

    table: UUID
    title: str
    link_token: str
    state: State | None
    round: int
    begun: bool
    closed: bool
    opened_at: datetime
    last_at: datetime


def own_tables(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The tables somebody opened or sits at, newest first, ready for `glances`."""
    return _to_show(selectors.tables_of(device, account))


def demo_tables(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The demo tables, if there are any, without those the visitor sits at."""
    demo = Table.objects.filter(opener_account__groups__name=DEMO_GROUP, rematch_of=None)
    own = selectors.tables_of(device, account).order_by().values("pk")
    free = demo.filter(joining_open=True).exclude(pk__in=own)
    return _to_show(free.order_by("opened_at"))[:MOST_DEMOS]


def _to_show(tables: QuerySet[Table]) -> QuerySet[Table]:
    rows = LogRow.objects.filter(table=OuterRef("pk")).order_by("-sequence")
    played = rows.exclude(kind=LogRow.Kind.SETTING)
    return tables.prefetch_related("seats").annotate(
        last_at=Subquery(rows.values("created_at")[:1]),
        last_round=Subquery(played.values("round")[:1]),
    )


def summaries(tables: Iterable[Table]) -> list[TableSummary]:
    """The tables as a list shows them; one whose log cannot be replayed is there without a state."""
    tables = list(tables)
    try:
        found: Sequence[State | None] = states.states_of_all(tables)
    except DatabaseError:
        raise
    except Exception:  # noqa: BLE001 - whatever is wrong with one of them, the others are shown
        found = [_readable(table) for table in tables]
    return [_summary(table, state) for table, state in zip(tables, found, strict=True)]


def _readable(table: Table) -> State | None:
    try:
        return states.states_of_all([table])[0]
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged row may break anything
        logger.warning("The log of table %s cannot be replayed: %r", table.pk, error)
        return None


def _called(table: Table) -> tuple[str, ...]:
    seats = table.seats.all()
    names, colors = tuple(seat.name for seat in seats), tuple(seat.color for seat in seats)
    return naming.names_of(names, colors, get_language() or "en")


def _summary(table: Table, state: State | None) -> TableSummary:
    last_at = getattr(table, "last_at", None) or table.opened_at
    return TableSummary(
        table=table.pk,
        title=titles.read_here(table.title, table.opened_at),
        link_token=table.link_token,
        state=named(state, _called(table)) if state else None,
        round=getattr(table, "last_round", None) or 1,
        begun=table.version > 0,
        closed=table.closed_at is not None,
        opened_at=table.opened_at,
        last_at=timezone.localtime(last_at),
    )
