"""A tap from a posted form: the action as JSON or field by field, its id and expected moment."""

import json
from collections.abc import Mapping
from zlib import crc32

from django.http import QueryDict

from companion.errors import TableError
from companion.rules.actions import ACTIONS
from companion.rules.parsing import Shape, shapes
from companion.rules.state import BLACK, COLORS, GHOST
from companion.tap import Tap, parse_tap
from web import numbers

AT_A_TURN = ("end_turn", "refill", "out_turn", "leave", "buy", "attack")
AT_AN_ACTION = {"undo": "standing", "redo": "undone"}
YES = ("on", "true", "1")
MOST_TIMES = 99
MOST_CUBES = 200


def read_tap(posted: QueryDict) -> Tap:
    """The tap that a form stands for; its values are left to the rules to check.

    The form has `action` as JSON, in which null is replaced by the field of that name, or `do`
    and the fields of that action. `times` multiplies a count.
    """
    action = _written(posted) if "action" in posted else _plain(posted)
    do = str(action.get("do"))
    return parse_tap({"id": _id(posted, action), "expects": _moment(do, posted), "action": action})


def read_action(posted: QueryDict) -> dict[str, object]:
    """The action of a form as far as it can be read, for showing the form again."""
    try:
        return _written(posted) if "action" in posted else _plain(posted)
    except TableError:
        return {}


def _id(posted: QueryDict, action: Mapping[str, object]) -> str | None:
    """The tap's own id, from a script; or else the page's with a hash of the action, so that the
    same button again is the same tap."""
    if own := posted.get("id"):
        return own
    page = posted.get("tap")
    return f"{page}.{crc32(json.dumps(action).encode()):08x}" if page else None


def _written(posted: QueryDict) -> dict[str, object]:
    try:
        raw = json.loads(str(posted["action"]))
    except (ValueError, RecursionError):
        raise TableError("bad_tap.not_json") from None
    if not isinstance(raw, dict):
        raise TableError("bad_tap.no_action")
    return _times(_filled(raw, posted), posted)


def _filled(raw: Mapping[str, object], posted: QueryDict) -> dict[str, object]:
    known = {shape.wire: shape for shape in _shapes(raw.get("do"))}
    filled = dict(raw)
    for name, value in raw.items():
        if value is None and name in known:
            filled[name] = _value(known[name], posted)
    if raw.get("note", "") is None:
        filled["note"] = posted.get("note", "").strip() or None
    return {name: value for name, value in filled.items() if value is not None}


def _times(action: dict[str, object], posted: QueryDict) -> dict[str, object]:
    count, times = action.get("count"), numbers.whole(posted.get("times", "")) or 0
    if isinstance(count, int) and 1 <= times <= MOST_TIMES:
        return {**action, "count": count * times}
    return action


def _plain(posted: QueryDict) -> dict[str, object]:
    do = posted.get("do", "")
    values = {shape.wire: _value(shape, posted) for shape in _shapes(do)}
    line = posted.get("to", "") if do in AT_AN_ACTION else ""
    if line:
        values["to"] = _number(line)
    return {"do": do} | {name: value for name, value in values.items() if value is not None}


def _shapes(do: object) -> tuple[Shape, ...]:
    kind = ACTIONS.get(do) if isinstance(do, str) else None
    return shapes(kind) if kind else ()


def _value(shape: Shape, posted: QueryDict) -> object:
    """A field's value in the type the action needs; what is not a number stays a text."""
    if shape.of_cubes:
        return _cubes(shape.wire, posted)
    if shape.kind is tuple:
        lines = "\n".join(posted.getlist(shape.wire)).splitlines()
        texts = [text.strip() for text in lines if text.strip()]
        if shape.seats and not texts and "action" in posted:
            texts = [text for text in [posted.get("seat", "").strip()] if text]
        return (list(map(_number, texts)) if shape.of_numbers else texts) or None
    text = posted.get(shape.wire, "").strip() or _acting(shape, posted) or _usual(shape, posted)
    if shape.kind is bool:
        return (text in YES) if text else None
    if not text:
        return None
    return _number(text) if shape.kind is int else text


def _acting(shape: Shape, posted: QueryDict) -> str:
    """The seat that everybody's Clank! passes over is the one a button was pressed for."""
    is_spared = shape.name == "spared" and "action" in posted
    return posted.get("seat", "").strip() if is_spared else ""


def _usual(shape: Shape, posted: QueryDict) -> str:
    """What an empty number field stands for, as its placeholder says."""
    return posted.get(f"usual.{shape.wire}", "").strip()


def _number(text: str) -> object:
    digits = text.removeprefix("-").removeprefix("−")
    if not digits.isdecimal() or not digits.isascii() or len(digits) > len("1000000"):
        return text
    return int(digits) if digits == text else -int(digits)


def _cubes(name: str, posted: QueryDict) -> list[str] | None:
    """Cubes one by one (`drawn`) or counted by colour (`drawn.red`)."""
    cubes = [cube for cube in posted.getlist(name) if cube]
    for color in (BLACK, *COLORS, GHOST):
        count = _number(posted.get(f"{name}.{color}", "").strip() or "0")
        if isinstance(count, int) and 0 < count <= MOST_CUBES:
            cubes += [color] * count
    return cubes or None


def _moment(do: str, posted: QueryDict) -> object:
    """The turn or the newest action that the form was made for, if that matters."""
    if do in AT_AN_ACTION:
        return _number(posted.get(AT_AN_ACTION[do], "")) or None
    turn, _, phase = posted.get("turn", "").partition(":")
    if do not in AT_A_TURN or not turn:
        return None
    return {"turn": _number(turn)} | ({"phase": phase} if phase else {})
