"""The statements on a tap's path, written out: to build them anew costs more than to run them.

Everything else goes through the models; values are adapted by the models' own fields.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from companion.board import Board
from companion.models import LogRow, Table
from companion.rules import codec

Pair = tuple[int | None, str | None]


class Secret(NamedTuple):
    """What a table's cubes are drawn from; it goes nowhere else."""

    commitment: str
    salt: str
    seed: str
    salt_fixed: bool


class Stored(NamedTuple):
    """What the answer to a tap is made of."""

    table: UUID
    sequence: int
    version: int
    payload: str


def lock(tables: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """Lock tables, in one order for all, and say where each stands: sequence, settled."""
    keys = {_key(table): table for table in tables}
    locking = " FOR UPDATE" if connection.features.has_select_for_update else ""
    sql = (
        "SELECT id, sequence, settled FROM companion_table"  # noqa: S608 - only marks and keywords
        f" WHERE id IN ({_marks(keys)}) ORDER BY id{locking}"
    )
    return {keys[key]: (sequence, settled) for key, sequence, settled in _rows(sql, list(keys))}


def sequences(tables: Collection[UUID]) -> dict[UUID, int]:
    """Where tables stand, asked many times a second while somebody watches them."""
    keys = {_key(table): table for table in tables}
    sql = f"SELECT id, sequence FROM companion_table WHERE id IN ({_marks(keys)})"  # noqa: S608
    return {keys[key]: sequence for key, sequence in _rows(sql, list(keys))}


def answered(pairs: Collection[Pair]) -> dict[Pair, Stored]:
    """The rows of taps, named by device and id, that were stored before."""
    wanted = " OR ".join(["(device_id = %s AND tap_id = %s)"] * len(pairs))
    sql = (
        "SELECT device_id, tap_id, table_id, sequence, version, payload"  # noqa: S608 - as above
        f" FROM companion_logrow WHERE {wanted}"
    )
    found = _rows(sql, [value for pair in pairs for value in pair])
    return {(device, tap): Stored(_uuid(table), *answer) for device, tap, table, *answer in found}


def secret(table: UUID) -> Secret:
    """What the cubes of a table are drawn from; read again for each draw, never remembered."""
    sql = "SELECT commitment, salt, seed, salt_fixed FROM companion_table WHERE id = %s"
    return Secret(*_rows(sql, [_key(table)])[0])


def add(rows: Sequence[LogRow]) -> None:
    """Add rows to the log; the database counts on no sequence and no tap being there twice."""
    with connection.cursor() as cursor:
        cursor.executemany(_insert(), [_values(row) for row in rows])


def _values(row: LogRow) -> list[Any]:
    adapt = connection.ops.adapt_datetimefield_value
    # Only these two differ from what the database keeps; its driver knows texts and numbers.
    kept = {"table_id": _key(row.table_id), "at": adapt(row.at)}
    return [kept.get(name, getattr(row, name)) for name in _columns()]


def put(board: Board) -> None:
    """Store where a table stands now."""
    values = [board.sequence, board.line.version, codec.dump(board.state), _key(board.table)]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE companion_table SET sequence = %s, version = %s, snapshot = %s WHERE id = %s",
            values,
        )


@cache
def _columns() -> tuple[str, ...]:
    return tuple(field.attname for field in LogRow._meta.concrete_fields if not field.primary_key)


@cache
def _insert() -> str:
    names = ", ".join(f'"{name}"' for name in _columns())
    return f"INSERT INTO companion_logrow ({names}) VALUES ({_marks(_columns())})"  # noqa: S608


def _rows(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _marks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))


def _key(table: UUID) -> Any:
    """The table's id as the database keeps it."""
    return Table._meta.pk.get_db_prep_value(table, connection)


def _uuid(key: object) -> UUID:
    return key if isinstance(key, UUID) else UUID(str(key))
