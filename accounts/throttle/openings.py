"""How much somebody may make here within an hour: accounts, tables, screens.

Strangers are counted by address, whatever cookies they throw away. Who is known has a count that no
neighbour uses up: an account its own; a browser without one a small one, beyond which it counts as a
stranger. Known is who has been here for an hour: what is made to get around a count is not.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from accounts.device_cookie import device_of
from accounts.models import Attempt
from accounts.throttle.limits import Limit, Way, household_of, take_all
from web.addresses import address_of
from web.errors import TooManyError

HOUR = timedelta(hours=1)
KNOWN_AFTER = HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Limits for making one kind of thing: of strangers at an address, of an account, of a browser,
    and of all known browsers without an account at an address, which could have been kept ready;
    where what is made gets counts of its own, of all accounts at an address too.
    """

    strangers: Limit
    account: Limit
    device: Limit
    devices: Limit
    accounts: Limit | None = None

    def check(self, request: HttpRequest) -> None:
        """Raise TooManyError if another one would be refused."""
        refusal = None
        for way in self._ways(request):
            refusal = _refusal(way)
            if refusal is None:
                return
        if refusal:
            raise refusal

    def take(self, request: HttpRequest) -> list[Attempt]:
        """Count one more before it is made; raises TooManyError, and then does not count it."""
        *sooner, last = self._ways(request)
        for way in sooner:
            with suppress(TooManyError):
                return take_all(way)
        return take_all(last)

    def _ways(self, request: HttpRequest) -> Iterator[Way]:
        """The counts that may let it through, one after the other."""
        user, household = request.user, household_of(address_of(request))
        if user.is_authenticated and _is_known(user.date_joined):
            own = (self.account, ("account", str(user.pk)))
            yield (own, (self.accounts, ("accounts", household))) if self.accounts else (own,)
            return
        device = device_of(request)
        if device and _is_known(device.created_at):
            own = (self.device, ("device", str(device.pk)))
            yield (own, (self.devices, ("devices", household)))
        yield ((self.strangers, (household,)),)


def _is_known(since: datetime) -> bool:
    return since <= timezone.now() - KNOWN_AFTER


def _refusal(way: Way) -> TooManyError | None:
    return next((limit.refusal() for limit, who in way if limit.reached(*who)), None)


SIGN_UPS = Opening(
    strangers=Limit("sign-up", 60, HOUR),
    account=Limit("sign-up", 3, HOUR),
    device=Limit("sign-up", 3, HOUR),
    devices=Limit("sign-up", 60, HOUR),
    accounts=Limit("sign-up", 30, HOUR),
)
TABLES = Opening(
    strangers=Limit("table", 120, HOUR),
    account=Limit("table-account", 60, HOUR),
    device=Limit("table", 12, HOUR),
    devices=Limit("table", 360, HOUR),
)
SCREENS = Opening(
    strangers=Limit("screen", 120, HOUR),
    account=Limit("screen-account", 60, HOUR),
    device=Limit("screen", 12, HOUR),
    devices=Limit("screen", 360, HOUR),
)
