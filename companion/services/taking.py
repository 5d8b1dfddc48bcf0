"""What a device takes at a table: exactly these seats, or none to watch."""

from collections.abc import Iterable

from django.db import transaction

from companion.models import Device, Holding, Table
from companion.services.seating import hold_seat, join, release


@transaction.atomic
def take_seats(
    table: Table, device: Device, *, seats: Iterable[int], salt: str | None = None
) -> None:
    """Sit a device down on these seats and no others; the same again changes nothing."""
    join(table, device)
    held = Holding.objects.filter(presence__table=table, presence__device=device)
    before = set(held.values_list("seat__index", flat=True))
    wanted = set(seats)
    for seat in sorted(before - wanted):
        release(table, device, seat=seat)
    for seat in sorted(wanted - before):
        hold_seat(table, device, seat=seat, salt=salt)
