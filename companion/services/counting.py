"""Scores counted on a sheet: what another device has stored since it was shown is not replaced unseen."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from accounts.models import Device
from companion.errors import Counted, CountedElsewhereError
from companion.services.log_writer import Answer, take_tap
from companion.services.settings_log import locked
from companion.table import selectors
from companion.tap import Tap


@transaction.atomic
def count_seat(
    table: UUID,
    tap: Tap,
    device: Device,
    *,
    seat: int,
    seen: Mapping[str, int],
    account: int | None = None,
) -> Answer:
    """Store a seat's numbers; ``seen`` has those that its sheet showed.

    Raises CountedElsewhereError for those that another device has changed since.
    """
    locked(table)
    counted = _counted_elsewhere(table, tap, device, seat=seat, seen=seen)
    answer = take_tap(table, tap, device, account=account)  # first, for what it refuses itself
    if counted and not answer.repeated:
        raise CountedElsewhereError(counted)
    return answer


def _counted_elsewhere(
    table: UUID, tap: Tap, device: Device, *, seat: int, seen: Mapping[str, int]
) -> dict[str, Counted]:
    view = selectors.view_of(table)
    stored = {name: getattr(view.state.seats[seat], name) for name in seen}
    changed = [name for name, now in stored.items() if now not in (seen[name], tap.action[name])]
    by = selectors.counters_of(view, seat) if changed else {}
    return {
        name: Counted(stored[name], by[name].name)
        for name in changed
        if name in by and by[name].device != device.pk
    }
