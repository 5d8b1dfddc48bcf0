"""The slow path of a tap: through Django, in the queue's thread, for unusual taps."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import DatabaseError, OperationalError, close_old_connections

from accounts import device_cookie
from accounts import selectors as accounts
from companion import services
from companion.errors import FaultError, NotAllowedError, NotFoundError
from companion.live.job import Job, Stored
from companion.services import Outcome, Sent
from companion.table import cache
from web import codes

log = logging.getLogger(__name__)


def take(jobs: Sequence[Job]) -> Sequence[Stored]:
    """The outcomes of taps, in order."""
    try:
        close_old_connections()
        return _outcomes(jobs)
    except OperationalError as error:
        # Locked, full or unreachable for all: trying them one by one would wait for each.
        log.error("%d taps could not be stored: %s", len(jobs), error)
        return [None] * len(jobs)
    except Exception as error:
        # Whatever one tap does, the others are written and the thread goes on.
        if len(jobs) == 1:
            log.exception("A tap could not be stored.")
            return [None if isinstance(error, DatabaseError) else FaultError("fault")]
    return [outcome for job in jobs for outcome in take([job])]


def _outcomes(jobs: Sequence[Job]) -> list[Stored]:
    known = accounts.devices_by_token([job.token for job in jobs])
    cache.keep_devices({codes.fingerprint(token): device for token, device in known.items()})
    sent = {
        index: Sent(table=job.table, tap=job.tap, device=known[job.token])
        for index, job in enumerate(jobs)
        if job.token in known
    }
    taken = dict(zip(sent, services.take_taps(list(sent.values())), strict=True)) if sent else {}
    return [
        _judged(job.cookies, sent[index], taken[index])
        if index in sent
        else NotFoundError("no_device")
        for index, job in enumerate(jobs)
    ]


def _judged(cookies: Mapping[str, str], sent: Sent, outcome: Outcome) -> Outcome:
    """The outcome of a tap; if refused to the device, it may be allowed to the account on it."""
    if not isinstance(outcome, NotFoundError | NotAllowedError):
        return outcome
    account = device_cookie.account_in(cookies)
    if account is None:
        return outcome
    return services.take_taps([replace(sent, account=account)])[0]
