"""What a module script imports, and what that imports in turn.

A browser finds imports only in the files themselves, one level after the other; a page that names
them all spares it the ways between.
"""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from web.static_storage import IMPORT


def imported_by(address: str) -> tuple[str, ...]:
    """The addresses of all modules that the one at this address brings along, the nearest first."""
    return _found(address) if settings.DEBUG else _known(address)


@cache
def _known(address: str) -> tuple[str, ...]:
    return _found(address)


def _found(address: str) -> tuple[str, ...]:
    modules = [address]
    for each in modules:  # which grows meanwhile
        named = (urljoin(each, found["url"]) for found in re.finditer(IMPORT, _text(each)))
        modules += [module for module in dict.fromkeys(named) if module not in modules]
    return tuple(modules[1:])


def _text(address: str) -> str:
    """What a static file says, as it was gathered; one that was not hashed lies where it was written."""
    name = address.removeprefix(settings.STATIC_URL)
    return Path(finders.find(name) or staticfiles_storage.path(name)).read_text()
