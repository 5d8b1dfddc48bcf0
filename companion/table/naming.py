"""What seats are called: one that nobody named by its colour in the reader's language, and those of one
name by name and colour.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from companion.rules.frozen import replace
from companion.rules.record import NAME_LENGTH
from companion.rules.state import Seat
from companion.table.view import LogLine, TableView, named, retold
from companion.templatetags.pictures import NAMES
from kernel.text import isolated

MOST = 1024
FITS = 12
"""How many signs of a name a small button has room for."""
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
        settings=replace(view.settings, names=names, apart=names),
        tail=tuple(retold_line(line, names) for line in view.tail),
    )


def names_in(view: TableView, language: str) -> tuple[str, ...]:
    """What the seats are called in a language."""
    colors = tuple(seat.color for seat in view.state.seats)
    return names_of(view.settings.names, colors, language)


def exported_names(view: TableView) -> tuple[str, ...]:
    """What the seats are called for other programs: the same whoever asks, in whatever language
    the table was opened or is read, so that nobody becomes a new person there.

    Of several of one name the first stays that person, the others have their colour behind it.
    """
    seats, typed = view.state.seats, view.settings.typed or view.settings.names
    names = [
        word(seat.color, EXPORTED) if is_unnamed(seat) else name
        for seat, name in zip(seats, typed, strict=True)
    ]
    apart = told_apart(names, [seat.color for seat in seats], EXPORTED, most=NAME_LENGTH)
    return tuple(own if names.index(own) == at else apart[at] for at, own in enumerate(names))


def told_apart(
    names: Sequence[str], colors: Sequence[str], language: str, *, most: int | None = None
) -> tuple[str, ...]:
    """The names, with its colour behind each that another seat has as well; at most `most` signs."""
    often = Counter(name.casefold() for name in names)
    if len(often) == len(names):
        return tuple(names)
    return tuple(
        _with_color(name, word(color, language), most) if often[name.casefold()] > 1 else name
        for name, color in zip(names, colors, strict=True)
    )


def _with_color(name: str, color: str, most: int | None) -> str:
    behind = f" ({color})"
    return f"{name[: most - len(behind)] if most else name}{behind}"


def called(seats: Sequence[Seat], index: int) -> str:
    """What fits a small button or a heading: a long name's first word, or all if another's begins alike.

    A longer word goes up to its hyphen, or is cut short; it never breaks anywhere.
    """
    name = seats[index].name
    if len(name) <= FITS:
        return name
    first, *others = [_first(seat.name) for seat in (seats[index], *_but(seats, index))]
    return isolated(" ".join(map(_cut, name.split()))) if first in others else first


def _first(name: str) -> str:
    word = name.split()[0]
    return isolated(_cut(word if len(word) <= FITS else word.split("-")[0] or word))


def _cut(word: str) -> str:
    return word if len(word) <= FITS else f"{word[: FITS - 1]}…"


def _but(seats: Sequence[Seat], index: int) -> tuple[Seat, ...]:
    return (*seats[:index], *seats[index + 1 :])


def bare(seat: Seat) -> str:
    """A seat's name without the colour that tells it from another one of that name."""
    ends = (f" ({color})" for color in _words(seat.color))
    return next((seat.name.removesuffix(end) for end in ends if seat.name.endswith(end)), seat.name)


def is_unnamed(seat: Seat) -> bool:
    """Whether a seat is called by its colour, because nobody gave it a name."""
    return seat.name in _words(seat.color)


def retold_line(line: LogLine, names: Sequence[str]) -> LogLine:
    """A line of the log with the seats' names as they are read."""
    story = retold(line.story, names)
    return line if story == line.story else replace(line, story=story)


def current_names(who: str, seats: tuple[Seat, ...]) -> str:
    """The names that a line of the log keeps, as far as they speak of colours as the seats are read now."""
    read = {stored: seat.name for seat in seats for stored in _stored(seat)}
    if not read:
        return who
    return ", ".join(read.get(name, name) for name in who.split(", "))


def _stored(seat: Seat) -> Iterator[str]:
    """What the log may keep of a seat whose name speaks of its colour."""
    if is_unnamed(seat):
        yield from _words(seat.color)
    elif (name := bare(seat)) != seat.name:
        yield from (f"{name} ({color})" for color in _words(seat.color))


@lru_cache(MOST)
def names_of(names: tuple[str, ...], colors: tuple[str, ...], language: str) -> tuple[str, ...]:
    """What seats of these names and colours are called in a language."""
    pairs = zip(names, colors, strict=True)
    read = [
        word(color, language) if name in _words(color) else isolated(name) for name, color in pairs
    ]
    return told_apart(read, colors, language)


@cache
def _words(color: str) -> frozenset[str]:
    """What an unnamed seat of this colour may be stored as."""
    return frozenset(word(color, code) for code, _name in settings.LANGUAGES)
