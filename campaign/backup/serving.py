"""Whether a server of this site is running: each holds a lock that ends with its process."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings


class ServingError(Exception):
    """A server is running."""


def _file() -> Path:
    return Path(settings.VAR) / "serving"


@contextmanager
def serving() -> Iterator[None]:
    """Hold the lock as one of any number of servers."""
    with _file().open("w") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def starting() -> Iterator[None]:
    """Make the stores ready alone: not while another start does, nor in the middle of a restore."""
    with serving(), (Path(settings.VAR) / "starting").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def nobody_serving() -> Iterator[None]:
    """Keep servers from starting meanwhile; raises ServingError while one runs."""
    with _file().open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ServingError("The site is running. Stop it first, then restore.") from error
        yield
