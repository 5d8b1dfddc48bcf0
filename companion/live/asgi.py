"""The little of ASGI that the bare doors need."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from json import dumps
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http.cookie import parse_cookie
from django.utils import translation

from companion.devices import plain
from companion.refusals import Refusal
from companion.rules.errors import RuleError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MOST = 1024


def header(scope: Message, name: bytes) -> str:
    """One header's value; empty where it is missing, or there more than once."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else ""


def cookies(scope: Message) -> Mapping[str, str]:
    # HTTP/2 may split cookies over several headers.
    lines = [value.decode("latin-1") for key, value in scope["headers"] if key == b"cookie"]
    return _cookies("; ".join(lines))


@lru_cache(MOST)  # a device sends the same ones with every tap
def _cookies(line: str) -> Mapping[str, str]:
    return MappingProxyType(plain(parse_cookie(line)))


def language(scope: Message) -> str:
    """The language that the page was in, which its scripts name in the query."""
    named = asked(scope, "language")
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def asked(scope: Message, name: str) -> str:
    """One value of the query; empty where it is missing."""
    return _query(scope["query_string"]).get(name, [""])[0]


@lru_cache(MOST)
def _query(line: bytes) -> Mapping[str, list[str]]:
    return MappingProxyType(parse_qs(line.decode("latin-1")))


def address(scope: Message) -> str:
    client = scope.get("client")
    return client[0] if client else ""


async def answer(send: Send, status: int, body: Mapping[str, object]) -> None:
    content = dumps(body).encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(content)).encode()),
                (b"cache-control", b"no-store"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": content})


def refusal(error: RuleError | Refusal, asked_language: str) -> dict[str, object]:
    """A refusal as JSON, with its sentence in the language of the page."""
    with translation.override(asked_language):
        message = error.say(translation.gettext)
    return {"code": error.code, "message": message}
