"""How often an address may try: wrong passwords, wrong codes, emails.

Attempts are counted in the database, so that all processes of a site share one count. Only keyed
hashes of what was tried and from where are stored, and old rows are deleted.
"""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.db import IntegrityError, transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Attempt
from web.errors import TooManyError

ONE_HOUSEHOLD = 64  # bits of an IPv6 address that all devices of a household share
KEPT = timedelta(hours=24)
PRUNE_EVERY = 100  # attempts


@dataclass(frozen=True, slots=True)
class Limit:
    """A maximum of different attempts within a time; after that none for `pause`.

    Without a `pause` the next one is allowed as soon as the oldest is older than `within`.
    """

    kind: str
    most: int
    within: timedelta
    pause: timedelta | None = None

    def reached(self, *who: str) -> bool:
        """Whether another attempt by `who` would be refused. One query."""
        counted, newest = self._counted(*who)
        if counted < self.most:
            return False
        return self.pause is None or newest > timezone.now() - self.pause

    def check(self, *who: str) -> None:
        """Raise TooManyError if another attempt would be refused."""
        if self.reached(*who):
            raise self.refusal()

    def refusal(self) -> TooManyError:
        minutes = (self.pause or self.within) // timedelta(minutes=1)
        return TooManyError(f"too_many.{self.kind}", minutes=minutes)

    def count(self, *who: str, tried: str | None = None) -> Attempt | None:
        """Count one more attempt; the same thing tried again counts once and returns None."""
        guess = _hashed("guess", secrets.token_hex() if tried is None else tried)
        try:
            with transaction.atomic():
                made = Attempt.objects.create(kind=self.kind, who=_hashed(*who), guess=guess)
        except IntegrityError:
            return None
        if made.pk % PRUNE_EVERY == 0:
            prune()
        return made

    def take(self, *who: str) -> Attempt | None:
        """Count one more attempt before it is made, correctly even if several are under way.

        Raises TooManyError, and then does not count it.
        """
        self.check(*who)
        made = self.count(*who)
        if made and self._counted(*who)[0] > self.most:
            made.delete()
            raise self.refusal()
        return made

    def _counted(self, *who: str) -> tuple[int, datetime]:
        since = timezone.now() - self.within
        rows = Attempt.objects.filter(kind=self.kind, who=_hashed(*who), created_at__gt=since)
        found = rows.aggregate(Count("pk"), Max("created_at"))
        return found["pk__count"], found["created_at__max"] or since


Way = tuple[tuple[Limit, tuple[str, ...]], ...]
"""Limits that count at once, each with whom it counts."""


def take_all(way: Way) -> list[Attempt]:
    """Count one more attempt by every limit; raises TooManyError, and then none counts it."""
    counted: list[Attempt] = []
    with unless_refused(counted):
        counted.extend(made for limit, who in way if (made := limit.take(*who)))
    return counted


def give_back(counted: Iterable[Attempt]) -> None:
    """Do not count these attempts after all: they were right, or were never made."""
    Attempt.objects.filter(pk__in=[each.pk for each in counted]).delete()


@contextmanager
def unless_refused(counted: Iterable[Attempt]) -> Iterator[None]:
    """Give the counted attempts back if what is done inside raises TooManyError, and raise it on."""
    try:
        yield
    except TooManyError:
        give_back(counted)
        raise


PASSWORDS = Limit("password", 10, timedelta(minutes=15))
KNOWN_BROWSERS = Limit("password", 30, timedelta(minutes=15))
"""Passwords from all browsers together that one account is known by."""
CODES = Limit("code", 1000, timedelta(hours=1), pause=timedelta(minutes=10))
MAILS = Limit("mail", 20, timedelta(minutes=10))
"""By address; a mailbox has its own limit."""
MAILBOX = Limit("mailbox", 5, timedelta(hours=1))


def prune() -> None:
    """Delete the attempts that are too old for any limit."""
    Attempt.objects.filter(created_at__lt=timezone.now() - KEPT).delete()


def household_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or all IPv6 addresses of a household."""
    try:
        known = ip_address(address)
    except ValueError:
        return "nowhere"
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return f"{int(known) >> (128 - ONE_HOUSEHOLD):x}"
    return str(known)


def _hashed(*parts: str) -> str:
    """A keyed hash, useless to somebody who has only a copy of the database."""
    return salted_hmac("accounts.throttle", "\n".join(parts), algorithm="sha256").hexdigest()
