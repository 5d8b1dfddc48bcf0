"""What a request brings reaches the pages in whole or not at all, however slow and large it is."""

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config import asgi, intake
from config.intake import Message, Receive, Send, in_whole
from config.middleware import whole_bodies
from tests.browser.server import SiteServer


class Page:
    """A page that remembers what it was asked."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.refused: list[int | None] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        self.refused.append(scope.get(intake.NOT_TAKEN_IN))
        body, more = b"", True
        while more:
            message = await receive()
            body += message["body"]
            more = message["more_body"]
        self.bodies.append(body)


def _send(page: Page, pieces: Iterable[bytes], *, ends: bool = True, length: int = 0) -> None:
    """Send a form in pieces; one that does not end is one whose sender is gone."""
    waiting = [{"type": "http.request", "body": each, "more_body": True} for each in pieces]
    last = {"type": "http.request", "body": b""} if ends else {"type": "http.disconnect"}
    incoming: Iterator[Message] = iter([*waiting, last])

    async def receive() -> Message:
        return next(incoming)

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    headers = [(b"content-length", str(length).encode())] if length else []
    scope: Message = {"type": "http", "path": "/join/", "headers": headers}
    _run(in_whole(page)(scope, receive, send))


def _run(asked: Awaitable[None]) -> None:
    async def wait() -> None:
        await asked

    asyncio.run(wait())


@pytest.mark.parametrize("size", [0, 1, intake.PIECE - 1, intake.PIECE, 3 * intake.PIECE + 5])
def test_a_body_arrives_as_it_was_sent(size: int) -> None:
    page = Page()
    _send(page, [b"a" * size, b"z"])
    assert page.bodies == [b"a" * size + b"z"]
    assert page.refused == [None]


def test_a_form_that_was_cut_off_reaches_no_page() -> None:
    page = Page()
    _send(page, [b"line=gold alice 1"], ends=False)
    assert page.bodies == []


@pytest.mark.parametrize("told", [0, 12, 22])
@pytest.mark.parametrize("pieces", [2, 4])
def test_what_is_too_large_is_refused_and_let_go(
    monkeypatch: pytest.MonkeyPatch, told: int, pieces: int
) -> None:
    """Heard to its end if that is near, so that the browser reads the answer."""
    monkeypatch.setattr(intake, "MOST", 10)
    page = Page()
    _send(page, [b"a" * 6] * pieces, length=told)
    assert page.refused == [413]
    assert page.bodies == [b""]


def test_a_campaign_file_may_be_larger_than_a_photo() -> None:
    assert intake.MOST_AT["/campaigns/import/"] > 400_000_000 > intake.MOST > 25_000_000


def test_nobody_is_waited_for_without_end() -> None:
    page = Page()

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing ever comes")

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    _run(in_whole(page, quiet=0.01)({"path": "/", "headers": []}, silent, send))
    assert page.refused == [408]
    assert page.bodies == [b""]


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(BytesIO):
        def __init__(self, _in_memory: int) -> None:
            super().__init__()

        def write(self, _piece: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(intake, "SpooledTemporaryFile", Full)
    page = Page()
    _send(page, [b"a photo"])
    assert page.refused == [507]


def test_who_is_refused_gets_a_sentence() -> None:
    """Before anything looks at the form, which is not there."""
    asked = RequestFactory().post("/join/", {"code": "x"})
    asked.META["asgi.scope"] = {intake.NOT_TAKEN_IN: 413}
    asked.user = AnonymousUser()

    def page(_request: HttpRequest) -> HttpResponse:
        raise AssertionError("no page is asked")

    answer = whole_bodies(page)(asked)
    assert answer.status_code == 413
    assert b"nothing of it is stored" in answer.content


def test_slow_senders_hold_up_nobody(tmp_path: Path) -> None:
    server = SiteServer(tmp_path)
    server.start()
    slow = [_begin_a_form(server.port) for _ in range(2 * asgi.PAGE_THREADS)]
    try:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", "/join/")
        assert connection.getresponse().status == 200
        connection.close()
    finally:
        for each in slow:
            each.close()
        server.stop()


def _begin_a_form(port: int) -> socket.socket:
    lines = [
        "POST /join/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: csrftoken={'a' * 32}",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: 1000",
    ]
    sending = socket.create_connection(("127.0.0.1", port), timeout=20)
    sending.sendall(("\r\n".join(lines) + "\r\n\r\ncode=").encode())
    return sending


def test_slow_readers_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def photo(_asked: object, start: Callable[[str, list[object]], object]) -> list[bytes]:
        start("200 OK", [])
        return [b"a piece of a photo"] * 300

    monkeypatch.setattr(asgi.django, "app", photo)
    scope: Message = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def takes_nothing(_message: Message) -> None:
        await asyncio.Event().wait()

    async def takes_all(_message: Message) -> None:
        pass

    async def ask() -> None:
        slow = [
            asyncio.create_task(asgi.application(scope, receive, takes_nothing))
            for _ in range(asgi.PAGE_THREADS)
        ]
        await asyncio.wait_for(asgi.application(scope, receive, takes_all), 20)
        for each in slow:
            each.cancel()

    asyncio.run(ask())
