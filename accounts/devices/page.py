"""The page of an account's devices."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from accounts.devices.known import of_account
from accounts.models import Device


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """A browser; `guest` if it is somebody else's, where the account is only logged in."""

    id: int
    nickname: str
    browser: str
    seen_at: datetime
    seen_from: str
    here: bool
    logged_in: bool
    guest: bool


@dataclass(frozen=True, slots=True)
class DevicesPage:
    rows: tuple[DeviceRow, ...]

    @property
    def others(self) -> int:
        return sum(not row.here for row in self.rows)


def devices_page(account: User, here: Device | None) -> DevicesPage:
    """This browser first, then the others, the last seen first."""
    rows = [
        DeviceRow(
            id=device.pk,
            nickname=device.nickname,
            browser=device.browser,
            seen_at=device.seen_at,
            seen_from=device.seen_from,
            here=here is not None and device.pk == here.pk,
            logged_in=device.logged_in_id == account.pk,
            guest=device.account_id != account.pk,
        )
        for device in of_account(account)
    ]
    return DevicesPage(tuple(sorted(rows, key=lambda row: not row.here)))
