"""Seats that nobody named: they are stored under their colour, and read in the reader's language."""

from collections.abc import Sequence
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from companion.rules.frozen import replace
from companion.rules.state import Seat
from companion.table.view import LogLine, TableView, named, retold
from companion.templatetags.pictures import NAMES
from kernel.text import isolated

MOST = 1024
EXPORTED = "en"
"""The language of unnamed seats in what other programs read."""


@cache
def word(color: str, language: str) -> str:
    """What a seat is called that nobody gives a name."""
    with translation.override(language):
        return str(NAMES[color]).capitalize()


def localized(view: TableView, language: str) -> TableView:
    """The board as it is read in a language; the very same one where every seat has a name."""
    names = names_in(view, language)
    if names == view.settings.names:
        return view
    return replace(
        view,
        state=named(view.state, names),
        settings=replace(view.settings, names=names),
        tail=tuple(retold_line(line, names) for line in view.tail),
    )


def names_in(view: TableView, language: str) -> tuple[str, ...]:
    """What the seats are called in a language."""
    colors = tuple(seat.color for seat in view.state.seats)
    return _names(language, view.settings.names, colors)


def exported_names(view: TableView) -> tuple[str, ...]:
    """What the seats are called for other programs: the same whoever asks, in whatever language
    the table was opened or is read, so that nobody becomes a new person there."""
    return tuple(
        word(seat.color, EXPORTED) if is_unnamed(seat) else seat.name for seat in view.state.seats
    )


def is_unnamed(seat: Seat) -> bool:
    """Whether a seat is called by its colour, because nobody gave it a name."""
    return seat.name in _words(seat.color)


def retold_line(line: LogLine, names: Sequence[str]) -> LogLine:
    """A line of the log with the seats' names as they are read."""
    story = retold(line.story, names)
    return line if story == line.story else replace(line, story=story)


def current_names(who: str, seats: tuple[Seat, ...]) -> str:
    """The names that a line of the log keeps, those of unnamed seats as the seats are read now."""
    if not any(is_unnamed(seat) for seat in seats):
        return who
    unnamed = [seat for seat in seats if is_unnamed(seat)]
    read = {stored: seat.name for seat in unnamed for stored in _words(seat.color)}
    return ", ".join(read.get(name, name) for name in who.split(", "))


@lru_cache(MOST)
def _names(language: str, names: tuple[str, ...], colors: tuple[str, ...]) -> tuple[str, ...]:
    pairs = zip(names, colors, strict=True)
    return tuple(
        word(color, language) if name in _words(color) else isolated(name) for name, color in pairs
    )


@cache
def _words(color: str) -> frozenset[str]:
    """What an unnamed seat of this colour may be stored as."""
    return frozenset(word(color, code) for code, _name in settings.LANGUAGES)
