"""Which accounts a browser has logged in to before, even if it logged out since: a signed cookie.

It opens nothing. It only has a count of wrong passwords of its own, so that guesses of somebody at
the same address do not keep its people out; and that only until the account has a new password.
"""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "dragonbag-been-here"
COOKIE_AGE = 60 * 60 * 24 * 400  # seconds; the longest that browsers keep one
SALT = f"{COOKIE}.2"  # once it had no hashes of passwords
# Only the pages that ask for a password are sent it.
PATH = "/accounts/"
MOST = 8
"""Accounts that a browser is remembered for, the last ones."""


@dataclass(frozen=True, slots=True)
class BeenHere:
    """A browser by an id of its own, and the accounts by id, each with a hash of its password."""

    browser: str
    accounts: tuple[tuple[int, str], ...] = ()

    def knows(self, account: User) -> bool:
        """Whether it was told the password that the account has now."""
        return (account.pk, _password_hash(account)) in self.accounts

    @property
    def last(self) -> int | None:
        """The id of the account that logged in last, even if its password was changed since."""
        return self.accounts[-1][0] if self.accounts else None


def been_here(request: HttpRequest) -> BeenHere | None:
    """What the browser's cookie says; None without one of ours."""
    try:
        browser, accounts = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE
        )
    except signing.BadSignature:
        return None
    return BeenHere(browser, tuple((account, hashed) for account, hashed in accounts))


def note_been_here(response: HttpResponse, request: HttpRequest, account: User) -> None:
    """An account has shown on this browser that it knows its password."""
    before = been_here(request) or BeenHere(secrets.token_hex(16))
    others = [each for each in before.accounts if each[0] != account.pk]
    known = [*others, (account.pk, _password_hash(account))][-MOST:]
    response.set_cookie(
        COOKIE,
        signing.dumps([before.browser, known], salt=SALT),
        max_age=COOKIE_AGE,
        path=PATH,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure() or settings.SESSION_COOKIE_SECURE,
    )


def _password_hash(account: User) -> str:
    """Differs for every password, and tells nothing about it: a keyed hash of the hash that is stored."""
    return salted_hmac(SALT, account.password, algorithm="sha256").hexdigest()[:16]
