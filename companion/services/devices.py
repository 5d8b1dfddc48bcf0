"""What a device changes about itself and its tables show."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from accounts import services as accounts
from accounts.models import Device
from companion.rules.record import NAME_LENGTH
from companion.services.settings_log import checked_text, locked, note
from companion.table import broadcast


@transaction.atomic
def rename_device(device: Device, *, nickname: str) -> None:
    """Every table that is still open shows the new name at once."""
    before, device.nickname = device.nickname, checked_text(nickname, NAME_LENGTH)
    if device.nickname == before:
        return
    device.save(update_fields=["nickname"])
    here = device.presences.filter(removed_at=None, table__closed_at=None)
    # In the order in which taps lock tables, so that the two do not wait for each other.
    for table_id in here.order_by("table").values_list("table", flat=True):
        note(locked(table_id), device, "device_named")


@transaction.atomic
def recover(secret: str) -> tuple[Device, str]:
    """The device of a personal link; the streams of its former browser end. Raises LinkError."""
    device, token = accounts.recover(secret)
    broadcast.moved(device.pk)
    return device, token


@transaction.atomic
def claim(device: Device, account: AbstractBaseUser) -> str | None:
    """The device becomes the account's, see `accounts.services`; streams by its old token end."""
    token = accounts.claim_device(device, account=account)
    if token:
        broadcast.moved(device.pk)
    return token
