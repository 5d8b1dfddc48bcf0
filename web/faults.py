"""Faults that are the host's to mend: a full disk, a database that cannot be used.

Pages say one sentence and never a path; the server's log has one line with what was seen.
"""

import errno
import logging
import sys

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error as broken

OUT_OF_ORDER = 503
RETRY_AFTER = 30  # seconds
# Full, failing, read-only, over its quota, somebody else's.
OF_THE_DISK = {errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EACCES, errno.EPERM}


def is_the_hosts(error: BaseException | None) -> bool:
    """Whether the disk or the database is at fault, and not our code."""
    if isinstance(error, OSError):
        return error.errno in OF_THE_DISK
    # A damaged file is a plain DatabaseError; its other kinds are mistakes in a statement.
    return isinstance(error, OperationalError | InterfaceError) or type(error) is DatabaseError


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error; one that the database or the disk caused needs neither of them."""
    if not is_the_hosts(sys.exc_info()[1]):
        return broken(request)
    content = render_to_string("503.html", {"site_name": settings.SITE_NAME})
    return HttpResponse(content, status=OUT_OF_ORDER, headers={"Retry-After": str(RETRY_AFTER)})


class OneLine(logging.Filter):
    """Such faults are one line in the log, with what to do; others keep their traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_the_hosts(error):
            record.exc_info = record.exc_text = None
            record.msg = (
                "The site cannot use what it stores in %s: %s. Check disk, rights and file. "
                "`%s doctor` says more."
            )
            cause = str(error) or type(error).__name__
            record.args = (str(settings.VAR), cause, settings.MANAGE)
        return True


NOISE = ("Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket library")


class NoNoise(logging.Filter):
    """What is no HTTP at all is answered with 400; strangers must not fill the log with it."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(NOISE)
