"""Devices: made at the first tap, named, claimed by an account, recovered by a personal link."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from companion import codes, news
from companion.models import Device
from companion.refusals import NotFoundError
from companion.rules.record import NAME_LENGTH
from companion.services.notes import checked_text, locked, note


def make_device(account: AbstractBaseUser | None = None) -> tuple[Device, str]:
    """A new device and its token, which is told this once and stored only as a hash."""
    token = codes.token()
    owner = account.pk if account else None
    return Device.objects.create(token_hash=codes.fingerprint(token), account_id=owner), token


@transaction.atomic
def rename_device(device: Device, *, nickname: str) -> None:
    """Every table that is still open shows the new name at once."""
    before, device.nickname = device.nickname, checked_text(nickname, NAME_LENGTH)
    if device.nickname == before:
        return
    device.save(update_fields=["nickname"])
    here = device.presences.filter(removed_at=None, table__closed_at=None)
    # In the order in which taps lock several tables, so that neither waits for the other.
    for table_id in here.order_by("table").values_list("table", flat=True):
        note(locked(table_id), device, "device_named")


def claim_device(device: Device, *, account: AbstractBaseUser) -> bool:
    """Make a device an account's own; it loses nothing. One that is another's stays so."""
    free = Device.objects.filter(pk=device.pk, account=None)
    if free.update(account=account.pk):
        device.refresh_from_db()
    return bool(device.account_id == account.pk)


def personal_link(device: Device) -> str:
    """A secret for a link that makes any browser this device; an earlier one ends."""
    secret = codes.token()
    device.link_hash = codes.fingerprint(secret)
    device.save(update_fields=["link_hash"])
    return secret


@transaction.atomic
def recover(secret: str) -> tuple[Device, str]:
    """The device of a personal link, with a new token: the browser that lost it is out."""
    hashed = codes.fingerprint(secret)
    device = Device.objects.select_for_update().filter(link_hash=hashed).first()
    if device is None:
        raise NotFoundError("no_link")
    token = codes.token()
    device.token_hash = codes.fingerprint(token)
    device.save(update_fields=["token_hash"])
    news.moved(device.pk)
    return device, token
