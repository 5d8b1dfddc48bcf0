"""Argon2, at most two at once: each hash takes a core and 100 MB for a moment.

A few more may wait, strangers and known browsers apart, so that neither a flood of made-up names nor
one neighbour keeps everybody out. Whoever finds no place is refused at once.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from django.contrib.auth.hashers import Argon2PasswordHasher

from web.errors import TooManyError

AT_ONCE = 2


class Places:
    """So many places, and how many of them one may have at once."""

    def __init__(self, most: int, *, each: int) -> None:
        self._most, self._each = most, each
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, who: str) -> bool:
        with self._lock:
            free = self._taken.total() < self._most and self._taken[who] < self._each
            self._taken[who] += free
            return free

    def leave(self, who: str) -> None:
        with self._lock:
            self._taken[who] -= 1
            self._taken = +self._taken  # forgets who has none


# Five threads together; the other three are kept for pages.
STRANGERS = Places(3, each=2)
"""By address."""
KNOWN = Places(2, each=1)
"""By account; who finds none here is a stranger."""

_turns = BoundedSemaphore(AT_ONCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who wants something hashed: the address, and the account if its browser is known."""

    address: str = ""
    account: str | None = None


SITE = Asker(account="")
"""Whoever was let in to where no limit is: by a link to a new password, the admin, a command."""
_asker: ContextVar[Asker] = ContextVar("asker", default=SITE)


@contextmanager
def asked_by(asker: Asker) -> Iterator[None]:
    """What is hashed meanwhile is hashed for them."""
    before = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(before)


@contextmanager
def turn() -> Iterator[None]:
    """A turn at hashing; raises TooManyError if too many are waiting."""
    places, who = _place(_asker.get())
    try:
        with _turns:
            yield
    finally:
        places.leave(who)


def _place(asker: Asker) -> tuple[Places, str]:
    if asker.account is not None and KNOWN.take(asker.account):
        return KNOWN, asker.account
    if STRANGERS.take(asker.address):
        return STRANGERS, asker.address
    raise TooManyError("too_many_at_once")


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """The same hashes as Django's own."""

    def encode(self, password: str, salt: str) -> str:
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with turn():
            return super().verify(password, encoded)
