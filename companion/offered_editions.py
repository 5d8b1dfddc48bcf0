"""The editions that this site offers: those of `rules/editions`, and the host's own.

The host's own are TOML files in the folder `editions` under DRAGONBAG_VAR. They are read once, when
the first page asks for them; a host who changes a file restarts the site. A table stores its
edition itself, so that the file is no longer needed once it is open.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from companion.rules import editions
from companion.rules.editions import Edition
from kernel.reading import ReadingError

FOLDER = "editions"


@dataclass(frozen=True, slots=True)
class HostEdition:
    """An edition with its data as embedded in a table's record."""

    edition: Edition
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """A file that is not offered: the place of the error and what is wrong there."""

    file: str
    error: ReadingError | tomllib.TOMLDecodeError | OSError | UnicodeDecodeError

    @property
    def sentence(self) -> str:
        if isinstance(self.error, ReadingError):
            return f"{self.error.at}: {self.error.reason.render(gettext)}"
        return str(self.error)


@dataclass(frozen=True, slots=True)
class Shelf:
    editions: Mapping[str, HostEdition]
    faults: tuple[Fault, ...]


@cache
def shelf() -> Shelf:
    """The host's editions by key, and the files that are not valid."""
    found: dict[str, HostEdition] = {}
    faults: list[Fault] = []
    for path in sorted(folder().glob("*.toml")):
        try:
            found[path.stem] = _read(path)
        except (ReadingError, tomllib.TOMLDecodeError, OSError, UnicodeDecodeError) as error:
            faults.append(Fault(path.name, error))
    return Shelf(found, tuple(faults))


def folder() -> Path:
    return Path(settings.VAR) / FOLDER


def _read(path: Path) -> HostEdition:
    with path.open("rb") as file:
        data = tomllib.load(file)
    return HostEdition(editions.read(path.stem, data), data)


def slugs() -> tuple[str, ...]:
    """The keys of all editions that can be played here, ours first."""
    return (*editions.slugs(), *shelf().editions)


def find(slug: str) -> Edition:
    """The edition with that key, without modules."""
    own = shelf().editions.get(slug)
    return own.edition if own else editions.load(slug)


def data_of(slug: str) -> Mapping[str, Any] | None:
    """The edition data for a table's record; None for our own editions."""
    own = shelf().editions.get(slug)
    return own.data if own else None


def of_table(slug: str, data: Mapping[str, Any] | None) -> Edition:
    """The edition a table was opened with, from its stored data, without modules."""
    return editions.load(slug) if data is None else editions.read(slug, data)
