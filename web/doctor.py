"""How the running site tells `manage.py doctor` what it saw of a visit, and tells nobody else.

The command leaves a token in the site's folder while it asks; only a visit that brings it is answered.
"""

import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

PATH = "/healthz"
HEADER = "X-Dragonbag-Doctor"


def _token() -> Path:
    return Path(settings.VAR) / "doctor-asks"


def _address() -> Path:
    return Path(settings.VAR) / "serving-at"


@contextmanager
def asking(token: str) -> Iterator[None]:
    """While this lasts, a visit with that token is answered."""
    file = _token()
    file.touch(mode=0o600)
    file.write_text(token)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def is_asking(token: str) -> bool:
    try:
        expected = _token().read_text()
    except OSError:
        return False
    return bool(expected) and hmac.compare_digest(expected.encode(), token.encode())


@contextmanager
def serving_at(address: str) -> Iterator[None]:
    """While the server runs, its address on this computer is noted."""
    _address().write_text(address)
    try:
        yield
    finally:
        _address().unlink(missing_ok=True)


def own_address() -> str:
    """Where the running site is reached from this computer; empty if none runs."""
    try:
        return _address().read_text().strip()
    except OSError:
        return ""
