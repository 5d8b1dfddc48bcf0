"""Frozen dataclasses to plain JSON values and back, strictly: every fault has a place and a reason."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

from campaign.rules.sentences import Sentence, gettext_noop

T = TypeVar("T")


class ShapeError(ValueError):
    """A value that does not fit: ``at`` is its place, ``reason`` what is wrong with it."""

    def __init__(self, at: str, reason: str, **params: str) -> None:
        self.at = at
        self.reason = Sentence(reason, params)
        super().__init__(f"{at}: {self.reason}")


def build(kind: type[T], raw: object, at: str, **rest: object) -> T:
    """One ``kind`` from plain values; raises ShapeError for anything unknown, missing or wrong.

    ``rest`` fills the fields that are not compared and so are not among the plain values.
    """
    return cast(T, _dataclass(kind, raw, at, rest))


def plain(value: object) -> object:
    """The plain JSON value of a dataclass; fields that are not compared are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        kept = [field.name for field in fields(value) if field.compare]
        return {name: plain(getattr(value, name)) for name in kept}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return stamp(value)
    return str(value) if isinstance(value, UUID | StrEnum) else value


def stamp(at: datetime) -> str:
    """A moment in UTC, always to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@cache
def _shape(kind: type) -> tuple[tuple[Field[Any], object], ...]:
    hints = get_type_hints(kind)
    return tuple((field, hints[field.name]) for field in fields(kind) if field.compare)


def _dataclass(kind: type, raw: object, at: str, rest: Mapping[str, object]) -> object:
    if not isinstance(raw, Mapping):
        raise ShapeError(at, gettext_noop("a table is needed"))
    shape = _shape(kind)
    names = {field.name for field, _ in shape}
    for key in raw:
        if key not in names:
            raise ShapeError(f"{at}.{key}", gettext_noop("unknown key"))
    for field, _ in shape:
        needed = field.default is MISSING and field.default_factory is MISSING
        if needed and field.name not in raw:
            raise ShapeError(f"{at}.{field.name}", gettext_noop("missing"))
    present = [(field.name, hint) for field, hint in shape if field.name in raw]
    values = {name: _value(hint, raw[name], f"{at}.{name}") for name, hint in present}
    return kind(**values, **rest)


def _value(hint: object, raw: object, at: str) -> object:
    origin = get_origin(hint) or hint
    if origin in (Union, types.UnionType):
        return _optional(hint, raw, at)
    if origin is tuple:
        return _items(get_args(hint), raw, at)
    if origin is Mapping:
        return _mapping(get_args(hint)[1], raw, at)
    return raw if hint is object else _single(cast(type, hint), raw, at)


def _single(kind: type, raw: object, at: str) -> object:
    return _dataclass(kind, raw, at, {}) if is_dataclass(kind) else _plain(kind, raw, at)


def _optional(hint: object, raw: object, at: str) -> object:
    if raw is None:
        return None
    (inner,) = (arg for arg in get_args(hint) if arg is not types.NoneType)
    return _value(inner, raw, at)


def _items(hints: tuple[object, ...], raw: object, at: str) -> object:
    """A list of one kind of item: ``tuple[kind, ...]`` is the only tuple there is."""
    if not isinstance(raw, list | tuple):
        raise ShapeError(at, gettext_noop("a list is needed"))
    return tuple(_value(hints[0], item, f"{at}[{i}]") for i, item in enumerate(raw))


def _mapping(hint: object, raw: object, at: str) -> object:
    if not isinstance(raw, Mapping) or not all(isinstance(key, str) for key in raw):
        raise ShapeError(at, gettext_noop("a table is needed"))
    return {key: _value(hint, item, f"{at}.{key}") for key, item in raw.items()}


def _plain(kind: type, raw: object, at: str) -> object:
    if kind is datetime:
        return _moment(raw, at)
    if kind is UUID or issubclass(kind, StrEnum):
        return _parsed(kind, raw, at)
    if type(raw) is not kind:
        raise ShapeError(at, _NEEDED[kind])
    return raw


_NEEDED = {
    str: gettext_noop("a text is needed"),
    int: gettext_noop("a whole number is needed"),
    bool: gettext_noop("true or false is needed"),
}
_USUAL = gettext_noop("must be written in its usual form")


def _parsed(kind: type, raw: object, at: str) -> object:
    try:
        value = kind(raw)
    except (ValueError, AttributeError, TypeError) as error:
        raise ShapeError(at, gettext_noop("{value} is not known here"), value=repr(raw)) from error
    if str(value) != raw:
        raise ShapeError(at, _USUAL)
    return value


def _moment(raw: object, at: str) -> datetime:
    try:
        moment = datetime.strptime(str(raw), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError as error:
        form = gettext_noop("must be a time such as 2026-11-28T20:15:00.000000Z")
        raise ShapeError(at, form) from error
    if stamp(moment) != raw:
        raise ShapeError(at, _USUAL)
    return moment
