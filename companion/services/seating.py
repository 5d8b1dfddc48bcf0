"""Who sits where: joining, taking and leaving seats, removing devices."""

import re
from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils import timezone

from accounts import selectors as accounts
from accounts.models import Device
from companion import codes
from companion.errors import NotAllowedError, NotFoundError, TableError
from companion.models import Holding, Presence, Table, TableSeat
from companion.services.opener_only import rotate_code
from companion.services.settings_log import locked, note
from companion.table import selectors
from companion.table.roles import role_of
from companion.table.settings import MOST_DEVICES

SALT = re.compile(f"[0-9a-f]{{{2 * codes.SALT_BYTES}}}")


@transaction.atomic
def join(table: Table, device: Device) -> Presence:
    """Let a device watch. One already here keeps its role; a removed one stays out.

    Those of a campaign's members come by `bring_in`, which is never full.
    """
    table = locked(table.pk)
    known = table.presences.filter(device=device).first()
    if known and known.removed_at:
        raise NotFoundError("no_table")
    if known:
        return known
    if not table.joining_open and table.opener_device_id != device.pk:
        raise NotAllowedError("joining_closed")
    if table.presences.filter(removed_at=None).count() >= MOST_DEVICES:
        raise TableError("table_full", most=MOST_DEVICES)
    presence = Presence.objects.create(table=table, device=device)
    note(table, device, "joined")
    return presence


@transaction.atomic
def hold_seat(table: Table, device: Device, *, seat: int, salt: str | None = None) -> Presence:
    """Give a device a seat that it may act for; `salt` are its random bytes for the draws."""
    presence = join(table, device)
    table = locked(table.pk)
    _check_seats(table, device)
    place = _seat(table, seat)
    if not presence.salt:
        _add_salt(table, presence, salt)
    if Holding.objects.get_or_create(presence=presence, seat=place)[1]:
        note(table, device, "seated", seat)
    return presence


@transaction.atomic
def take_seats(
    table: Table, device: Device, *, seats: Iterable[int], salt: str | None = None
) -> None:
    """Give a device exactly these seats; the same again changes nothing.

    Raises TableError for a settled game (`TableView.may_sit`).
    """
    join(table, device)
    held = Holding.objects.filter(presence__table=table, presence__device=device)
    before = set(held.values_list("seat__index", flat=True))
    wanted = set(seats)
    if wanted != before:
        _check_seats(locked(table.pk), device)
    for seat in sorted(before - wanted):
        release(table, device, seat=seat)
    for seat in sorted(wanted - before):
        hold_seat(table, device, seat=seat, salt=salt)


@transaction.atomic
def add_salt(table: Table, device: Device, *, salt: str | None = None) -> None:
    """Add a seated device's random bytes, if it has none yet and nothing has been drawn."""
    table = locked(table.pk)
    seated = table.presences.filter(device=device, salt="", holdings__isnull=False).first()
    if seated and table.draws and not table.salt_fixed:
        _add_salt(table, seated, salt)
        note(table, device, "salted")


def _add_salt(table: Table, presence: Presence, given: str | None) -> None:
    salt = checked_salt(given)
    if table.salt_fixed or not table.draws:
        return
    presence.salt, presence.salt_from_device = salt, given is not None
    presence.save(update_fields=["salt", "salt_from_device"])
    table.salt = f"{table.salt}-{salt}" if table.salt else salt
    table.save(update_fields=["salt"])


def checked_salt(given: str | None) -> str:
    """A device's 16 bytes in hexadecimal; made by the server for a device without JavaScript."""
    if given is None:
        return codes.salt()
    if not SALT.fullmatch(given):
        raise TableError("bad_salt")
    return given


@transaction.atomic
def release(table: Table, device: Device, *, seat: int) -> None:
    """A device gives up a seat; without seats it watches. Where others sit, the log says nothing."""
    table = locked(table.pk)
    held = Holding.objects.filter(presence__table=table, seat__index=seat)
    if held.filter(presence__device=device).delete()[0]:
        note(table, device, selectors.UNTOLD if held.exists() else "released", seat)


@transaction.atomic
def hand_over(table: Table, by: Device, *, seat: int, giver: Device, taker: Device) -> None:
    """A seat goes from one device to another that is at the table."""
    table = locked(table.pk)
    place = _seat(table, seat)
    receiver = _present(table, taker)
    given = Holding.objects.filter(presence__table=table, presence__device=giver, seat=place)
    if not given.delete()[0]:
        raise TableError("no_such_device")
    if not receiver.salt:
        _add_salt(table, receiver, None)
    Holding.objects.get_or_create(presence=receiver, seat=place)
    note(table, by, "handed_over", seat)


@transaction.atomic
def remove_device(table: Table, by: Device, *, device: Device, new_codes: bool = False) -> None:
    """Remove a device from the table; what it did stays in the log under its name."""
    if device.pk in (by.pk, table.opener_device_id):
        raise TableError("own_device")
    table = locked(table.pk)
    presence = _present(table, device)
    presence.holdings.all().delete()
    presence.removed_at = timezone.now()
    presence.save(update_fields=["removed_at"])
    note(table, by, "removed")
    if new_codes:
        rotate_code(table, by)


@transaction.atomic
def take_off(table: Table, by: Device | None, *, devices: Collection[int]) -> None:
    """Remove somebody's devices, whoever opened the table, but for the one that this is done on."""
    table = locked(table.pk)
    others = table.presences.filter(removed_at=None, device__in=devices)
    for presence in others.exclude(device=by):
        presence.holdings.all().delete()
        presence.removed_at = timezone.now()
        presence.save(update_fields=["removed_at"])
        note(table, by, "removed")


@transaction.atomic
def let_in(table: Table, by: Device, *, device: Device) -> None:
    """A removed device may come back; it watches until it takes a seat."""
    table = locked(table.pk)
    presence = table.presences.filter(device=device).exclude(removed_at=None).first()
    if presence is None:
        raise TableError("no_such_device")
    presence.removed_at = None
    presence.save(update_fields=["removed_at"])
    note(table, by, "let_in")


@transaction.atomic
def bring_in(table: Table, device: Device, *, seats: Iterable[int], runs: bool) -> Presence:
    """Seat a device that whoever opened the table vouches for, with or without their rights.

    It needs no code and keeps the seats that it has; its random bytes follow when it sees the
    table. At a closed game it watches. Raises NotAllowedError for a removed device, which stays off until it is let in.
    """
    table = locked(table.pk)
    presence, new = Presence.objects.get_or_create(table=table, device=device)
    if presence.removed_at:
        raise NotAllowedError("taken_off")
    if new:
        note(table, device, "joined")
    for seat in () if _is_settled(table) else seats:
        if Holding.objects.get_or_create(presence=presence, seat=_seat(table, seat))[1]:
            note(table, device, "seated", seat)
    set_runs(table, device, runs=runs)
    return presence


@transaction.atomic
def end_opening(table: Table, *, devices: Collection[int], account: int | None) -> None:
    """If they opened the table, they have no rights by that any more; those who may run it do."""
    table = locked(table.pk)
    if table.opener_device_id in devices or table.opener_account_id == (account or 0):
        table.opener_device, table.opener_account = None, None
        note(table, None, "runs_no_more")


@transaction.atomic
def set_runs(table: Table, device: Device, *, runs: bool) -> None:
    """Give a device the rights of whoever opened the table, or take them back."""
    table = locked(table.pk)
    changed = table.presences.filter(device=device).exclude(runs=runs)
    if changed.update(runs=runs):
        note(table, device, "runs" if runs else "runs_no_more")


def _is_settled(table: Table) -> bool:
    return table.closed_at is not None and selectors.view_of(table.pk).is_settled


def _check_seats(table: Table, device: Device) -> None:
    if table.closed_at is None:
        return
    view = selectors.view_of(table.pk)
    if not view.may_sit(role_of(view.settings, accounts.visitor_of(device.pk, device.account_id))):
        raise TableError("closed")


def _seat(table: Table, index: int) -> TableSeat:
    seat = table.seats.filter(index=index).first()
    if seat is None:
        raise TableError("no_such_seat")
    return seat


def _present(table: Table, device: Device) -> Presence:
    presence = table.presences.filter(device=device, removed_at=None).first()
    if presence is None:
        raise TableError("no_such_device")
    return presence
