"""The one ASGI callable: lifespan, doors, and Django behind them."""

import asyncio
from collections.abc import Iterable

import pytest

from config import asgi
from config.intake import App, Message, Receive, Send


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


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stream(scope: Message, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})

    def opens(scope: Message) -> App | None:
        return stream if scope["path"] == "/stream" else None

    monkeypatch.setattr(asgi, "doors", (opens,))


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


@pytest.mark.usefixtures("door")
@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/stream", "localhost:8000", 299),
        ("/stream", "192.168.1.5", 299),
        ("/stream", "evil.example", 400),
        ("/no-such-page/", "localhost", 404),
    ],
)
def test_a_door_takes_what_is_its_own_and_asked_for_by_name(
    path: str, host: str, status: int
) -> None:
    assert _ask(_request(path, host))[0]["status"] == status
