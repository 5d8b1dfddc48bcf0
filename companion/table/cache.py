"""What this process remembers of its tables, so that taps need not read them again.

Views are immutable, and an older one never replaces a newer one. A caller that takes one for the
newest has read the table's sequence, or knows that nobody else has written since.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from uuid import UUID

from companion.table.view import TableView
from kernel.errors import Refusal

MOST = 512

TapKey = tuple[UUID, int, str]
"""A table, a device, and the id that the device gave the tap."""

_views: "OrderedDict[UUID, TableView]" = OrderedDict()
_devices: "OrderedDict[str, int]" = OrderedDict()
_refused: "OrderedDict[TapKey, Refusal]" = OrderedDict()
_lock = Lock()


def keep(view: TableView) -> None:
    """Remember a view whose row is committed."""
    with _lock:
        known = _views.get(view.table)
        if known is None or known.sequence <= view.sequence:
            _views[view.table] = view
        _views.move_to_end(view.table)
        while len(_views) > MOST:
            _views.popitem(last=False)


def recall(table: UUID) -> TableView | None:
    return _views.get(table)


def keep_devices(found: Mapping[str, int]) -> None:
    """Remember the devices of tokens, by fingerprint; a token may have moved to another by now."""
    with _lock:
        _devices.update(found)
        while len(_devices) > MOST:
            _devices.popitem(last=False)


def device(fingerprint: str) -> int | None:
    return _devices.get(fingerprint)


def keep_refused(refused: Mapping[TapKey, Refusal]) -> None:
    """Remember for a while which taps were refused: the log has only what was done."""
    with _lock:
        _refused.update(refused)
        while len(_refused) > MOST:
            _refused.popitem(last=False)


def refused(key: TapKey) -> Refusal | None:
    return _refused.get(key)


def forget() -> None:
    """Forget everything, as after a restart."""
    with _lock:
        _views.clear()
        _devices.clear()
        _refused.clear()
