"""The one thread of a process that writes taps: in the order they came, many in one commit."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from uuid import UUID

from django.db import DatabaseError, OperationalError, close_old_connections, connection

from companion import devices, selectors, services
from companion.refusals import FaultError, NotAllowedError, NotFoundError
from companion.services import Outcome, Sent
from companion.tap import Tap

log = logging.getLogger(__name__)
MOST_AT_ONCE = 64

Stored = Outcome | None
"""What became of a tap; None where the database could not store it now."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A tap as it came to the door, from a browser with these cookies, and who waits for it."""

    table: UUID
    tap: Tap
    cookies: Mapping[str, str]
    answer: "asyncio.Future[Stored]"


class Writer:
    """A queue, and the thread that empties it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Write what has come so far, then end."""
        self._queue.put(None)
        self._thread.join()

    async def write(self, table: UUID, tap: Tap, cookies: Mapping[str, str]) -> Stored:
        job = Job(table, tap, cookies, self._loop.create_future())
        self._queue.put(job)
        return await job.answer

    def _work(self) -> None:
        try:
            while job := self._queue.get():
                jobs = [job, *self._waiting()]
                self._loop.call_soon_threadsafe(_answer, jobs, _write(jobs))
        finally:
            connection.close()

    def _waiting(self) -> list[Job]:
        jobs: list[Job] = []
        while len(jobs) < MOST_AT_ONCE - 1:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                self._queue.put(None)  # the end, but not before these are written
                break
            jobs.append(job)
        return jobs


def _answer(jobs: Sequence[Job], outcomes: Sequence[Stored]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if not job.answer.done():  # the device may have gone meanwhile
            job.answer.set_result(outcome)


def _write(jobs: Sequence[Job]) -> Sequence[Stored]:
    try:
        close_old_connections()
        return _outcomes(jobs)
    except OperationalError as error:
        # Locked, full or out of reach for all alike: to try them one by one would wait for each.
        log.error("%d taps could not be stored: %s", len(jobs), error)
        return [None] * len(jobs)
    except Exception as error:
        # Whatever one tap may do, the others are written and the thread lives on.
        if len(jobs) == 1:
            log.exception("A tap could not be stored.")
            return [None if isinstance(error, DatabaseError) else FaultError("fault")]
    return [outcome for job in jobs for outcome in _write([job])]


def _outcomes(jobs: Sequence[Job]) -> list[Stored]:
    known = selectors.devices_by_token([_token(job) for job in jobs])
    sent = {
        index: Sent(table=job.table, tap=job.tap, device=known[_token(job)])
        for index, job in enumerate(jobs)
        if _token(job) in known
    }
    played = dict(zip(sent, services.play_many(list(sent.values())), strict=True)) if sent else {}
    return [
        _judged(job, sent[index], played[index]) if index in sent else NotFoundError("no_device")
        for index, job in enumerate(jobs)
    ]


def _token(job: Job) -> str:
    return job.cookies.get(devices.COOKIE, "")


def _judged(job: Job, sent: Sent, outcome: Outcome) -> Outcome:
    """What came of a tap; one refused to a device may be allowed to the account on it."""
    if not isinstance(outcome, NotFoundError | NotAllowedError):
        return outcome
    account = devices.account_in(job.cookies)
    if account is None:
        return outcome
    return services.play_many([replace(sent, account=account)])[0]
