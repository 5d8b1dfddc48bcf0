"""One limit for every place that asks for a password: logging in, the admin, changing it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.http import HttpRequest

from accounts.device_cookie import device_of
from accounts.models import Attempt
from accounts.names import account_named, folded
from accounts.throttle.been_here import been_here
from accounts.throttle.hashers import Asker, asked_by
from accounts.throttle.limits import (
    KNOWN_BROWSERS,
    PASSWORDS,
    Way,
    household_of,
    take_all,
    unless_refused,
)
from web.addresses import address_of


@contextmanager
def attempt(request: HttpRequest, name: str) -> Iterator[list[Attempt]]:
    """Count a password and check it within; the caller gives the attempts back if it is right.

    Wrong ones are counted by account and address, so that a stranger locks out neither a whole
    network nor the account elsewhere. A browser that belongs to the account, or has logged in to it
    before, has a count of its own, and all of these together have one.
    Raises TooManyError: the answer is the same whatever the password, and nothing is hashed. One
    that found no place to be hashed is not counted.
    """
    account = account_named(name)
    own = _known_browser(request, account)
    household = household_of(address_of(request))
    # Names that look alike have one limit, otherwise each spelling had its own.
    way: Way = ((PASSWORDS, ("address", household, folded(name))),)
    asker = Asker(address=household)
    if own and account:
        key = str(account.pk)
        way = ((PASSWORDS, (*own, key)), (KNOWN_BROWSERS, ("account", key)))
        asker = Asker(address=household, account=key)
    counted = take_all(way)
    with unless_refused(counted), asked_by(asker):
        yield counted


def _known_browser(request: HttpRequest, account: User | None) -> tuple[str, str] | None:
    """The browser, if the account is known by it; as many queries whether there is one or not.

    Accounts are told apart by id: one whose name looks alike is another one.
    """
    device, before = device_of(request), been_here(request)
    if account is None:
        return None
    if device and device.account_id == account.pk:
        return ("device", str(device.pk))
    if before and before.knows(account):
        return ("browser", before.browser)
    return None
