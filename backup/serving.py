"""Whether a server of this site is running: each holds a lock until its process ends.

The locks are those of SQLite, since they work alike on every system: reading a database shares
it, and whoever wants it alone waits or is refused. The files stay empty.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from django.conf import settings

from backup.errors import ServingError

LOCKS = ("serving", "starting", "backing-up")
SHARED = ("BEGIN", "SELECT count(*) FROM sqlite_master")
ALONE = ("BEGIN EXCLUSIVE",)
AT_ONCE = 0.0
A_START = 600.0  # seconds; the longest migration that another start may be busy with


@contextmanager
def _held(name: str, how: tuple[str, ...], patience: float) -> Iterator[None]:
    """Hold a lock; raises sqlite3.OperationalError if it cannot be had in that time."""
    file = Path(settings.VAR) / name
    lock = sqlite3.connect(file, timeout=patience, isolation_level=None, check_same_thread=False)
    with closing(lock):
        for statement in how:
            lock.execute(statement).fetchall()
        yield


@contextmanager
def serving() -> Iterator[None]:
    """Hold the lock as one of any number of servers."""
    with _held("serving", SHARED, A_START):
        yield


@contextmanager
def starting() -> Iterator[None]:
    """Prepare the database alone: not while another start does, nor during a restore."""
    with serving(), _held("starting", ALONE, A_START):
        yield


@contextmanager
def backing_up() -> Iterator[None]:
    """Write a backup alone; raises sqlite3.OperationalError while another process does."""
    with _held("backing-up", ALONE, AT_ONCE):
        yield


def is_anybody_serving() -> bool:
    try:
        with nobody_serving():
            return False
    except ServingError:
        return True


@contextmanager
def nobody_serving() -> Iterator[None]:
    """Keep servers from starting; raises ServingError if one is running."""
    with ExitStack() as held:
        try:
            held.enter_context(_held("serving", ALONE, AT_ONCE))
        except sqlite3.OperationalError as error:
            raise ServingError("The site is running. Stop it first.") from error
        yield
