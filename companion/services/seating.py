"""Who sits where: joining, taking and leaving seats, removing devices."""

import re

from django.db import transaction
from django.utils import timezone

from companion import codes
from companion.models import Device, Holding, Presence, Table, TableSeat
from companion.refusals import NotAllowedError, NotFoundError, Refusal
from companion.services.notes import locked, note

SALT = re.compile(f"[0-9a-f]{{{2 * codes.SALT_BYTES}}}")


@transaction.atomic
def join(table: Table, device: Device) -> Presence:
    """Let a device watch. Who is here already stays what they are; who was removed stays out."""
    table = locked(table.pk)
    known = table.presences.filter(device=device).first()
    if known and known.removed_at:
        raise NotFoundError("no_table")
    if known:
        return known
    if not table.joining_open and table.opener_device_id != device.pk:
        raise NotAllowedError("joining_closed")
    presence = Presence.objects.create(table=table, device=device)
    note(table, device, "joined")
    return presence


@transaction.atomic
def hold_seat(table: Table, device: Device, *, seat: int, salt: str | None = None) -> Presence:
    """Give a device a seat that it may act for; `salt` are its random bytes for the draws."""
    presence = join(table, device)
    table = locked(table.pk)
    place = _seat(table, seat)
    if not presence.salt:
        _add_salt(table, presence, salt)
    if Holding.objects.get_or_create(presence=presence, seat=place)[1]:
        note(table, device, "seated", seat)
    return presence


@transaction.atomic
def add_salt(table: Table, device: Device, *, salt: str | None = None) -> None:
    """Add a seated device's random bytes, where it has not and nothing has been drawn yet."""
    table = locked(table.pk)
    seated = table.presences.filter(device=device, salt="", holdings__isnull=False).first()
    if seated and not table.salt_fixed:
        _add_salt(table, seated, salt)
        note(table, device, "salted")


def _add_salt(table: Table, presence: Presence, given: str | None) -> None:
    salt = checked_salt(given)
    if table.salt_fixed or not table.seed:
        return
    presence.salt, presence.salt_from_device = salt, given is not None
    presence.save(update_fields=["salt", "salt_from_device"])
    table.salt = f"{table.salt}-{salt}" if table.salt else salt
    table.save(update_fields=["salt"])


def checked_salt(given: str | None) -> str:
    """A device's 16 bytes in hexadecimal; the server's own for a device without JavaScript."""
    if given is None:
        return codes.salt()
    if not SALT.fullmatch(given):
        raise Refusal("bad_salt")
    return given


@transaction.atomic
def release(table: Table, device: Device, *, seat: int) -> None:
    """A device gives up a seat; without any it watches."""
    table = locked(table.pk)
    held = Holding.objects.filter(presence__table=table, presence__device=device, seat__index=seat)
    if held.delete()[0]:
        note(table, device, "released", seat)


@transaction.atomic
def hand_over(table: Table, by: Device, *, seat: int, giver: Device, taker: Device) -> None:
    """A seat goes from one device to another that is at the table."""
    table = locked(table.pk)
    place = _seat(table, seat)
    receiver = _present(table, taker)
    given = Holding.objects.filter(presence__table=table, presence__device=giver, seat=place)
    if not given.delete()[0]:
        raise Refusal("no_such_device")
    if not receiver.salt:
        _add_salt(table, receiver, None)
    Holding.objects.get_or_create(presence=receiver, seat=place)
    note(table, by, "handed_over", seat)


@transaction.atomic
def remove_device(table: Table, by: Device, *, device: Device) -> None:
    """A device loses its seats and the table; what it did stays in the log under its name."""
    if device.pk in (by.pk, table.opener_device_id):
        raise Refusal("own_device")
    table = locked(table.pk)
    presence = _present(table, device)
    presence.holdings.all().delete()
    presence.removed_at = timezone.now()
    presence.save(update_fields=["removed_at"])
    note(table, by, "removed")


def _seat(table: Table, index: int) -> TableSeat:
    seat = table.seats.filter(index=index).first()
    if seat is None:
        raise Refusal("no_such_seat")
    return seat


def _present(table: Table, device: Device) -> Presence:
    presence = table.presences.filter(device=device, removed_at=None).first()
    if presence is None:
        raise Refusal("no_such_device")
    return presence
