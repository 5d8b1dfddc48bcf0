"""Frozen dataclasses from plain JSON or TOML values and back; errors name place and reason."""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

from kernel.message import Message, gettext_noop

T = TypeVar("T")
Bound = Mapping[object, object]
"""What the type variables of a generic class stand for."""


class ReadingError(ValueError):
    """A value that does not fit: ``at`` is its place, ``reason`` says what is wrong with it."""

    def __init__(self, at: str, reason: str, **params: str) -> None:
        self.at = at
        self.reason = Message(reason, params)
        super().__init__(f"{at}: {self.reason}")


def build(kind: type[T], raw: object, at: str, **rest: object) -> T:
    """A ``kind`` from plain values; raises ReadingError for anything unknown, missing or wrong.

    ``rest`` sets the fields that are not compared and so are not among the plain values.
    """
    return cast(T, _dataclass(kind, raw, at, rest, {}))


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
    """A time in UTC as ISO 8601, always with microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@cache
def _shape(kind: type) -> tuple[tuple[Field[Any], object], ...]:
    hints = get_type_hints(kind)
    return tuple((field, hints[field.name]) for field in fields(kind) if field.compare)


def _dataclass(
    kind: type, raw: object, at: str, rest: Mapping[str, object], bound: Bound
) -> object:
    if not isinstance(raw, Mapping):
        raise ReadingError(at, gettext_noop("a table is needed"))
    shape = _shape(kind)
    names = {field.name for field, _ in shape}
    for key in raw:
        if key not in names:
            raise ReadingError(f"{at}.{key}", gettext_noop("unknown key"))
    for field, _ in shape:
        needed = field.default is MISSING and field.default_factory is MISSING
        if needed and field.name not in raw:
            raise ReadingError(f"{at}.{field.name}", gettext_noop("missing"))
    present = [(field.name, hint) for field, hint in shape if field.name in raw]
    values = {name: _value(hint, raw[name], f"{at}.{name}", bound) for name, hint in present}
    return kind(**values, **rest)


def _value(hint: object, raw: object, at: str, bound: Bound) -> object:
    hint = bound.get(hint, hint)
    origin = get_origin(hint) or hint
    if origin is object or (is_dataclass(origin) and type(raw) is origin):
        return raw
    reader = READERS.get(origin)
    return reader(hint, raw, at, bound) if reader else _single(hint, cast(type, origin), raw, at)


def _single(hint: object, kind: type, raw: object, at: str) -> object:
    if is_dataclass(kind):
        variables = getattr(kind, "__parameters__", ())
        return _dataclass(kind, raw, at, {}, dict(zip(variables, get_args(hint), strict=True)))
    return _plain(kind, raw, at)


def _optional(hint: object, raw: object, at: str, bound: Bound) -> object:
    if raw is None:
        return None
    (inner,) = (arg for arg in get_args(hint) if arg is not types.NoneType)
    return _value(inner, raw, at, bound)


def _items(hint: object, raw: object, at: str, bound: Bound) -> object:
    """A list of one kind of item: ``tuple[kind, ...]`` is the only kind of tuple supported."""
    if not isinstance(raw, list | tuple):
        raise ReadingError(at, gettext_noop("a list is needed"))
    inner = get_args(hint)[0]
    return tuple(_value(inner, item, f"{at}[{i}]", bound) for i, item in enumerate(raw))


def _mapping(hint: object, raw: object, at: str, bound: Bound) -> object:
    if not isinstance(raw, Mapping) or not all(isinstance(key, str) for key in raw):
        raise ReadingError(at, gettext_noop("a table is needed"))
    inner = get_args(hint)[1]
    return {key: _value(inner, item, f"{at}.{key}", bound) for key, item in raw.items()}


def _word(hint: object, raw: object, at: str, _bound: Bound) -> object:
    words = get_args(hint)
    if raw not in words:
        raise ReadingError(at, gettext_noop("one of {words} is needed"), words=", ".join(words))
    return raw


READERS: Mapping[object, Callable[[object, object, str, Bound], object]] = {
    Union: _optional,
    types.UnionType: _optional,
    tuple: _items,
    Mapping: _mapping,
    Literal: _word,
}


def _plain(kind: type, raw: object, at: str) -> object:
    if kind is datetime:
        return _moment(raw, at)
    if kind is UUID or issubclass(kind, StrEnum):
        return _parsed(kind, raw, at)
    if type(raw) is not kind:
        raise ReadingError(at, _NEEDED[kind])
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
        raise ReadingError(
            at, gettext_noop("{value} is not known here"), value=repr(raw)
        ) from error
    if str(value) != raw:
        raise ReadingError(at, _USUAL)
    return value


def _moment(raw: object, at: str) -> datetime:
    try:
        moment = datetime.strptime(str(raw), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError as error:
        form = gettext_noop("must be a time such as 2026-11-28T20:15:00.000000Z")
        raise ReadingError(at, form) from error
    if stamp(moment) != raw:
        raise ReadingError(at, _USUAL)
    return moment
