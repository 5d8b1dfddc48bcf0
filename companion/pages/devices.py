"""A device's own page."""

from dataclasses import dataclass

from accounts.models import Device
from web import qr


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicePage:
    """`link` is the personal link, shown only when it was just made."""

    nickname: str
    claimed: bool
    account: str
    link: str
    qr_code: str | None


def device_page(device: Device, account: str, link: str) -> DevicePage:
    return DevicePage(
        nickname=device.nickname,
        claimed=device.account_id is not None,
        account=account,
        link=link,
        qr_code=qr.svg(link) if link else None,
    )
