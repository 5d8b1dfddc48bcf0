"""Writes taps into the log (actions, undos, redos): lock, check, draw, append, commit, announce.

The log's other rows are written by `settings_log`, and by `opening` where a record is imported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from json import loads
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.models import Device
from companion.errors import NotAllowedError, NotFoundError, StaleError, TableError
from companion.rules.actions import Score
from companion.services import results, sql
from companion.services.log_rows import Author
from companion.services.readers import ModelReader, Reader, UnusualError
from companion.services.sql import NewRow, Statements, Stored
from companion.services.transition import apply, check_moment
from companion.table import broadcast, cache, roles
from companion.table.view import TableView
from companion.tap import Tap
from kernel.errors import Refusal

MOVES = ("undo", "redo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A tap on its way: its table, its device, and the account logged in on it.

    ``name`` is whose it is in the log; None is the device's.
    """

    table: UUID
    tap: Tap
    device: int
    account: int | None = None
    name: str | None = None


class Answer(NamedTuple):
    """A tap that is stored: its row of the log, and the action as stored, in JSON."""

    sequence: int
    version: int
    payload: str
    repeated: bool = False

    @property
    def action(self) -> Mapping[str, object]:
        """The action with the cubes it drew."""
        return dict(loads(self.payload))


Outcome = Answer | Refusal


def take_tap(
    table: UUID,
    tap: Tap,
    device: Device,
    *,
    account: int | None = None,
    name: str | None = None,
) -> Answer:
    """Carry out one tap, or raise why not: RuleError, StaleError or another TableError."""
    sent = Sent(table=table, tap=tap, device=device.pk, account=account, name=name)
    outcome = take_taps([sent])[0]
    if isinstance(outcome, Answer):
        return outcome
    raise outcome


def take_taps(sent: Sequence[Sent]) -> list[Outcome]:
    """Carry out taps in order, each accepted or refused separately, in one durable commit."""
    with transaction.atomic():
        batch = Batch(ModelReader({each.table for each in sent}), sql.Django())
        outcomes = [batch.take(each) for each in sent]
        batch.write()
        transaction.on_commit(batch.remember)
        for view in batch.changed.values():
            broadcast.announce(view.table, view.sequence)
    return outcomes


class Batch:
    """The taps of one transaction, and the boards they lead to."""

    def __init__(self, reader: Reader, run: Statements) -> None:
        self._reader = reader
        self._run = run
        self._rows: list[NewRow] = []
        self._snapshots: dict[UUID, tuple[str, int]] = {}
        self._answers: dict[tuple[int, str], Stored] = {}
        self._refused: dict[cache.TapKey, Refusal] = {}
        self._ended: set[UUID] = set()
        self.changed: dict[UUID, TableView] = {}

    def take(self, sent: Sent) -> Outcome:
        """The outcome of a tap; raises UnusualError if the reader does not know."""
        try:
            return self._take(sent)
        except Refusal as refused:
            if not self._reader.sure:
                raise UnusualError from None
            return refused.with_traceback(None)  # it is remembered, and would keep this batch alive

    def _take(self, sent: Sent) -> Answer:
        view = self.changed.get(sent.table) or self._reader.view(sent.table)
        if view is None:
            raise NotFoundError("no_table")
        role = self._reader.role(view, sent.device, sent.account)
        roles.check_tap(role)
        if known := self._stored(sent):
            return _again(known, sent.table)
        if sent.tap.action.get("do") == Score.do and not view.may_count(role):
            raise NotAllowedError("scores_closed")
        return self._judge(view, sent)

    def _stored(self, sent: Sent) -> Stored | None:
        key = (sent.device, sent.tap.id)
        return self._answers.get(key) or self._reader.stored(*key)

    def _judge(self, view: TableView, sent: Sent) -> Answer:
        """A repeat of a refused tap is refused again: its device may have shown the first answer."""
        key = (sent.table, sent.device, sent.tap.id)
        if known := self._refused.get(key) or cache.refused(key):
            raise _still(known, view)
        try:
            check_moment(view, sent.tap)
            return self._append(view, sent)
        except Refusal as refused:
            if self._reader.sure:
                self._refused[key] = refused
            raise

    def _append(self, view: TableView, sent: Sent) -> Answer:
        if self._rows and sent.tap.action.get("do") in MOVES:
            self._write_rows()  # they read the log, so it must be there
        name = sent.name
        if name is None:
            name = self._reader.called(view, sent.device, sent.account)
        by = Author(sent.device, name, sent.tap.id, datetime.now(UTC))
        row, after, snapshot = apply(view, sent.tap.action, by, self._reader)
        self._rows.append(row)
        self.changed[view.table] = after
        if view.state.over or after.state.over:
            self._ended.add(view.table)
        if snapshot:
            self._snapshots[view.table] = (snapshot, row.sequence)
        stored = Stored(view.table, row.sequence, row.version, row.payload)
        self._answers[sent.device, sent.tap.id] = stored
        return _answer(stored)

    def write(self) -> None:
        """Write the rows, the sequences of the tables, and the new snapshots."""
        self._write_rows()
        if self.changed:
            self._run.many(sql.ADVANCE, [_moved(view) for view in self.changed.values()])
        if self._snapshots:
            kept = [(*kept, sql.key(table)) for table, kept in self._snapshots.items()]
            self._run.many(sql.KEEP_SNAPSHOT, kept)

    def _write_rows(self) -> None:
        if self._rows:
            self._run.many(sql.INSERT, [sql.values(row) for row in self._rows])
        self._rows = []

    def remember(self) -> None:
        """After the commit: cache what the next taps need, and have results of games written."""
        for view in self.changed.values():
            cache.keep(view)
        if self._refused:
            cache.keep_refused(self._refused)
        for table in self._ended:
            results.ended(table)


def _moved(view: TableView) -> tuple[object, ...]:
    return view.sequence, view.history.version, sql.key(view.table)


def _again(stored: Stored, table: UUID) -> Answer:
    if stored.table != table:
        raise TableError("other_table")
    return _answer(stored, repeated=True)


def _still(refused: Refusal, view: TableView) -> Refusal:
    """The first refusal; for one that was stale, what is true now."""
    return StaleError(view.state, view.sequence) if isinstance(refused, StaleError) else refused


def _answer(stored: Stored, *, repeated: bool = False) -> Answer:
    return Answer(stored.sequence, stored.version, stored.payload, repeated)
