"""The cookies of a request, cleaned so that every part of the site can read them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from django.http.cookie import parse_cookie

MOST = 1024
# Python takes ever longer to unquote a value with many of these; no cookie of ours has more than a few.
ESCAPE, MOST_ESCAPES = "\\", 256


def quick(line: str) -> str:
    """The header without cookies that would take long to read."""
    if line.count(ESCAPE) <= MOST_ESCAPES:
        return line
    return ";".join(each for each in line.split(";") if each.count(ESCAPE) <= MOST_ESCAPES)


def readable(cookies: Mapping[str, str]) -> dict[str, str]:
    """The cookies without those that contain a NUL: we never set one, and PostgreSQL rejects it."""
    return {name: value for name, value in cookies.items() if "\0" not in value}


def cookies_in(headers: Iterable[tuple[bytes, bytes]]) -> Mapping[str, str]:
    """The cookies of a request, from its headers; HTTP/2 may split them over several."""
    lines = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
    return _parsed("; ".join(lines))


@lru_cache(MOST)  # a device sends the same cookies with every tap
def _parsed(line: str) -> Mapping[str, str]:
    return MappingProxyType(readable(parse_cookie(quick(line))))
