"""HTML from the table's templates. Rendering one costs far more than all else that a tap does, so
what changes with every tap is drawn once with gaps, and then only filled in.
"""

import re
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from html import escape

from django.template import Context, Template, engines
from django.template.backends.django import DjangoTemplates
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.pages.sprite import brief

FOLDER = "companion/table/"
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
GAP = re.compile("\0(\\w+)\0")  # a sign that no template and no name has
MOST = 2048


def drawn(name: str, view: Mapping[str, object]) -> str:
    """A template with its pictures as brief as they are sent, and without its line breaks."""
    return brief(BETWEEN_TAGS.sub("><", _template(name).render(Context(dict(view))).strip()))


def filled(name: str, view: Mapping[str, Hashable], /, **words: object) -> str:
    """The same as drawing it with view and words together; it may print the words, never ask them."""
    frame = list(_frame(get_language(), name, tuple(view.items()), tuple(words)))
    frame[1::2] = [_safe(words[word]) for word in frame[1::2]]
    return "".join(frame)


def _safe(word: object) -> str:
    return word if isinstance(word, SafeString) else escape(str(word))


class _Gap(SafeString):
    """Stands for a word that is not there yet: whether it will be empty, nobody can say."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError(f"asked for {self!r} instead of printing it")


def gap(word: str) -> SafeString:
    """What stands for a word within the view of a template that is filled in later."""
    return _Gap(f"\0{word}\0")


@lru_cache(MOST)
def _frame(
    _language: str | None, name: str, view: tuple[tuple[str, object], ...], words: tuple[str, ...]
) -> tuple[str, ...]:
    """The template's text, and between two stretches of it the name of the word that comes there."""
    return tuple(GAP.split(drawn(name, {**dict(view), **{word: gap(word) for word in words}})))


@cache
def _template(name: str) -> Template:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)  # noqa: S101 - the settings name no other
    return engine.engine.get_template(name if "/" in name else f"{FOLDER}{name}.html")
