"""The one ASGI callable: lifespan, the live part's endpoints, and Django behind them."""

import asyncio
from collections.abc import Iterable

import pytest

from config import asgi
from web.request_body import Message


def _request(path: str, host: str = "localhost", body: bytes = b"") -> Message:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", 8000),
    }


def _ask(
    scope: Message, messages: Iterable[Message] = ({"type": "http.request", "body": b""},)
) -> list[Message]:
    incoming, sent = iter(messages), []

    async def receive() -> Message:
        return next(incoming)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application(scope, receive, send))
    return sent


@pytest.mark.django_db(transaction=True)
def test_it_starts_and_stops_with_the_server() -> None:
    sent = _ask({"type": "lifespan"}, [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    assert [each["type"] for each in sent] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_pages_come_from_django() -> None:
    first = _ask(_request("/no-such-page/"))[0]
    assert first["status"] == 404
    assert b"content-security-policy" in dict(first["headers"])
