"""Who begins, drawn by lot before the first action: a setting, for the seats' order is the setup's."""

from django.db import transaction
from django.db.models import F

from accounts.models import Device
from companion.errors import TableError
from companion.models import LogRow, Table
from companion.rules.fairness import Fairness, draw_first
from companion.services.opener_only import put_setup, read_setup
from companion.services.settings_log import locked, note
from companion.table.commitment import DRAWN

FAR = 100
"""Added to the seats' numbers on the way, so that no two are ever the same."""


def may_draw(table: Table) -> bool:
    """Whether it can still be drawn: once, by a table that draws, before anything was done."""
    kinds = (LogRow.Kind.ACTION, LogRow.Kind.UNDO)
    done = table.rows.filter(kind__in=kinds) | table.rows.filter(name=DRAWN)
    return table.draws and not done.exists()


@transaction.atomic
def draw_first_player(table: Table, by: Device) -> None:
    """The seat that is drawn becomes the first one; the others follow as they sit.

    It is the first chance of the table, so from now on its salt is fixed.
    """
    table = locked(table.pk)
    if not may_draw(table):
        raise TableError("first_player")
    fair = Fairness(table.commitment, table.salt, table.seed)
    seats = list(table.seats.all())
    first = draw_first(fair, len(seats))
    _rotate(table, first, len(seats))
    table.salt_fixed = True
    _set_up_again(table, first)
    note(table, by, DRAWN, 0, drawn=first)


def _rotate(table: Table, first: int, count: int) -> None:
    table.seats.update(index=F("index") + FAR)
    for old in range(count):
        table.seats.filter(index=old + FAR).update(index=(old - first) % count)


def _set_up_again(table: Table, first: int) -> None:
    seats = list(table.seats.all())
    brought = table.brought
    contracts = [
        {**contract, "solo": (contract["solo"] - first) % len(seats)}
        if "solo" in contract
        else contract
        for contract in brought.get("contracts", ())
    ]
    setup = read_setup(
        edition=table.edition,
        seats=[{"name": seat.name, "color": seat.color} for seat in seats],
        modules=table.modules,
        rules=table.house_rules,
        **{**brought, "contracts": contracts},
    )
    put_setup(table, setup)
