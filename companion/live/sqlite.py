"""The fast path on SQLite: rules and statements on the loop, inside the lock; COMMIT in a thread.

As long as nobody else has written, memory is right: `PRAGMA data_version` tells, read within the
lock. If it has changed, each table of a batch is looked up once.
"""

import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from companion.live.fast_path import BusyError, LostError, Remembering
from companion.rules.fairness import Fairness
from companion.services import sql
from companion.services.readers import UnusualError
from companion.services.sql import Stored
from companion.table import cache as tables
from companion.table.view import TableView
from web import codes

PRIMARY = 0xFF  # the bits of SQLite's error codes that all kinds of busy share
# Bytes of write-ahead file from the start: as many as are written before SQLite begins at its front again.
AHEAD = 4 * 1024 * 1024


def grow(database: sqlite3.Connection) -> None:
    """Make the write-ahead file large once, by what is never committed.

    A commit that has to make the file longer takes twice as long. Zeros that do not fit into the
    cache are written there; taken back, they leave the database as it was.
    """
    ((pages,),) = database.execute("PRAGMA cache_size")
    try:
        database.execute("PRAGMA cache_size = 10")
        database.execute("BEGIN IMMEDIATE")
        database.execute("CREATE TABLE zeros (zeros BLOB)")
        database.execute("INSERT INTO zeros VALUES (zeroblob(?))", (AHEAD,))
    except sqlite3.OperationalError:
        pass  # somebody writes, or the disk is full: it is only slower, and whoever taps is told
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
        database.execute(f"PRAGMA cache_size = {int(pages)}")


class Sqlite(Remembering):
    """The loop's connection; during COMMIT it belongs to the thread."""

    sure = True

    def __init__(self) -> None:
        super().__init__()
        self._moved = True
        self._seen: int | None = None
        self._checked: set[UUID] = set()
        self._devices: dict[str, int] = {}

    # In the thread ------------------------------------------------------------

    def open(self) -> None:
        opened = connections.create_connection(DEFAULT_DB_ALIAS)
        opened.connect()
        self._db: sqlite3.Connection = opened.connection
        self._db.execute("PRAGMA busy_timeout = 0")  # the loop never waits here
        grow(self._db)
        self.is_open = True

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._db.close()

    # On the loop --------------------------------------------------------------

    def begin(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._look()
        except sqlite3.OperationalError as error:
            self.rollback()
            if error.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_BUSY:
                raise BusyError from None
            raise

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def doubt(self) -> None:
        self._seen = None

    def _look(self) -> None:
        """Check whether another connection has committed: then memory may be out of date."""
        ((now,),) = self._db.execute("PRAGMA data_version")
        if now != self._seen:
            self._seen, self._moved = now, True
            self._checked.clear()
            self._devices.clear()

    def overtaken(self, watched: list[UUID], *, again: bool) -> dict[UUID, int]:
        """The sequences of those tables, if others have written since the last call."""
        self._look()
        if not self._moved and not again:
            return {}
        found = sql.sequences(self, watched)
        self._moved = False
        return found

    def rows(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self._db.execute(_marked(statement), values).fetchall()

    def many(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        try:
            self._db.executemany(_marked(statement), values)
        except sqlite3.IntegrityError:
            raise LostError from None

    def device(self, token: str) -> int:
        known = self._devices.get(token)
        if known is None:
            found = self.rows(sql.DEVICE, (codes.fingerprint(token),))
            if not found:
                raise UnusualError
            known = self._devices[token] = found[0][0]
        return known

    def view(self, table: UUID) -> TableView:
        known = tables.recall(table)
        if known is None:
            raise UnusualError
        if table not in self._checked:
            at = self.rows(sql.SEQUENCES, (sql.key(table),))
            if at != [(known.sequence, known.settings_sequence)]:
                raise UnusualError
            self._checked.add(table)
        return known

    def stored(self, device: int, tap_id: str) -> Stored | None:
        return sql.stored(self, device, tap_id)

    def fairness(self, table: UUID) -> Fairness:
        secret = sql.secret(self, table)
        if not secret.salt_fixed:
            raise UnusualError
        return Fairness(secret.commitment, secret.salt, secret.seed)


@cache
def _marked(statement: str) -> str:
    return statement.replace("%s", "?")
