"""Stores taps in the order they came, many in one commit; only the commit leaves the loop."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol
from uuid import UUID

from django.db import connection

from companion.live import slow_path
from companion.live.fast_path import BusyError, FastPath, LostError
from companion.live.job import Job, Stored
from companion.services import Batch, Sent
from companion.services.readers import UnusualError
from companion.table.view import TableView

log = logging.getLogger(__name__)
MOST_AT_ONCE = 128
AGAIN_AFTER = 0.002
PATIENCE = 20.0

Work = Callable[[], Any]


class Boards(Protocol):
    """Shows what was stored."""

    def prepare(self, views: Sequence[TableView]) -> Callable[[], None]:
        """Render boards that are being stored; returns a function that shows them."""


@dataclass(slots=True)
class Round:
    """The taps of one commit: those that are done, and the unusual ones that follow."""

    batch: Batch
    done: list[tuple[Job, Stored]] = field(default_factory=list)
    later: list[Job] = field(default_factory=list)

    @property
    def jobs(self) -> list[Job]:
        return [*(job for job, _ in self.done), *self.later]


class TapQueue:
    """A queue on the loop, and the one thread that waits for the disk.

    One round at a time: a batch is taken and written, committed in the thread, shown and answered;
    its unusual taps follow in the thread. So no tap overtakes an earlier one of its table.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, short: FastPath, boards: Boards) -> None:
        self._loop = loop
        self._short = short
        self._boards = boards
        self._waiting: deque[Job] = deque()
        self._work: SimpleQueue[tuple[Work, Callable[[Any], None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._keep_working, name="taps", daemon=True)
        self._busy_since: float | None = None
        self._idle = False
        self._stopped: asyncio.Future[None] | None = None
        self.committing = False

    def start(self) -> None:
        self._thread.start()
        self._in_thread(self._opened, lambda _: self._next())

    async def stop(self) -> None:
        """Write all taps received so far, then end."""
        self._stopped = self._loop.create_future()
        if self._idle:
            self._next()
        await self._stopped
        self._work.put(None)
        await asyncio.to_thread(self._thread.join)

    def put(self, job: Job) -> None:
        self._waiting.append(job)
        if self._idle:
            self._idle = False
            self._loop.call_soon(
                self._next
            )  # whatever else comes in this turn of the loop joins it

    # The thread ---------------------------------------------------------------

    def _keep_working(self) -> None:
        while item := self._work.get():
            work, then = item
            self._loop.call_soon_threadsafe(then, work())
        self._short.close()
        connection.close()

    def _in_thread(self, work: Work, then: Callable[[Any], None]) -> None:
        self._work.put((work, then))

    def _opened(self) -> None:
        try:
            self._short.open()
        except Exception as error:  # noqa: BLE001 - taps take the slow path, which reports it
            log.error("The database could not be opened: %s", error)

    def _committed(self) -> Exception | None:
        try:
            self._short.commit()
        except Exception as error:  # noqa: BLE001 - the loop decides
            return error
        return None

    # The loop -----------------------------------------------------------------

    def _next(self) -> None:
        if not self._waiting:
            self._idle = True
            if self._stopped and not self._stopped.done():
                self._stopped.set_result(None)
        elif not self._short.is_open:
            self._long_way(self._pop_waiting())
        elif self._begun():
            self._take_in_one_batch(self._pop_waiting())

    def _pop_waiting(self) -> list[Job]:
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]

    def _begun(self) -> bool:
        now = self._loop.time()
        try:
            self._short.begin()
        except BusyError:
            self._busy_since = self._busy_since or now
            if now - self._busy_since < PATIENCE:
                self._loop.call_later(AGAIN_AFTER, self._next)
                return False
            self._give_up(self._pop_waiting(), "somebody else has been writing all the time")
            return False
        except Exception as error:  # noqa: BLE001 - whatever the database raises
            self._give_up(self._pop_waiting(), error)
            return False
        self._busy_since = None
        return True

    def _take_in_one_batch(self, jobs: Sequence[Job]) -> None:
        round_ = Round(Batch(self._short, self._short))
        put_off: set[UUID] = set()
        for job in jobs:
            try:
                if job.table in put_off:
                    raise UnusualError
                sent = Sent(table=job.table, tap=job.tap, device=self._short.device(job.token))
                round_.done.append((job, round_.batch.take(sent)))
            except Exception:  # noqa: BLE001 - unusual, or our fault: the slow path finds out
                put_off.add(job.table)
                round_.later.append(job)
        self._write(round_)

    def _write(self, round_: Round) -> None:
        views = list(round_.batch.changed.values())
        if not views:
            self._short.rollback()
            self._stored(round_, None)
            return
        try:
            round_.batch.write()
        except Exception as error:  # noqa: BLE001 - whatever the database raises
            self._failed(round_, error)
            return
        self.committing = True
        shown: list[Callable[[], None]] = []
        self._in_thread(self._committed, partial(self._answered, round_, shown))
        shown.append(self._boards.prepare(views))  # while the disk writes

    def _answered(
        self, round_: Round, shown: Sequence[Callable[[], None]], error: Exception | None
    ) -> None:
        self.committing = False
        if error is None:
            self._stored(round_, shown[0])
        else:
            self._failed(round_, error)

    def _stored(self, round_: Round, show: Callable[[], None] | None) -> None:
        round_.batch.remember()
        if show:
            show()
        for job, outcome in round_.done:
            job.answer(outcome)
        if round_.later:
            self._long_way(round_.later)
        else:
            self._next()

    def _failed(self, round_: Round, error: Exception) -> None:
        try:
            self._short.rollback()
        except Exception as worse:  # noqa: BLE001 - as above
            log.error("A transaction could not be taken back: %s", worse)
        self._short.doubt()
        if isinstance(error, LostError):
            self._long_way(round_.jobs)
        else:
            self._give_up(round_.jobs, error)

    def _give_up(self, jobs: Sequence[Job], why: object) -> None:
        log.error("%d taps could not be stored: %s", len(jobs), why)
        for job in jobs:
            job.answer(None)
        self._busy_since = None
        self._loop.call_soon(self._next)

    def _long_way(self, jobs: Sequence[Job]) -> None:
        self._in_thread(partial(self._taken_slowly, jobs), partial(self._told, jobs))

    def _taken_slowly(self, jobs: Sequence[Job]) -> Sequence[Stored]:
        if not self._short.is_open:
            self._opened()
        return slow_path.take(jobs)

    def _told(self, jobs: Sequence[Job], outcomes: Sequence[Stored]) -> None:
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.answer(outcome)
        self._next()
