"""The SQL statements of a tap, written out: building them costs more than running them.

A tap reaches the database through Django's connection or through one of the live part's own; both
run these. Everything else goes through the models.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db import connection

SEQUENCES = "SELECT sequence, settings_sequence FROM companion_table WHERE id = %s"
DEVICE = "SELECT id FROM accounts_device WHERE token_hash = %s"
STORED = (
    "SELECT table_id, sequence, version, payload FROM companion_logrow"
    " WHERE device_id = %s AND tap_id = %s"
)
SECRET = "SELECT commitment, salt, seed, salt_fixed FROM companion_table WHERE id = %s"  # noqa: S105
ADVANCE = "UPDATE companion_table SET sequence = %s, version = %s WHERE id = %s"
KEEP_SNAPSHOT = "UPDATE companion_table SET snapshot = %s, snapshot_sequence = %s WHERE id = %s"


class NewRow(NamedTuple):
    """A row of the log before it is stored: the columns of LogRow, in the order of the statement."""

    table_id: UUID
    sequence: int
    kind: str
    name: str
    payload: str
    story: str
    seat: int | None
    target: int | None
    past_draw: bool
    version: int
    round: int
    attack: int | None
    checkpoint: str
    device_id: int | None
    actor_name: str
    tap_id: str | None
    created_at: datetime


INSERT = (
    f"INSERT INTO companion_logrow ({', '.join(NewRow._fields)})"  # noqa: S608 - our own names
    f" VALUES ({', '.join(['%s'] * len(NewRow._fields))})"
)


class Secret(NamedTuple):
    """What a table's cubes are drawn from; it is used nowhere else."""

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


class Statements(Protocol):
    """A connection that runs statements."""

    def rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]: ...
    def many(self, sql: str, values: Sequence[Sequence[Any]]) -> None: ...


class Django:
    """Django's connection of this thread."""

    def rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall()) if cursor.description else []

    def many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(sql, values)


def lock(tables: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """Lock tables, in the same order everywhere; returns sequence and settings_sequence of each."""
    locking = " FOR UPDATE" if connection.features.has_select_for_update else ""
    sql = (
        "SELECT id, sequence, settings_sequence FROM companion_table"  # noqa: S608 - only placeholders
        f" WHERE id IN ({_marks(tables)}) ORDER BY id{locking}"
    )
    return {uuid(each): at for each, *at in _rows(sql, tables)}  # type: ignore[misc]


def sequences(run: Statements, tables: Collection[UUID]) -> dict[UUID, int]:
    """The sequences of tables, for those that somebody watches."""
    sql = f"SELECT id, sequence FROM companion_table WHERE id IN ({_marks(tables)})"  # noqa: S608
    return {uuid(each): at for each, at in run.rows(sql, [key(table) for table in tables])}


def stored(run: Statements, device: int, tap_id: str) -> Stored | None:
    """The row of a tap that was stored before, or None."""
    found = run.rows(STORED, (device, tap_id))
    return Stored(uuid(found[0][0]), *found[0][1:]) if found else None


def secret(run: Statements, table: UUID) -> Secret:
    """What the cubes of a table are drawn from; read again for each draw, never cached."""
    return Secret(*run.rows(SECRET, (key(table),))[0])


def values(row: NewRow) -> tuple[Any, ...]:
    """The values of a row for the database; only two columns need converting."""
    return (key(row.table_id), *row[1:-1], moment(row.created_at))


def key(table: UUID) -> Any:
    """A table's id as the database stores it."""
    return table if _has_own_types() else table.hex


def uuid(stored: object) -> UUID:
    return stored if isinstance(stored, UUID) else UUID(str(stored))


def moment(at: datetime) -> Any:
    """A time as the database stores it."""
    return at if _has_own_types() else str(at.astimezone(UTC).replace(tzinfo=None))


def _has_own_types() -> bool:
    return connection.vendor == "postgresql"


def _rows(sql: str, tables: Collection[UUID]) -> list[tuple[Any, ...]]:
    return Django().rows(sql, [key(table) for table in tables])


def _marks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))
