"""Builds frozen dataclasses from plain mappings: unknown keys and wrong types are named."""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.rules.editions.edition import EditionError

T = TypeVar("T")
Substitution = Mapping[object, object]


def read(kind: type[T], raw: object, where: str) -> T:
    """Build one `kind` from a mapping; raises EditionError with the place and the fault."""
    return cast(T, _dataclass(kind, raw, where, {}))


@cache
def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


def _dataclass(kind: type, raw: object, where: str, known: Substitution) -> object:
    if not isinstance(raw, Mapping):
        raise EditionError(f"{where}: a table is needed")
    names = {field.name: field for field in fields(kind)}
    for key in raw:
        if key not in names:
            raise EditionError(f"{where}.{key}: unknown key")
    for name, field in names.items():
        required = field.default is MISSING and field.default_factory is MISSING
        if required and name not in raw:
            raise EditionError(f"{where}.{name}: missing")
    hints = _hints(kind)
    return kind(**{k: _value(hints[k], v, f"{where}.{k}", known) for k, v in raw.items()})


def _value(hint: object, raw: object, where: str, known: Substitution) -> object:
    hint = known.get(hint, hint)
    origin = get_origin(hint) or hint
    if origin is object or _is_built(origin, raw):
        return raw
    if is_dataclass(origin):
        return _dataclass(cast(type, origin), raw, where, _bound(hint, cast(type, origin)))
    build = BUILDERS.get(origin)
    return build(hint, raw, where, known) if build else _plain(cast(type, hint), raw, where)


def _is_built(origin: object, raw: object) -> bool:
    return is_dataclass(origin) and type(raw) is origin


def _bound(hint: object, origin: type) -> Substitution:
    return dict(zip(getattr(origin, "__parameters__", ()), get_args(hint), strict=True))


def _optional(hint: object, raw: object, where: str, known: Substitution) -> object:
    if raw is None:
        return None
    (inner,) = [arg for arg in get_args(hint) if arg is not types.NoneType]
    return _value(inner, raw, where, known)


def _tuple(hint: object, raw: object, where: str, known: Substitution) -> object:
    if not isinstance(raw, list | tuple):
        raise EditionError(f"{where}: a list is needed")
    inner = get_args(hint)[0]
    return tuple(_value(inner, item, f"{where}[{i}]", known) for i, item in enumerate(raw))


def _mapping(hint: object, raw: object, where: str, known: Substitution) -> object:
    if not isinstance(raw, Mapping):
        raise EditionError(f"{where}: a table is needed")
    inner = get_args(hint)[1]
    return {str(k): _value(inner, v, f"{where}.{k}", known) for k, v in raw.items()}


def _word(hint: object, raw: object, where: str, _known: Substitution) -> object:
    if raw not in get_args(hint):
        raise EditionError(f"{where}: one of {get_args(hint)} is needed")
    return raw


def _plain(kind: type, raw: object, where: str) -> object:
    if type(raw) is not kind:
        names = {int: "a whole number", str: "a text", bool: "true or false"}
        raise EditionError(f"{where}: {names[kind]} is needed")
    return raw


BUILDERS: Mapping[object, Callable[[object, object, str, Substitution], object]] = {
    Union: _optional,
    types.UnionType: _optional,
    tuple: _tuple,
    Mapping: _mapping,
    Literal: _word,
}
