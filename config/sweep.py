"""Keeps the site tidy while it runs: every hour deletes what is too old, and writes the nightly backup."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection

from accounts.throttle.limits import prune
from backup import nightly
from backup.errors import BackupError
from campaign.services.unpacking import forget_old

EVERY = 60 * 60.0  # seconds
FIRST_BACKUP = 10 * 60.0  # seconds after the start, when everybody has come back to the table

log = logging.getLogger(__name__)


@asynccontextmanager
async def sweeping(every: float = EVERY) -> AsyncIterator[None]:
    """Sweep at once, back up a little later, then both again and again until the server stops."""
    tasks = [asyncio.create_task(_again_and_again(sweep, every))]
    if settings.NIGHTLY:
        tasks.append(asyncio.create_task(_again_and_again(back_up, every, after=FIRST_BACKUP)))
    yield
    for task in tasks:
        task.cancel()


async def _again_and_again(work: Callable[[], None], every: float, after: float = 0) -> None:
    await asyncio.sleep(after)
    while True:
        await asyncio.to_thread(work)
        await asyncio.sleep(every)


def back_up() -> None:
    """Write the night's backup if it is due."""
    try:
        nightly.write_if_due()
    except (BackupError, DatabaseError, OSError) as error:
        log.warning("The nightly backup could not be written; in an hour again: %s", error)
    finally:
        connection.close()


def sweep() -> None:
    """Delete uploads nobody came back to, attempts too old for any limit, sessions that ended."""
    try:
        forget_old()
        prune()
        SessionStore.clear_expired()
    except (DatabaseError, OSError) as error:
        log.warning("What is old could not be deleted; in an hour again: %s", error)
    finally:
        connection.close()
