"""Writes the results of tables, after the commit of what ended a game or changed its end.

A result is made from the log, so one that is missing or late is only made again: it is never the
reason why a tap fails or waits.
"""

import logging
from functools import partial
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import F, Q

from companion.models import Holding, LogRow, SeatResult, Table, TableResult
from companion.table import broadcast, results, selectors
from companion.table.view import TableView

logger = logging.getLogger(__name__)


def ended(table: UUID) -> None:
    """The game of a table has ended, or its end has changed; called after the commit.

    A running server writes the result in a thread of its own; without one it is written at once.
    """
    if not broadcast.ended(table):
        write_if_possible(table)


def ended_after_commit(table: UUID) -> None:
    """The same from within a transaction."""
    transaction.on_commit(partial(ended, table), robust=True)


def changed_after_commit(table: UUID) -> None:
    """A setting has changed that a result depends on; of a running game there is none."""
    transaction.on_commit(partial(_changed, table), robust=True)


def _changed(table: UUID) -> None:
    if selectors.view_of(table).state.over:
        ended(table)


def write_if_possible(table: UUID) -> bool:
    """Write a table's result; whether that worked. What is wrong with one table is logged."""
    try:
        write(table)
    except DatabaseError as error:
        logger.warning("The result of table %s is written later: %s", table, error)
        return False
    except Exception as error:  # noqa: BLE001 - a damaged row may break anything
        logger.warning("The log of table %s has no result: %r", table, error)
        return False
    return True


def write(table: UUID, *, again: bool = False) -> bool:
    """Make a table's result equal to its log; whether anything was written.

    Read and worked out first; the database is locked only to write.
    """
    view = selectors.view_of(table)
    known = TableResult.objects.filter(pk=table).first()
    if known and known.sequence == view.sequence and not again:
        return False
    result = TableResult(table_id=table, sequence=view.sequence, over=view.state.over is not None)
    seats = _fill(result, view, None if again else known) if result.over else []
    with transaction.atomic():
        newer = TableResult.objects.filter(pk=table, sequence__gt=view.sequence)
        if newer.select_for_update().exists():
            return False
        result.save()
        result.seats.all().delete()
        SeatResult.objects.bulk_create(seats)
        result.devices.add(*_seated(table))
    return True


def _fill(result: TableResult, view: TableView, known: TableResult | None) -> list[SeatResult]:
    span = results.span_of(view)
    result.counted = results.is_final(view)
    result.edition_name = view.state.edition.name[:60]
    result.ended_at, result.minutes = span.ended_at, span.minutes
    result.attack_at = view.attack_at
    damage = _kept(known, view) or results.damage_of(view)
    return [
        SeatResult(
            result=result,
            index=index,
            name=seat.name,
            unnamed=seat.unnamed,
            color=seat.color,
            points=seat.points,
            rank=seat.rank,
            won=seat.won and result.counted,
            fell=seat.fell,
            damage=points,
            expected=expected,
        )
        for index, (seat, (points, expected)) in enumerate(
            zip(results.outcomes_of(view), damage, strict=True)
        )
    ]


def _kept(known: TableResult | None, view: TableView) -> list[results.Damage]:
    """The damage as worked out before, if no attack was added or taken back since."""
    if known is None or not known.over or known.attack_at != view.attack_at:
        return []
    return list(known.seats.values_list("damage", "expected"))


def _seated(table: UUID) -> set[int]:
    """The devices that have a seat or ever had one."""
    seated = LogRow.objects.filter(table=table, kind=LogRow.Kind.SETTING, name="seated")
    now = Holding.objects.filter(presence__table=table)
    held = set(now.values_list("presence__device", flat=True))
    return held | set(seated.exclude(device=None).values_list("device", flat=True))


# All of them --------------------------------------------------------------------


def stale() -> list[UUID]:
    """The tables whose result is missing or older than their log."""
    late = Q(result=None) | Q(result__sequence__lt=F("sequence"))
    return list(Table.objects.filter(late).order_by("opened_at").values_list("pk", flat=True))


def rebuild() -> tuple[int, list[UUID]]:
    """Make every result again; returns how many there are, and the tables that cannot be read."""
    tables = list(Table.objects.order_by("opened_at").values_list("pk", flat=True))
    broken = [table for table in tables if not _rebuilt(table)]
    return len(tables) - len(broken), broken


def _rebuilt(table: UUID) -> bool:
    try:
        write(table, again=True)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one, the others are made
        logger.warning("The log of table %s has no result: %r", table, error)
        return False
    return True
