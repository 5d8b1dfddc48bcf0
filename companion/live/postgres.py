"""The fast path on PostgreSQL: rules on the loop, all statements in the thread, as one pipeline.

Memory is assumed to be right, and the statements check it: a table must be where it
stood, a browser's token must be its device's, a tap must be new. Otherwise the batch goes the
slow path.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, Error, connections

from companion.live.fast_path import LostError, Remembering
from companion.services import sql
from companion.services.readers import UnusualError
from companion.services.sql import Stored
from companion.table import broadcast, cache
from companion.table.view import TableView
from web import codes

LOCK_TIMEOUT = "SET lock_timeout = '2s'"
ADVANCE = f"{sql.ADVANCE} AND sequence = %s AND settings_sequence = %s"
TOKENS = "SELECT count(*) FROM accounts_device WHERE token_hash = ANY(%s) AND id = ANY(%s)"
NOTIFY = "SELECT pg_notify(%s, %s)"


class Postgres(Remembering):
    """Statements of a batch are collected on the loop and run in the thread."""

    sure = False

    def __init__(self) -> None:
        super().__init__()
        self._clear()

    def _clear(self) -> None:
        self._expected: dict[UUID, tuple[int, int]] = {}
        self._tokens: dict[str, int] = {}
        self._moves: list[Sequence[Any]] = []
        self._others: list[tuple[str, Sequence[Sequence[Any]]]] = []

    # In the thread ------------------------------------------------------------

    def open(self) -> None:
        opened = connections.create_connection(DEFAULT_DB_ALIAS)
        opened.connect()
        self._db = cast(Any, opened.connection)
        self._db.execute(LOCK_TIMEOUT)
        self._errors = opened.wrap_database_errors
        self.is_open = True

    def commit(self) -> None:
        try:
            with self._errors, self._db.pipeline(), self._db.transaction():
                self._run()
        except Error as error:
            # Overtaken, stored before, or unreachable: the slow path finds out.
            self.is_open = not self._db.closed
            raise LostError from error

    def _run(self) -> None:
        moved, known, others = (self._db.cursor() for _ in range(3))
        # Tables in the same order everywhere, so that two writers do not wait for each other.
        moved.executemany(ADVANCE, sorted(self._moves, key=itemgetter(2)))
        known.execute(TOKENS, (list(self._tokens), list(self._tokens.values())))
        for statement, values in self._others:
            others.executemany(statement, values)
        told = [(broadcast.CHANNEL, broadcast.notice(each[2], each[0])) for each in self._moves]
        others.executemany(NOTIFY, told)
        if known.fetchone()[0] != len(self._tokens) or moved.rowcount != len(self._moves):
            raise LostError

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._db.close()

    # On the loop --------------------------------------------------------------

    def begin(self) -> None:
        self._clear()

    def rollback(self) -> None:
        self._clear()

    def doubt(self) -> None:
        """The slow path checks everything and remembers what it finds."""

    def rows(self, _statement: str, _values: Sequence[Any]) -> list[tuple[Any, ...]]:
        raise UnusualError

    def many(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        if statement == sql.ADVANCE:
            self._moves += [(*each, *self._expected[each[2]]) for each in values]
        else:
            self._others.append((statement, values))

    def device(self, token: str) -> int:
        hashed = codes.fingerprint(token)
        known = cache.device(hashed)
        if known is None:
            raise UnusualError
        self._tokens[hashed] = known
        return known

    def view(self, table: UUID) -> TableView:
        known = cache.recall(table)
        if known is None:
            raise UnusualError
        self._expected.setdefault(table, (known.sequence, known.settings_sequence))
        return known

    def stored(self, _device: int, _tap_id: str) -> Stored | None:
        return None  # the database refuses it, and the slow path returns the first answer
