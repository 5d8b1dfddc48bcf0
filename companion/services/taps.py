"""The one writer of actions, undos and redos: lock, check, draw, append, commit, tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from json import loads
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from companion import memory, news, selectors
from companion.board import Board, Role, Visitor
from companion.models import Device, LogRow
from companion.refusals import NotAllowedError, NotFoundError, Refusal, StaleError
from companion.rules.errors import RuleError
from companion.services import store
from companion.services.carrying import carry_out, check_moment
from companion.services.rows import stamped
from companion.services.store import Stored
from companion.tap import Tap


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A tap on its way: for which table, from which device, which account is logged in on it."""

    table: UUID
    tap: Tap
    device: int
    account: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A tap that is stored: its row of the log, and the action with the cubes it drew."""

    sequence: int
    version: int
    action: Mapping[str, object]
    repeated: bool = False


Outcome = Answer | RuleError | Refusal


def play(table: UUID, tap: Tap, device: Device, *, account: int | None = None) -> Answer:
    """Carry out one tap, or raise why not: RuleError, StaleError or another Refusal."""
    outcome = play_many([Sent(table=table, tap=tap, device=device.pk, account=account)])[0]
    if isinstance(outcome, Answer):
        return outcome
    raise outcome


def play_many(sent: Sequence[Sent]) -> list[Outcome]:
    """Carry out taps in order, each accepted or refused on its own, in one durable commit."""
    with transaction.atomic():
        batch = Batch(sent)
        outcomes = [batch.take(each) for each in sent]
        batch.store()
    return outcomes


class Batch:
    """The taps of one transaction, and the boards they lead to."""

    def __init__(self, sent: Sequence[Sent]) -> None:
        self.boards = _locked({each.table for each in sent})
        self.answers = store.answered({(each.device, each.tap.id) for each in sent})
        self.changed: set[UUID] = set()
        self.rows: list[LogRow] = []
        self.refused: dict[memory.TapKey, RuleError | Refusal] = {}

    def take(self, sent: Sent) -> Outcome:
        try:
            return self._take(sent)
        except (RuleError, Refusal) as refused:
            return refused.with_traceback(None)  # it is remembered, and would keep this batch alive

    def _take(self, sent: Sent) -> Answer:
        board = self.boards.get(sent.table)
        if board is None:
            raise NotFoundError("no_table")
        check_may_tap(board, sent)
        if known := self.answers.get((sent.device, sent.tap.id)):
            return _again(known, sent.table)
        return self._judge(board, sent)

    def _judge(self, board: Board, sent: Sent) -> Answer:
        """A repeat of a refused tap is refused as well: its device may have told the first answer."""
        key = (sent.table, sent.device, sent.tap.id)
        if known := self.refused.get(key) or memory.refused(key):
            raise _still(known, board)
        try:
            check_moment(board, sent.tap)
            return self._append(board, sent)
        except (RuleError, Refusal) as refused:
            self.refused[key] = refused
            raise

    def _append(self, board: Board, sent: Sent) -> Answer:
        if sent.tap.action.get("do") in ("undo", "redo"):
            self._write_rows()  # they read the log, so it must be there
        step = carry_out(board, sent.tap.action)
        by = board.facts.called(sent.device)
        row = stamped(step.row, sent.device, by, sent.tap.id, timezone.now())
        self.rows.append(row)
        self.boards[board.table] = step.onto(board)
        self.changed.add(board.table)
        stored = Stored(board.table, row.sequence, row.version, row.payload)
        self.answers[sent.device, sent.tap.id] = stored
        return _answer(stored)

    def store(self) -> None:
        """Write rows and snapshots; once they are committed, remember and tell."""
        self._write_rows()
        if self.refused:
            transaction.on_commit(partial(memory.keep_refused, self.refused))
        for table in self.changed:
            board = self.boards[table]
            store.put(board)
            if len(self.changed) == 1:
                news.foretell(
                    board
                )  # drawn while the disk writes; a busy writer has no time for it
            transaction.on_commit(partial(memory.keep, board))
            news.announce(table, board.sequence)

    def _write_rows(self) -> None:
        if self.rows:
            store.add(self.rows)
        self.rows = []


def _locked(tables: set[UUID]) -> dict[UUID, Board]:
    return {table: selectors.board_at(table, *at) for table, at in store.lock(tables).items()}


def check_may_tap(board: Board, sent: Sent) -> None:
    """Refuse who does not play here; the device alone is mostly enough to know."""
    alone = Visitor(device=sent.device, devices=frozenset((sent.device,)))
    role = board.facts.role(alone)
    if not role.may_tap and sent.account is not None:
        role = board.facts.role(selectors.visitor_of(sent.device, sent.account))
    if role is Role.WATCHER:
        raise NotAllowedError("watching")
    if not role.may_tap:
        raise NotFoundError("no_table")


def _again(stored: Stored, table: UUID) -> Answer:
    if stored.table != table:
        raise Refusal("other_table")
    return _answer(stored, repeated=True)


def _still(refused: RuleError | Refusal, board: Board) -> RuleError | Refusal:
    """The first refusal; one that came too late is told what is true now."""
    return StaleError(board.state, board.sequence) if isinstance(refused, StaleError) else refused


def _answer(stored: Stored, *, repeated: bool = False) -> Answer:
    return Answer(
        sequence=stored.sequence,
        version=stored.version,
        action=loads(stored.payload),
        repeated=repeated,
    )
