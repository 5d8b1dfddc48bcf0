"""Seats that nobody named: they are stored under their colour, and read in the reader's language."""

from dataclasses import replace
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from companion.board import Board, named, retold
from companion.rules.state import Seat
from companion.templatetags.pictures import NAMES

MOST = 1024


@cache
def word(color: str, language: str) -> str:
    """What a seat is called that nobody gives a name."""
    with translation.override(language):
        return str(NAMES[color]).capitalize()


def spoken(board: Board, language: str) -> Board:
    """The board as it is read in a language; the very same one where every seat has a name."""
    colors = tuple(seat.color for seat in board.state.seats)
    names = _names(language, board.facts.names, colors)
    if names == board.facts.names:
        return board
    return replace(
        board,
        state=named(board.state, names),
        facts=replace(board.facts, names=names),
        tail=tuple(replace(line, story=retold(line.story, names)) for line in board.tail),
    )


def by_now(who: str, seats: tuple[Seat, ...]) -> str:
    """The names that a line of the log keeps, those of unnamed seats as the seats are read now."""
    unnamed = [seat for seat in seats if seat.name in _words(seat.color)]
    read = {stored: seat.name for seat in unnamed for stored in _words(seat.color)}
    return ", ".join(read.get(name, name) for name in who.split(", "))


@lru_cache(MOST)
def _names(language: str, names: tuple[str, ...], colors: tuple[str, ...]) -> tuple[str, ...]:
    pairs = zip(names, colors, strict=True)
    return tuple(word(color, language) if name in _words(color) else name for name, color in pairs)


@cache
def _words(color: str) -> frozenset[str]:
    """What an unnamed seat of this colour may be stored as."""
    return frozenset(word(color, code) for code, _name in settings.LANGUAGES)
