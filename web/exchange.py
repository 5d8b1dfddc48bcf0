"""What a route past the app sees: the head of a request, and the connection it answers through."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol
from urllib.parse import parse_qs, unquote

import httptools
from django.conf import settings

from web.cookies import cookies_in

MOST = 1024


class Request:
    """The head of a request."""

    __slots__ = ("address", "headers", "method", "path", "query")

    def __init__(self, method: str, url: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        parsed = httptools.parse_url(url)
        self.method = method
        self.path = unquote(parsed.path.decode("ascii"))
        self.query: bytes = parsed.query or b""
        self.headers = headers
        self.address = ""

    def header(self, name: bytes) -> str:
        """The value of a header; empty if it is missing or there more than once."""
        found = [value for key, value in self.headers if key == name]
        return found[0].decode("latin-1") if len(found) == 1 else ""

    @property
    def cookies(self) -> Mapping[str, str]:
        return cookies_in(self.headers)

    @property
    def language(self) -> str:
        """The language of the page, which its scripts put into the query string."""
        named = self.asked("language")
        return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def asked(self, name: str) -> str:
        """A value of the query string; empty if it is missing."""
        return _query(self.query).get(name, [""])[0]


@lru_cache(MOST)
def _query(line: bytes) -> Mapping[str, list[str]]:
    return MappingProxyType(parse_qs(line.decode("latin-1")))


class Exchange(Protocol):
    """One request and its answer; `most` are the bytes of a body that are kept."""

    most: int

    def received(self, body: bytes) -> None:
        """The request is here to its end; the body one byte longer than `most` if it was larger."""

    def too_large(self) -> None:
        """More than `most` is announced: it is answered at once, and nothing of it is awaited."""

    def drained(self) -> None:
        """The connection takes more again."""

    def lost(self) -> None:
        """The connection is gone."""


class Connection(Protocol):
    """What an exchange answers through."""

    @property
    def full(self) -> bool:
        """Whether the device does not keep up with what is sent."""

    @property
    def idle(self) -> bool:
        """Whether an answer goes out at once: no other is on its way, and none waits for the device."""

    def answer(self, status: int, headers: bytes, content: bytes) -> None:
        """The whole answer at once."""

    def begin(self, headers: bytes) -> None:
        """The head of an answer that goes on."""

    def send(self, content: bytes) -> None:
        """A part of it."""

    def end(self) -> None:
        """Its end."""


Route = Callable[[Request, Connection], Exchange | None]


def first_of(*routes: Route) -> Route:
    """Several routes as one: a request goes to the first that takes it."""

    def route(request: Request, connection: Connection) -> Exchange | None:
        exchanges = (each(request, connection) for each in routes)
        return next(filter(None, exchanges), None)

    return route
