"""What tables are called: a title that nobody typed is read in the reader's language, and a rematch has its own."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext, gettext_noop

from companion.models import TITLE_LENGTH
from companion.rules.frozen import replace
from companion.table.view import TableView

MOST = 1024
GAME = gettext_noop("Game %(number)d")
"""What a campaign calls the table of an evening."""
NUMBERED = re.compile(r"(.+) \((\d{1,3})\)")


def of_game(name: str) -> str:
    """The title of a table if nobody gives it one: the game and the day."""
    return f"{name}, {_day(localdate(), translation.get_language())}"


def of_rematch(title: str, opened: date) -> str:
    """The title of a rematch: that of its game with today's day, or with the next number."""
    today = localdate()
    found = NUMBERED.fullmatch(title)
    plain, number = (found[1], int(found[2])) if found else (title, 1)
    for language in _languages():
        day = f" {_day(opened, language)}"
        if plain.endswith(day) and opened != today:
            return f"{plain.removesuffix(day)} {_day(today, language)}"
    behind = f" ({number + 1})"
    return f"{plain[: TITLE_LENGTH - len(behind)]}{behind}"


def localized(view: TableView, language: str) -> TableView:
    """The view with the title as it is read; the very same one where that is as it is stored."""
    title = _read(view.settings.title, localdate(view.settings.opened_at), language)
    if title == view.settings.title:
        return view
    return replace(view, settings=replace(view.settings, title=title))


def read_here(title: str, opened_at: datetime) -> str:
    """A title as whoever reads the page of this thread reads it."""
    return _read(title, localdate(opened_at), translation.get_language() or settings.LANGUAGE_CODE)


@lru_cache(MOST)
def _read(title: str, opened: date, language: str) -> str:
    """A title as it is read: the day of its table, or the number of its game, in that language."""
    found = NUMBERED.fullmatch(title)
    plain = found[1] if found else title
    for other in _languages():
        day = f" {_day(opened, other)}"
        if plain.endswith(day):
            number = title[len(plain) :]
            return f"{plain.removesuffix(day)} {_day(opened, language)}{number}"
        if game := _game(other).fullmatch(title):
            return _words(language) % {"number": int(game[1])}
    return title


def _languages() -> Iterator[str]:
    return (code for code, _name in settings.LANGUAGES)


@lru_cache(MOST)
def _day(day: date, language: str | None) -> str:
    with translation.override(language):
        return date_format(day, "DATE_FORMAT")


@cache
def _words(language: str) -> str:
    with translation.override(language):
        return gettext(GAME)


@cache
def _game(language: str) -> re.Pattern[str]:
    before, after = _words(language).split("%(number)d")
    return re.compile(rf"{re.escape(before)}(\d{{1,3}}){re.escape(after)}")
