"""Reads an action from plain JSON and refuses what is wrong in any state."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.actions import ACTIONS, Action, Box, Buy, DrawLots, Drop, Score, Take
from companion.rules.contract_actions import FlipContract, LayContract, SetContract
from companion.rules.contract_setup import most_have
from companion.rules.editions import Edition
from companion.rules.errors import RuleError
from companion.rules.state import ARTIFACT, CROWN
from companion.rules.values import NO_SEAT, SEAT, SEATS, Allowed, Range, Several

REMARKS = frozenset({"by", "at", "id", "note"})
WIRE_NAMES = {"source": "from", "target": "to", "spared": "except"}
FAULTS = {str: "bad_value.text", bool: "bad_value.flag", tuple: "bad_value.texts"}


@dataclass(frozen=True, slots=True)
class Shape:
    """One field of an action: its name in a record, its type and range, whether it is required."""

    wire: str
    name: str
    kind: type
    allowed: Allowed | None
    words: tuple[str, ...]
    required: bool
    seats: str = ""
    """`SEAT` or `SEATS`: seats are checked later, because a bad one has an error of its own."""

    @property
    def of_numbers(self) -> bool:
        """Whether it is a list of whole numbers."""
        each = self.allowed.each if isinstance(self.allowed, Several) else None
        return self.seats == SEATS or isinstance(each, Range)

    @property
    def of_cubes(self) -> bool:
        """Whether it is a list of cubes."""
        return self.kind is tuple and not self.seats and self.allowed is None

    @property
    def fault(self) -> RuleError:
        """The error for a value that is not accepted."""
        if self.allowed:
            return RuleError(self.allowed.fault, field=self.wire, **self.allowed.limits)
        if self.words:
            return RuleError("bad_value.word", field=self.wire, words=", ".join(self.words))
        return RuleError(FAULTS[self.kind], field=self.wire)

    def accepts(self, raw: object) -> bool:
        """Whether a plain JSON value has the right type and range."""
        if self.allowed is not None:
            return raw in self.allowed
        if self.words:
            return isinstance(raw, str) and raw in self.words
        if self.kind is tuple:
            return isinstance(raw, list | tuple) and all(isinstance(item, str) for item in raw)
        return type(raw) is self.kind


def shapes(kind: type[Action]) -> tuple[Shape, ...]:
    """The fields of one kind of action, in order."""
    return _shapes(kind.do)


@cache
def _shapes(do: str) -> tuple[Shape, ...]:
    kind = ACTIONS[do]
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _shape(field.name, hints[field.name], field.default is MISSING) for field in fields(kind)
    )


@cache
def _keys(do: str) -> frozenset[object]:
    """All keys that an action of a kind may have."""
    return frozenset({shape.wire for shape in _shapes(do)} | REMARKS | {"do"})


def _shape(name: str, hint: object, required: bool) -> Shape:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [arg for arg in get_args(hint) if arg is not NoneType]
    allowed, words, seats = None, (), ""
    if get_origin(hint) is Annotated:
        hint, limits, *_ = get_args(hint)
        allowed, seats = (None, limits) if limits in (SEAT, SEATS) else (limits, "")
    if get_origin(hint) is Literal:
        words, hint = get_args(hint), str
    kind = get_origin(hint) or hint
    assert isinstance(kind, type)  # noqa: S101 - a mistake in the actions' classes, not of a user
    return Shape(WIRE_NAMES.get(name, name), name, kind, allowed, words, required, seats)


def parse(raw: object, edition: Edition) -> Action:
    """Read one action from plain JSON for a table with this edition.

    Raises unknown_action, and bad_value for a missing or unknown key, a wrong type or word, a
    number out of range, a value or silver where there is none. A seat that is not a whole
    number becomes NO_SEAT. The keys by, at, id and note may hold anything and are ignored.
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
    known, keys = _shapes(kind.do), _keys(kind.do)
    for key in raw:
        if key not in keys:
            raise RuleError("bad_value.unknown", field=key)
    values = {}
    for shape in known:
        if shape.wire in raw:
            values[shape.name] = _value(shape, raw[shape.wire])
        elif shape.required:
            raise RuleError("bad_value.missing", field=shape.wire)
    return values


def _value(shape: Shape, raw: object) -> object:
    if shape.seats:
        return _seat(raw) if shape.seats == SEAT else _seats(shape.wire, raw)
    if not shape.accepts(raw):
        raise shape.fault
    return tuple(raw) if isinstance(raw, list) else raw


def _seat(raw: object) -> int:
    return raw if type(raw) is int else NO_SEAT


def _seats(wire: str, raw: object) -> tuple[int, ...]:
    """Several seats, at least one and none twice."""
    if not isinstance(raw, list | tuple) or not raw:
        raise RuleError("bad_value.seats", field=wire)
    whole = [each for each in raw if type(each) is int]
    if len(set(whole)) != len(whole):
        raise RuleError("bad_value.seats", field=wire)
    return tuple(map(_seat, raw))


def _check_meaning(action: Action, edition: Edition) -> None:
    check = MEANINGS.get(type(action))
    if check:
        check(action, edition)


def _check_score(action: Score, _edition: Edition) -> None:
    given = (action.cards, action.contracts, action.other, action.secret_tomes)
    if all(points is None for points in given):
        raise RuleError("bad_value.no_points")


def _check_silver(silver: bool, token: str, edition: Edition) -> None:
    if silver and not (token == ARTIFACT and edition.tokens[ARTIFACT].silver):
        raise RuleError("bad_value.silver")


def _check_token(action: Take | Drop, edition: Edition) -> None:
    _check_silver(action.silver, action.token, edition)
    if action.token == ARTIFACT or (action.token == CROWN and isinstance(action, Drop)):
        if action.value is None:
            raise RuleError("bad_value.needs_value", token=action.token)
    elif action.token != CROWN and action.value is not None:
        raise RuleError("bad_value.no_value", token=action.token)


def _check_buy(action: Buy, _edition: Edition) -> None:
    if action.value is not None and action.item != CROWN:
        raise RuleError("bad_value.no_value", token=action.item)


def _check_box(action: Box, edition: Edition) -> None:
    _check_silver(action.silver, ARTIFACT, edition)


def _check_lots(action: DrawLots, _edition: Edition) -> None:
    if action.take > len(action.of):
        raise RuleError("bad_value.number", field="take", least=1, most=len(action.of))


def _check_laid(action: LayContract, _edition: Edition) -> None:
    most = most_have(action.need, action.cubes)
    if action.have > most:
        raise RuleError("bad_value.number", field="have", least=0, most=most)


def _check_status(action: SetContract, _edition: Edition) -> None:
    if (action.seats is not None) is not (action.status == "completed"):
        raise RuleError("bad_value.stars", field="seats")


def _check_back(action: FlipContract, _edition: Edition) -> None:
    if action.points is None and action.bonus is None and action.waits is None:
        raise RuleError("bad_value.no_back")


MEANINGS: Mapping[type[Action], Callable[[Any, Edition], None]] = {
    Score: _check_score,
    Take: _check_token,
    Drop: _check_token,
    Buy: _check_buy,
    Box: _check_box,
    DrawLots: _check_lots,
    LayContract: _check_laid,
    SetContract: _check_status,
    FlipContract: _check_back,
}
"""Checks that do not depend on the state but on several values."""


def plain(action: Action) -> dict[str, object]:
    """The action as it is written in a record, without fields that have their default."""
    values: dict[str, object] = {"do": action.do}
    for field, shape in zip(fields(action), shapes(type(action)), strict=True):
        value = getattr(action, field.name)
        if shape.required or value != field.default:
            values[shape.wire] = list(value) if isinstance(value, tuple) else value
    return values
