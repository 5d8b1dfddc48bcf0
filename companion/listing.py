"""What the start page lists: one's own tables, and the demonstration's, each in one glance."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from companion import selectors
from companion.board import named
from companion.models import Device, LogRow, Table
from companion.rules.state import State

DEMO_GROUP = "demo"
MOST_DEMOS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A table among others: what it is called, where its game stands, and since when."""

    table: UUID
    title: str
    join_code: str
    state: State
    round: int
    begun: bool
    closed: bool
    opened_at: datetime
    last_at: datetime


def own_tables(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The tables somebody opened or sits at, newest first, ready for `glances`."""
    return _to_show(selectors.tables_of(device, account))


def demo_tables(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The tables of the demonstration's host, if there is one, without those one sits at."""
    demo = Table.objects.filter(opener_account__groups__name=DEMO_GROUP, rematch_of=None)
    own = selectors.tables_of(device, account).order_by().values("pk")
    free = demo.filter(joining_open=True).exclude(pk__in=own)
    return _to_show(free.order_by("opened_at"))[:MOST_DEMOS]


def _to_show(tables: QuerySet[Table]) -> QuerySet[Table]:
    rows = LogRow.objects.filter(table=OuterRef("pk")).order_by("-sequence")
    played = rows.exclude(kind=LogRow.Kind.SETTING)
    return tables.prefetch_related("seats").annotate(
        last_at=Subquery(rows.values("at")[:1]), last_round=Subquery(played.values("round")[:1])
    )


def glances(tables: Iterable[Table]) -> list[Glance]:
    return [_glance(table) for table in tables]


def _glance(table: Table) -> Glance:
    last_at = getattr(table, "last_at", None) or table.opened_at
    return Glance(
        table=table.pk,
        title=table.title,
        join_code=table.join_code,
        state=named(selectors.state_of(table), [seat.name for seat in table.seats.all()]),
        round=getattr(table, "last_round", None) or 1,
        begun=table.version > 0,
        closed=table.closed_at is not None,
        opened_at=table.opened_at,
        last_at=timezone.localtime(last_at),
    )
