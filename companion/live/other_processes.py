"""Changes by other processes: SQLite is polled, PostgreSQL sends notifications."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Any, Protocol, cast
from uuid import UUID

from django.db import Error, connection

from companion.live.hub import Hub
from companion.live.sqlite import Sqlite
from companion.live.tap_queue import TapQueue
from companion.services import sql
from companion.table.broadcast import CHANNEL, OWN

log = logging.getLogger(__name__)
LOOK_EVERY = 0.025
LISTEN_FOR = 0.25
AGAIN_AFTER = 1.0

Name = Callable[[UUID, int], None]
Watched = Callable[[], Iterable[UUID]]


class Boards(Protocol):
    """Shows boards that other processes have stored."""

    hub: Hub

    def read_anew(self, table: UUID, sequence: int) -> None: ...


class Looking:
    """Asks SQLite on the loop whether another connection than the queue's has committed."""

    def __init__(self, queue: TapQueue, database: Sqlite, boards: Boards) -> None:
        self._queue = queue
        self._database = database
        self._boards = boards
        self._again = True
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    def stop(self) -> None:
        if self._task:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    def look_again(self, _table: UUID) -> None:
        """A table is now watched that was not before."""
        self._again = True

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            watched = self._boards.hub.tables()
            if not watched or self._queue.committing or not self._database.is_open:
                continue
            try:
                self._look(watched)
            except sqlite3.Error as error:
                self._again = True
                log.warning("The database could not be asked what is new: %s", error)

    def _look(self, watched: list[UUID]) -> None:
        again, self._again = self._again, False
        for table, sequence in self._database.overtaken(watched, again=again).items():
            if self._boards.hub.is_behind(table, sequence):
                self._boards.read_anew(table, sequence)


class Listening:
    """A thread that listens to PostgreSQL for tables that other processes have changed."""

    def __init__(self, name: Name, watched: Watched) -> None:
        self._name = name
        self._watched = watched
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="listening", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def look_again(self, table: UUID) -> None:
        """A table is now watched that was not before: what was said of it, nobody heard."""
        self._name(table, 0)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Error:
                log.warning("The database is out of reach; asking again in a second.")
                self._stopping.wait(AGAIN_AFTER)
            finally:
                connection.close()

    def _name_all(self) -> None:
        if watched := list(self._watched()):
            for table, sequence in sql.sequences(sql.Django(), watched).items():
                self._name(table, sequence)

    def _listen(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        # Changes during the lost connection are not sent again; those from now on are.
        self._name_all()
        raw = cast(Any, connection.connection)
        with connection.wrap_database_errors:  # the driver's own errors would end this thread
            while not self._stopping.is_set():
                for notice in raw.notifies(timeout=LISTEN_FOR):
                    table, sequence, process = notice.payload.split(":")
                    if process != OWN:
                        self._name(UUID(table), int(sequence))
