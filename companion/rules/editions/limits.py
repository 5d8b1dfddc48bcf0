"""The meaning and limits of an edition's fields: written beside each field, checked, printed.

The types say what a value is; a `Says` beside a type says what it means and its limits. The loader
checks them, and docs/editions.md is made from them, so that the two always agree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from kernel.message import gettext_noop
from kernel.reading import ReadingError


@dataclass(frozen=True, slots=True)
class Says:
    """A field's meaning, the limits of its number or length, and the size of a list or table.

    For a list or table the limits are those of each entry; for a text, of its length.
    """

    text: str
    least: int | None = None
    most: int | None = None
    size: tuple[int, int] | None = None
    words: tuple[str, ...] = ()


@cache
def said(kind: type) -> Mapping[str, Says]:
    """The `Says` of the fields of a class, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _says(hints[field.name]) for field in fields(kind)}


def _says(hint: object) -> Says:
    if get_origin(hint) is Annotated:
        return next((note for note in get_args(hint)[1:] if isinstance(note, Says)), Says(""))
    return Says("")


def check_limits(value: object, at: str) -> None:
    """Refuse an edition, or a part of one, with a value outside its limits.

    Raises ReadingError with the place of the first such value.
    """
    if is_dataclass(value) and not isinstance(value, type):
        says = said(type(value))
        for field in fields(value):
            where = f"{at}.{field.name}"
            inner = getattr(value, field.name)
            _check(inner, says[field.name], where)
            for place, part in _parts(inner, where):
                check_limits(part, place)


def _check(value: object, says: Says, at: str) -> None:
    """Check one field; for a number with a source, its value."""
    inner = getattr(value, "value", value)
    place = at if inner is value else f"{at}.value"
    if isinstance(inner, tuple | Mapping):
        _check_size(len(inner), says, place)
        each: Any = inner.values() if isinstance(inner, Mapping) else inner
        for part in each:
            _check_one(part, says, place)
    else:
        _check_one(inner, says, place)


def _check_size(count: int, says: Says, at: str) -> None:
    if says.size and not says.size[0] <= count <= says.size[1]:
        least, most = map(str, says.size)
        raise ReadingError(at, gettext_noop("{least} to {most} entries are needed"), least=least, most=most)  # fmt: skip


def _check_one(value: object, says: Says, at: str) -> None:
    if says.words and isinstance(value, str) and value not in says.words:
        words = ", ".join(says.words)
        raise ReadingError(at, gettext_noop("one of {words} is needed"), words=words)
    if says.least is None or says.most is None or isinstance(value, bool):
        return
    limits = {"least": str(says.least), "most": str(says.most)}
    if isinstance(value, int) and not says.least <= value <= says.most:
        raise ReadingError(at, gettext_noop("a number from {least} to {most} is needed"), **limits)
    if isinstance(value, str) and not says.least <= len(value) <= says.most:
        sentence = gettext_noop("a text of {least} to {most} characters is needed")
        raise ReadingError(at, sentence, **limits)


def _parts(value: object, at: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        yield from ((f"{at}.{name}", part) for name, part in value.items())
    else:
        yield at, value
