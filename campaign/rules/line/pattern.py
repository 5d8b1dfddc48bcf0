"""Patterns of the ledger line: fixed words, <arguments>, ?flags, [ optional parts ] and { sets }.

A form is written as ``mark <card> <character> [ ?told:told ]``, words that mean the same separated
by ``|``. A reader may type any of them in any language, or the beginning of one. Words in quotation
marks are never fixed words. The optional parts of a set may be in any order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from campaign.rules.lexicon import Lexicon
from campaign.rules.line.tokens import Token


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed word in its forms; with a flag it sets that argument."""

    words: tuple[str, ...]
    flag: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one argument."""

    name: str


@dataclass(frozen=True, slots=True)
class Optional:
    """A part that may be left out."""

    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class AnyOrder:
    """Optional parts in any order, each at most once."""

    parts: tuple["Part", ...]


Part: TypeAlias = Fixed | Slot | Optional | AnyOrder
Pattern: TypeAlias = tuple[Part, ...]


@cache
def patterns(form: str, lexicon: Lexicon) -> tuple[Pattern, ...]:
    """A form of the line in every language, the reader's first.

    Languages in which the parts are in the same order share a pattern, so that their words may
    be mixed in one line; another order is a pattern of its own.
    """
    alike: dict[Pattern, list[Pattern]] = {}
    for version in lexicon.versions(form):
        pattern = parts_of(version)
        alike.setdefault(_without_words(pattern), []).append(pattern)
    return tuple(map(_merged, alike.values()))


def parts_of(form: str) -> Pattern:
    """A form in one language as its parts."""
    parts, rest = _parts(form.split())
    assert not rest, form  # noqa: S101 (a slip in a catalogue or in our own table; tests find it)
    return parts


def _parts(words: list[str]) -> tuple[Pattern, list[str]]:
    parts: list[Part] = []
    while words and words[0] not in ("]", "}"):
        word, *words = words
        if word in ("[", "{"):
            inner, words = _parts(words)
            parts.append(Optional(inner) if word == "[" else AnyOrder(inner))
            words = words[1:]
        else:
            parts.append(_part(word))
    return tuple(parts), words


def _part(word: str) -> Part:
    if word.startswith("<"):
        return Slot(word.strip("<>"))
    flag, _, words = word.removeprefix("?").rpartition(":")
    return Fixed(tuple(words.split("|")), flag)


def _without_words(pattern: Pattern) -> Pattern:
    return tuple(map(_wordless, pattern))


def _wordless(part: Part) -> Part:
    if isinstance(part, Optional | AnyOrder):
        return replace(part, parts=_without_words(part.parts))
    return replace(part, words=()) if isinstance(part, Fixed) else part


def _merged(alike: Sequence[Pattern]) -> Pattern:
    return tuple(_one(parts) for parts in zip(*alike, strict=True))


def _one(alike: tuple[Part, ...]) -> Part:
    """One part with the words of all of them."""
    first = alike[0]
    if isinstance(first, Optional | AnyOrder):
        inner = [part.parts for part in alike if isinstance(part, Optional | AnyOrder)]
        return replace(first, parts=_merged(inner))
    fixed = [part.words for part in alike if isinstance(part, Fixed)]
    words = dict.fromkeys(word for words in fixed for word in words)
    return replace(first, words=tuple(words)) if isinstance(first, Fixed) else first


def openers(parts: Pattern, following: Pattern = ()) -> Iterator[tuple[Slot, Fixed, Slot]]:
    """Each slot with a word that may come right after it, and the slot that this word opens.

    Only parts that may be left out: of the others a pattern misses the word by itself.
    """
    for at, part in enumerate(parts):
        rest = (*parts[at + 1 :], *following)
        if isinstance(part, Optional):
            yield from openers(part.parts, rest)
        elif isinstance(part, AnyOrder):
            for inner in part.parts:
                others = AnyOrder(tuple(other for other in part.parts if other is not inner))
                yield from openers((inner,), (others, *rest))
        elif isinstance(part, Slot):
            yield from ((part, word, opened) for word, opened in _opened(rest))


def _opened(parts: Pattern) -> Iterator[tuple[Fixed, Slot]]:
    for part in parts:
        if isinstance(part, AnyOrder):
            yield from (opened for inner in part.parts for opened in _opened((inner,)))
        elif not isinstance(part, Optional):
            return
        elif isinstance(part.parts[0], Fixed) and isinstance(part.parts[-1], Slot):
            yield part.parts[0], part.parts[-1]


def starts(fixed: Fixed, token: Token) -> bool:
    """Whether a token is one of the words, or the beginning of one."""
    return not token.quoted and begun(fixed, token.text) is not None


def begun(fixed: Fixed, text: str) -> str | None:
    """The word that a text begins, if possible in the reader's language; ignores quotation marks."""
    label = text.casefold()
    fits = (w for w in fixed.words if w.strip('"').casefold().startswith(label))
    return next(fits, None)


def head(pattern: Pattern) -> Fixed:
    """The word that a pattern begins with."""
    first = pattern[0]
    assert isinstance(first, Fixed), pattern  # noqa: S101 (a slip in a catalogue or in our own table)
    return first
