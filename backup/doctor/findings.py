"""A finding: what was looked at, what was seen, and what to do about it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class Level(StrEnum):
    FINE = gettext_noop("fine")
    LOOK = gettext_noop("look")
    """Nothing is broken yet."""
    WRONG = gettext_noop("wrong")


@dataclass(frozen=True, slots=True)
class Finding:
    """Texts in the language of the moment; `remedy` is empty where nothing is to be done."""

    level: Level
    seen: str
    remedy: str = ""


Check = Callable[[], Iterable[Finding]]


def fine(seen: str) -> Finding:
    return Finding(Level.FINE, seen)


def look(seen: str, remedy: str) -> Finding:
    return Finding(Level.LOOK, seen, remedy)


def wrong(seen: str, remedy: str) -> Finding:
    return Finding(Level.WRONG, seen, remedy)


def found(check: Check) -> Iterator[Finding]:
    """What a check finds; one that the disk or the database stops is a finding itself."""
    try:
        yield from check()
    except (OSError, DatabaseError) as error:
        yield wrong(
            _("This could not be looked at: {error}").format(error=error),
            _("Mend what is wrong above first, then ask again."),
        )
