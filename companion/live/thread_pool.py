"""Threads that each keep a database connection, and close it at the end."""

from concurrent.futures import ThreadPoolExecutor
from threading import Thread, current_thread
from time import monotonic

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 2.0


class ThreadPool(ThreadPoolExecutor):
    """A pool of threads whose database connections are all closed at the end."""

    def __init__(self, size: int, name: str) -> None:
        super().__init__(size, name, initializer=self._sign_on)
        self._members: list[tuple[Thread, BaseDatabaseWrapper]] = []

    def _sign_on(self) -> None:
        own = connections[DEFAULT_DB_ALIAS]
        own.inc_thread_sharing()  # another thread will close it
        self._members.append((current_thread(), own))

    def close(self) -> None:
        """End the threads after what they do now, then close their connections, except those still
        in use."""
        self.shutdown(wait=False, cancel_futures=True)
        until = monotonic() + PATIENCE
        for thread, connection in self._members:
            # Not forever: a device that has stopped reading may block its thread.
            thread.join(max(0.0, until - monotonic()))
            if not thread.is_alive():
                connection.close()
