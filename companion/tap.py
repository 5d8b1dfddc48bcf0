"""A tap as it arrives: an id made by the device, the moment it was meant for, an action."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps

from companion.errors import TableError
from companion.models import TAP_ID_LENGTH
from companion.rules.record import is_deep
from kernel.text import each_text, is_plain, plain

MOST_BYTES = 4096
KEYS = {"id", "expects", "action"}
NUL, BACKSLASH = rb"\u0000", rb"\\"  # as JSON writes them
DELETE = b"\x7f"
FLAT = 20  # brackets; what has no more of them needs no closer look
REMARKS = ("by", "at", "id")  # the log has its own; only the note is kept
FREE = (*REMARKS, "note")


@dataclass(frozen=True, slots=True)
class TurnPhase:
    """A turn's number and, where given, its phase."""

    turn: int
    phase: str | None = None


Expected = int | TurnPhase
"""The action to undo or redo, by its sequence, or the turn that a tap was meant for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    id: str
    action: Mapping[str, object]
    expects: Expected | None = None


def parse_tap(raw: object) -> Tap:
    """Read an envelope; raises TableError. The action itself is left to the rules to check."""
    if not isinstance(raw, Mapping) or not raw.keys() <= KEYS:
        raise TableError("bad_tap.object")
    tap_id, action = raw.get("id"), raw.get("action")
    if not isinstance(tap_id, str) or not 1 <= len(tap_id) <= TAP_ID_LENGTH or not _plain(tap_id):
        raise TableError("bad_tap.id", most=TAP_ID_LENGTH)
    if not isinstance(action, Mapping):
        raise TableError("bad_tap.no_action")
    kept = {key: value for key, value in action.items() if key not in REMARKS}
    _check_size(kept)
    return Tap(id=tap_id, action=kept, expects=_expected(raw.get("expects")))


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _check_size(action: Mapping[str, object]) -> None:
    written = storable(action)
    if written is None:
        raise TableError("bad_tap.not_storable")
    if len(written) > MOST_BYTES:
        raise TableError("bad_tap.too_long")
    if not (_is_simple(written) or all(map(is_plain, each_text(action)))):
        raise TableError("bad_tap.signs")


def _is_simple(written: bytes) -> bool:
    """Whether there is nothing but ASCII in it: most taps, which need no closer look."""
    return written.isascii() and BACKSLASH[:1] not in written and DELETE not in written


def without_signs(action: Mapping[str, object]) -> dict[str, object]:
    """An action of a record with plain remarks; rules never look at them."""
    return {key: _plain_value(value) if key in FREE else value for key, value in action.items()}


def _plain_value(value: object) -> object:
    match value:
        case str():
            return plain(value)
        case list():
            return [_plain_value(item) for item in value]
        case dict():
            return {plain(str(key)): _plain_value(item) for key, item in value.items()}
    return value


def storable(action: Mapping[str, object]) -> bytes | None:
    """The action as JSON; None if some database, page or file could not hold it.

    It may contain neither a NUL nor a lone surrogate, not even in a note, and is nested no deeper
    than a record, in a list of which it will be.
    """
    try:
        written = dumps(action, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError):
        return None
    if written.count(b"[") + written.count(b"{") > FLAT and is_deep([[action]]):
        return None
    return None if NUL in written.replace(BACKSLASH, b"") else written


def _expected(raw: object) -> Expected | None:
    if raw is None:
        return None
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, Mapping) and raw.keys() <= {"turn", "phase"}:
        turn, phase = raw.get("turn"), raw.get("phase")
        if type(turn) is int and (phase is None or isinstance(phase, str)):
            return TurnPhase(turn, phase)
    raise TableError("bad_tap.moment")
