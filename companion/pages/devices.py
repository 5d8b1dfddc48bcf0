"""A device's own page."""

from dataclasses import dataclass

from companion.models import Device
from companion.qr import Picture, picture


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicePage:
    """`link` is the personal link, shown only when it was just made."""

    nickname: str
    claimed: bool
    account: str
    link: str
    picture: Picture | None


def device_page(device: Device, account: str, link: str) -> DevicePage:
    return DevicePage(
        nickname=device.nickname,
        claimed=device.account_id is not None,
        account=account,
        link=link,
        picture=picture(link) if link else None,
    )
