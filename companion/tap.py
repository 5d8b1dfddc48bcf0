"""A tap as it arrives: an id made on the device, the moment it was meant for, and an action."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps

from companion.models import TAP_ID_LENGTH
from companion.refusals import Refusal

MOST_BYTES = 4096
KEYS = {"id", "expects", "action"}
NUL, BACKSLASH = rb"\u0000", rb"\\"  # as JSON writes them
REMARKS = ("by", "at", "id")  # the log has its own; only a note is kept


@dataclass(frozen=True, slots=True)
class TurnPhase:
    """A turn's number and, where given, its phase."""

    turn: int
    phase: str | None = None


Expected = int | TurnPhase
"""The sequence of the log, or the turn, that a tap was meant for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    id: str
    action: Mapping[str, object]
    expects: Expected | None = None


def parse_tap(raw: object) -> Tap:
    """Read an envelope; whether its action means anything is for the rules to say."""
    if not isinstance(raw, Mapping) or not raw.keys() <= KEYS:
        raise Refusal("bad_tap.object")
    tap_id, action = raw.get("id"), raw.get("action")
    if not isinstance(tap_id, str) or not 1 <= len(tap_id) <= TAP_ID_LENGTH or not _plain(tap_id):
        raise Refusal("bad_tap.id", most=TAP_ID_LENGTH)
    if not isinstance(action, Mapping):
        raise Refusal("bad_tap.no_action")
    kept = {key: value for key, value in action.items() if key not in REMARKS}
    _check_size(kept)
    return Tap(id=tap_id, action=kept, expects=_expected(raw.get("expects")))


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _check_size(action: Mapping[str, object]) -> None:
    written = storable(action)
    if written is None:
        raise Refusal("bad_tap.not_storable")
    if len(written) > MOST_BYTES:
        raise Refusal("bad_tap.too_long")


def storable(action: Mapping[str, object]) -> bytes | None:
    """An action as JSON, if it is one that any database keeps and any page or file shows.

    Neither a NUL nor half a character (a lone surrogate) may stand in it, not even in a note.
    """
    try:
        written = dumps(action, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError):
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
    raise Refusal("bad_tap.moment")
