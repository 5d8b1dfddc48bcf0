"""News from other processes: SQLite's data_version is looked at, PostgreSQL is listened to."""

import logging
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Any, cast
from uuid import UUID

from django.db import Error, connection

from companion.news import CHANNEL
from companion.services import store

log = logging.getLogger(__name__)
LOOK_EVERY = 0.025
LISTEN_FOR = 0.25
AGAIN_AFTER = 1.0

Name = Callable[[UUID, int], None]
Watched = Callable[[], Iterable[UUID]]


class Notifier:
    """A thread that names tables which other connections have changed."""

    def __init__(self, name: Name, watched: Watched) -> None:
        self._name = name
        self._watched = watched
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="notifier", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._attend()
            except Error:
                log.warning("The database is out of reach; asking again in a second.")
                self._stopping.wait(AGAIN_AFTER)
            finally:
                connection.close()

    def _attend(self) -> None:
        if connection.vendor == "postgresql":
            self._listen()
        else:
            self._look()

    def _name_all(self) -> None:
        if watched := list(self._watched()):
            for table, sequence in store.sequences(watched).items():
                self._name(table, sequence)

    def _look(self) -> None:
        """A number that SQLite changes when another connection commits; this one never writes."""
        with connection.cursor() as cursor:
            seen = None  # so that all are named once: who knows what was missed
            while not self._stopping.wait(LOOK_EVERY):
                now = cursor.execute("PRAGMA data_version").fetchone()
                if now != seen:
                    self._name_all()
                seen = now

    def _listen(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        # What changed while the connection was lost is not told again; what changes from now on is.
        self._name_all()
        raw = cast(Any, connection.connection)
        with connection.wrap_database_errors:  # the driver's own would end this thread
            while not self._stopping.is_set():
                for notice in raw.notifies(timeout=LISTEN_FOR):
                    table, _, sequence = notice.payload.partition(":")
                    self._name(UUID(table), int(sequence))
