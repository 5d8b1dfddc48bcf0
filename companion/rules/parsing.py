"""Reads an action from plain JSON: what is wrong whatever the state is refused here."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.actions import (
    ACTIONS,
    NO_SEAT,
    Action,
    Drop,
    Length,
    Range,
    Score,
    Take,
)
from companion.rules.editions import Edition
from companion.rules.errors import RuleError
from companion.rules.state import ARTIFACT, CROWN

REMARKS = frozenset({"by", "at", "id", "note"})
WIRE_NAMES = {"source": "from", "target": "to"}
FAULTS = {str: "bad_value.text", bool: "bad_value.flag", tuple: "bad_value.texts"}


@dataclass(frozen=True, slots=True)
class Shape:
    """One value of an action: its name in a record, what it must be, whether it is needed."""

    wire: str
    name: str
    kind: type
    allowed: Range | Length | None
    words: tuple[str, ...]
    required: bool

    @property
    def is_seat(self) -> bool:
        """A seat is checked later: a bad one is an error of its own."""
        return self.name == "seat"

    @property
    def fault(self) -> RuleError:
        """What is wrong with a value that this one does not accept."""
        if self.allowed:
            limits = {"least": self.allowed.least, "most": self.allowed.most}
            return RuleError(self.allowed.fault, field=self.wire, **limits)
        if self.words:
            return RuleError("bad_value.word", field=self.wire, words=", ".join(self.words))
        return RuleError(FAULTS[self.kind], field=self.wire)

    def accepts(self, raw: object) -> bool:
        """Whether a plain JSON value is what it must be."""
        if self.allowed is not None:
            return raw in self.allowed
        if self.words:
            return isinstance(raw, str) and raw in self.words
        if self.kind is tuple:
            return isinstance(raw, list | tuple) and all(isinstance(item, str) for item in raw)
        return type(raw) is self.kind


def shapes(kind: type[Action]) -> tuple[Shape, ...]:
    """The values of one kind of action, in order."""
    return _shapes(kind.do)


@cache
def _shapes(do: str) -> tuple[Shape, ...]:
    kind = ACTIONS[do]
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _shape(field.name, hints[field.name], field.default is MISSING) for field in fields(kind)
    )


def _shape(name: str, hint: object, required: bool) -> Shape:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [arg for arg in get_args(hint) if arg is not NoneType]
    allowed, words = None, ()
    if get_origin(hint) is Annotated:
        hint, limits, *_ = get_args(hint)
        allowed = limits if isinstance(limits, Range | Length) else None
    if get_origin(hint) is Literal:
        words, hint = get_args(hint), str
    kind = get_origin(hint) or hint
    assert isinstance(kind, type)  # noqa: S101 - a mistake in the table of actions, not of a user
    return Shape(WIRE_NAMES.get(name, name), name, kind, allowed, words, required)


def parse(raw: object, edition: Edition) -> Action:
    """Read one action from plain JSON for a table with this edition.

    Raises unknown_action, and bad_value for a missing or unknown key, a wrong type or word, a
    number out of range, a value or silver where there is none. A seat that is no whole number
    becomes NO_SEAT. The keys by, at, id and note may hold anything and are not looked at.
    """
    if not isinstance(raw, Mapping):
        raise RuleError("unknown_action", do=raw)
    do = raw.get("do")
    kind = ACTIONS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise RuleError("unknown_action", do=do)
    action = kind(**_values(kind, raw))
    _check_meaning(action, edition)
    return action


def _values(kind: type[Action], raw: Mapping[object, object]) -> dict[str, object]:
    known = shapes(kind)
    wires = {shape.wire for shape in known}
    for key in raw:
        if key not in wires and key != "do" and key not in REMARKS:
            raise RuleError("bad_value.unknown", field=key)
    values = {}
    for shape in known:
        if shape.wire in raw:
            values[shape.name] = _value(shape, raw[shape.wire])
        elif shape.required:
            raise RuleError("bad_value.missing", field=shape.wire)
    return values


def _value(shape: Shape, raw: object) -> object:
    if shape.is_seat:
        return raw if type(raw) is int else NO_SEAT
    if not shape.accepts(raw):
        raise shape.fault
    return tuple(raw) if isinstance(raw, list) else raw


def _check_meaning(action: Action, edition: Edition) -> None:
    if isinstance(action, Score) and _no_points(action):
        raise RuleError("bad_value.no_points")
    if isinstance(action, Take | Drop):
        _check_token(action, edition)


def _no_points(action: Score) -> bool:
    given = (action.cards, action.contracts, action.other, action.secret_tomes)
    return all(points is None for points in given)


def _check_token(action: Take | Drop, edition: Edition) -> None:
    if action.silver and not (action.token == ARTIFACT and edition.tokens[ARTIFACT].silver):
        raise RuleError("bad_value.silver")
    if action.token == ARTIFACT or (action.token == CROWN and isinstance(action, Drop)):
        if action.value is None:
            raise RuleError("bad_value.needs_value", token=action.token)
    elif action.token != CROWN and action.value is not None:
        raise RuleError("bad_value.no_value", token=action.token)


def plain(action: Action) -> dict[str, object]:
    """The action as a record writes it: only what differs from what is left out."""
    values: dict[str, object] = {"do": action.do}
    for field, shape in zip(fields(action), shapes(type(action)), strict=True):
        value = getattr(action, field.name)
        if shape.required or value != field.default:
            values[shape.wire] = list(value) if isinstance(value, tuple) else value
    return values
