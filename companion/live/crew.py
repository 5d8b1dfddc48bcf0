"""Threads that each keep a database connection, and leave none behind."""

from concurrent.futures import ThreadPoolExecutor
from threading import Thread, current_thread
from time import monotonic

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 2.0


class Crew(ThreadPoolExecutor):
    """A pool of threads whose database connections can be closed at the end, all of them."""

    def __init__(self, size: int, name: str) -> None:
        super().__init__(size, name, initializer=self._sign_on)
        self._members: list[tuple[Thread, BaseDatabaseWrapper]] = []

    def _sign_on(self) -> None:
        own = connections[DEFAULT_DB_ALIAS]
        own.inc_thread_sharing()  # another thread will close it
        self._members.append((current_thread(), own))

    def close(self) -> None:
        """End the threads, then their connections; whoever is still at work keeps its own."""
        self.shutdown(wait=False)
        until = monotonic() + PATIENCE
        for thread, connection in self._members:
            # Not without end: a device that has stopped reading may hold its thread.
            thread.join(max(0.0, until - monotonic()))
            if not thread.is_alive():
                connection.close()
