"""Frozen dataclasses from plain JSON or TOML values and back; errors name place and reason."""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import (
    Any,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)
from uuid import UUID

from kernel.message import Message, gettext_noop

T = TypeVar("T")
Read = Callable[[object], object]
"""Makes a value of one kind from a plain one."""
Bound = tuple[tuple[object, object], ...]
"""What the type variables of a generic class stand for."""


class ReadingError(ValueError):
    """A value that does not fit: ``at`` is its place, ``reason`` says what is wrong with it."""

    def __init__(self, at: str, reason: str, **params: str) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = Message(reason, params)

    def __str__(self) -> str:
        return f"{self.at}: {self.reason}"


def build(kind: type[T], raw: object, at: str, **rest: object) -> T:
    """A ``kind`` from plain values; raises ReadingError for anything unknown, missing or wrong.

    ``rest`` sets the fields that are not compared and so are not among the plain values.
    """
    try:
        return cast(T, _reader(cast(type, kind)).of(raw, rest))
    except ReadingError as error:
        error.at = at + error.at
        raise


def plain(value: object) -> object:
    """The plain JSON value of a dataclass; fields that are not compared are left out."""
    kind: type = type(value)
    return _writer(kind)(value)


def stamp(at: datetime) -> str:
    """A time in UTC as ISO 8601, always with microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


# Writing --------------------------------------------------------------------


@cache
def _writer(kind: type) -> Callable[[Any], object]:
    """How a kind of value becomes plain: looked up once, since a ledger has thousands of them."""
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind) if field.compare)
        return lambda value: {name: plain(getattr(value, name)) for name in names}
    if issubclass(kind, Mapping):
        return lambda value: {str(key): plain(item) for key, item in value.items()}
    if issubclass(kind, tuple | list):
        return lambda value: [plain(item) for item in value]
    if issubclass(kind, datetime):
        return stamp
    return str if issubclass(kind, UUID | StrEnum) else lambda value: value


# Reading --------------------------------------------------------------------
#
# A reader is made once for each kind and knows all that the type hints say. It tells no place: whoever
# reads a part of a value puts the part's name before the place of an error on its way up.


@cache
def _reader_of(hint: object, bound: Bound = ()) -> Read:
    hint = dict(bound).get(hint, hint)
    origin = get_origin(hint) or hint
    if origin is object:
        return lambda raw: raw
    if maker := READERS.get(origin):
        return maker(hint, bound)
    return _single(hint, cast(type, origin))


def _single(hint: object, kind: type) -> Read:
    if is_dataclass(kind):
        variables = getattr(kind, "__parameters__", ())
        return _reader(kind, tuple(zip(variables, get_args(hint), strict=True)))
    if kind is datetime:
        return _moment
    if kind is UUID or issubclass(kind, StrEnum):
        return lambda raw: _parsed(kind, raw)
    return _of_type(kind)


@cache
def _reader(kind: type, bound: Bound = ()) -> "_Reader":
    return _Reader(kind, bound)


class _Reader:
    """Reads one dataclass."""

    def __init__(self, kind: type, bound: Bound) -> None:
        hints = get_type_hints(kind)
        kept = [field for field in fields(kind) if field.compare]
        self._kind = kind
        self._fields = {field.name: _reader_of(hints[field.name], bound) for field in kept}
        self._needed = [
            field.name
            for field in kept
            if field.default is MISSING and field.default_factory is MISSING
        ]

    def __call__(self, raw: object) -> object:
        return raw if type(raw) is self._kind else self.of(raw, {})

    def of(self, raw: object, rest: Mapping[str, object]) -> object:
        raw = _table(raw)
        for key in raw:
            if key not in self._fields:
                raise ReadingError(f".{key}", gettext_noop("unknown key"))
        for name in self._needed:
            if name not in raw:
                raise ReadingError(f".{name}", gettext_noop("missing"))
        values = {}
        for name, read in self._fields.items():
            if name in raw:
                try:
                    values[name] = read(raw[name])
                except ReadingError as error:
                    _inside(error, f".{name}")
        return self._kind(**values, **rest)


def _inside(error: ReadingError, place: str) -> NoReturn:
    error.at = place + error.at
    raise error


def _table(raw: object) -> Mapping[str, object]:
    if not isinstance(raw, Mapping):
        raise ReadingError("", gettext_noop("a table is needed"))
    return raw


def _optional(hint: object, bound: Bound) -> Read:
    (inner,) = (arg for arg in get_args(hint) if arg is not types.NoneType)
    read = _reader_of(inner, bound)
    return lambda raw: None if raw is None else read(raw)


def _items(hint: object, bound: Bound) -> Read:
    """A list of one kind of item: ``tuple[kind, ...]`` is the only kind of tuple supported."""
    inner = _reader_of(get_args(hint)[0], bound)

    def read(raw: object) -> object:
        if not isinstance(raw, list | tuple):
            raise ReadingError("", gettext_noop("a list is needed"))
        found: list[object] = []  # its length is the place of an error
        try:
            for item in raw:
                found.append(inner(item))
        except ReadingError as error:
            _inside(error, f"[{len(found)}]")
        return tuple(found)

    return read


def _mapping(hint: object, bound: Bound) -> Read:
    inner = _reader_of(get_args(hint)[1], bound)

    def read(raw: object) -> object:
        found: dict[str, object] = {}
        for key, item in _table(raw).items():
            if not isinstance(key, str):
                raise ReadingError("", gettext_noop("a table is needed"))
            try:
                found[key] = inner(item)
            except ReadingError as error:
                _inside(error, f".{key}")
        return found

    return read


def _word(hint: object, _bound: Bound) -> Read:
    words = get_args(hint)

    def read(raw: object) -> object:
        if raw not in words:
            raise ReadingError("", gettext_noop("one of {words} is needed"), words=", ".join(words))
        return raw

    return read


READERS: Mapping[object, Callable[[object, Bound], Read]] = {
    Union: _optional,
    types.UnionType: _optional,
    tuple: _items,
    Mapping: _mapping,
    Literal: _word,
}


_NEEDED = {
    str: gettext_noop("a text is needed"),
    int: gettext_noop("a whole number is needed"),
    bool: gettext_noop("true or false is needed"),
}
_USUAL = gettext_noop("must be written in its usual form")


def _of_type(kind: type) -> Read:
    needed = _NEEDED[kind]

    def read(raw: object) -> object:
        if type(raw) is not kind:
            raise ReadingError("", needed)
        return raw

    return read


def _parsed(kind: type, raw: object) -> object:
    try:
        value = kind(raw)
    except (ValueError, AttributeError, TypeError) as error:
        raise ReadingError(
            "", gettext_noop("{value} is not known here"), value=repr(raw)
        ) from error
    if str(value) != raw:
        raise ReadingError("", _USUAL)
    return value


def _moment(raw: object) -> datetime:
    try:
        moment = datetime.strptime(str(raw), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError as error:
        form = gettext_noop("must be a time such as 2026-11-28T20:15:00.000000Z")
        raise ReadingError("", form) from error
    if stamp(moment) != raw:
        raise ReadingError("", _USUAL)
    return moment
