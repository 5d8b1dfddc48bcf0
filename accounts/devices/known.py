"""Which browsers an account is known by, when each was seen last and where from."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Device

SEEN_EVERY = timedelta(minutes=10)
BRIEFLY = 50  # milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Where a request came from: its address, and what its browser calls itself."""

    address: str
    browser: str


def of_account(account: AbstractBaseUser) -> QuerySet[Device]:
    """The browsers that are the account's, or where it is logged in; the last seen first."""
    mine = Q(account=account.pk) | Q(logged_in=account.pk)
    return Device.objects.filter(mine, ended_at=None).order_by("-seen_at", "pk")


def see(device: Device, at: Sighting) -> None:
    """Note that a browser was here, every ten minutes at most; a full disk keeps nobody from a page."""
    if device.seen_at > timezone.now() - SEEN_EVERY:
        return
    with suppress(DatabaseError), without_waiting(), transaction.atomic():
        _note(device, at)


@contextmanager
def without_waiting() -> Iterator[None]:
    """SQLite has one writer: a page that only reads must not wait for a long import."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        usual = int(cursor.fetchone()[0])
        cursor.execute(f"PRAGMA busy_timeout = {BRIEFLY}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def log_in(device: Device, account: AbstractBaseUser, session: str, at: Sighting) -> None:
    """An account has logged in on this browser, with the session of that key."""
    Device.objects.filter(session_key=session).exclude(pk=device.pk).update(
        logged_in=None, session_key=""
    )
    device.logged_in_id, device.session_key = account.pk, session
    device.save(update_fields=["logged_in", "session_key"])
    _note(device, at)


def _note(device: Device, at: Sighting) -> None:
    device.seen_at = timezone.now()
    if device.account_id or device.logged_in_id:
        device.seen_from, device.browser = at.address, at.browser
    device.save(update_fields=["seen_at", "seen_from", "browser"])
