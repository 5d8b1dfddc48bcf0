"""A request's body reaches the pages completely or not at all, however slow and large it is."""

import asyncio
import errno
import select
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config import asgi
from config.lanes import PAGE_THREADS
from tests.browser.server import SiteServer
from web import request_body
from web.middleware import whole_bodies
from web.request_body import Allowed, Message, Receive, Send, buffered, no_more

PATIENT_SERVER = """
import sys
from functools import partial
from config import serve
from web import request_body
request_body.buffered = partial(request_body.buffered, quiet=3600.0)
serve.main(sys.argv[1:])
"""


class PatientServer(SiteServer):
    """The site, but that it lets go of no silent sender while a test lasts."""

    serving = ("-c", PATIENT_SERVER, "--bind", "127.0.0.1")


class Page:
    """A page that remembers what it was asked."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.refused: list[int | None] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        self.refused.append(scope.get(request_body.BODY_REJECTED))
        body, more = b"", True
        while more:
            message = await receive()
            body += message["body"]
            more = message["more_body"]
        self.bodies.append(body)


def _send(
    page: Page,
    pieces: Iterable[bytes],
    *,
    ends: bool = True,
    length: int = 0,
    allowed: Allowed = no_more,
) -> None:
    """Send a form in pieces; if it does not end, its sender has disconnected."""
    waiting = [{"type": "http.request", "body": each, "more_body": True} for each in pieces]
    last = {"type": "http.request", "body": b""} if ends else {"type": "http.disconnect"}
    incoming: Iterator[Message] = iter([*waiting, last])

    async def receive() -> Message:
        return next(incoming)

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    headers = [(b"content-length", str(length).encode())] if length else []
    scope: Message = {"type": "http", "path": "/join/", "headers": headers}
    _run(buffered(page, allowed=allowed)(scope, receive, send))


def _run(asked: Awaitable[None]) -> None:
    async def wait() -> None:
        await asked

    asyncio.run(wait())


@pytest.mark.parametrize(
    "size", [0, 1, request_body.PIECE - 1, request_body.PIECE, 3 * request_body.PIECE + 5]
)
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
    """It is read to its end if that is near, so that the browser sees the answer."""
    monkeypatch.setattr(request_body, "ANYBODY", 10)
    monkeypatch.setattr(request_body, "LISTENED_TO", 20)
    page = Page()
    _send(page, [b"a" * 6] * pieces, length=told)
    assert page.refused == [413]
    assert page.bodies == [b""]


@pytest.mark.parametrize(("size", "asked"), [(10, 0), (11, 1), (30, 1)])
def test_only_who_sends_much_is_looked_up_and_only_once(
    monkeypatch: pytest.MonkeyPatch, size: int, asked: int
) -> None:
    monkeypatch.setattr(request_body, "ANYBODY", 10)
    looked_up: list[str] = []

    async def known(scope: Message) -> int:
        looked_up.append(scope["path"])
        return 30

    page = Page()
    _send(page, [b"a"] * size, allowed=known)
    assert page.refused == [None]
    assert len(looked_up) == asked


def test_strangers_fill_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they send beyond a megabyte is heard out, but not kept."""
    most = 0

    class Watched(BytesIO):
        def __init__(self, _in_memory: int, dir: str | None = None) -> None:
            super().__init__()

        def write(self, piece: Any) -> int:
            nonlocal most
            most = max(most, self.tell() + len(piece))
            return super().write(piece)

    monkeypatch.setattr(request_body, "SpooledTemporaryFile", Watched)
    page = Page()
    _send(page, [bytes(request_body.PIECE)] * 80)
    assert page.refused == [413]
    assert most == 15 * request_body.PIECE


def test_nobody_is_waited_for_without_end() -> None:
    page = Page()

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing ever comes")

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    _run(buffered(page, quiet=0.01)({"path": "/", "headers": []}, silent, send))
    assert page.refused == [408]
    assert page.bodies == [b""]


def test_a_form_that_trickles_in_is_not_waited_for_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "SLOWEST", 0.0)
    page = Page()

    async def trickling() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("the time is over")

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    _run(buffered(page)({"path": "/", "headers": []}, trickling, send))
    assert page.refused == [408]


def test_an_address_leaves_only_so_many_bodies_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "MOST_WAITING", 2)
    page = Page()

    async def send(_message: Message) -> None:
        raise AssertionError("the page alone answers")

    async def one(address: str, done: asyncio.Event) -> None:
        pieces = iter([b"a" * 70_000, b""])

        async def receive() -> Message:
            piece = next(pieces)
            if not piece:
                await done.wait()
            return {"type": "http.request", "body": piece, "more_body": bool(piece)}

        await buffered(page)({"path": "/", "headers": [], "client": (address, 1)}, receive, send)

    async def all_of_them() -> None:
        done = asyncio.Event()
        stalled = [asyncio.create_task(one("mallory's", done)) for _ in range(2)]
        await asyncio.sleep(0)
        await one("mallory's", done)
        assert page.refused == [429]
        done.set()
        await one("alice's", done)
        await asyncio.gather(*stalled)
        await one("mallory's", done)

    _run(all_of_them())
    assert page.refused == [429, None, None, None, None]
    assert not request_body._Room.waiting


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(BytesIO):
        def __init__(self, _in_memory: int, dir: str | None = None) -> None:
            super().__init__()

        def write(self, _piece: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(request_body, "SpooledTemporaryFile", Full)
    page = Page()
    _send(page, [b"a photo"])
    assert page.refused == [507]


def test_who_is_refused_gets_a_sentence() -> None:
    """Before anything reads the form, which is missing."""
    asked = RequestFactory().post("/join/", {"code": "x"})
    asked.META["asgi.scope"] = {request_body.BODY_REJECTED: 413}
    asked.user = AnonymousUser()

    def page(_request: HttpRequest) -> HttpResponse:
        raise AssertionError("no page is asked")

    answer = whole_bodies(page)(asked)
    assert answer.status_code == 413
    assert b"none of it is stored" in answer.content


def test_slow_senders_hold_up_nobody(tmp_path: Path, made: Path) -> None:
    server = PatientServer.started(tmp_path, made)
    slow = [_begin_a_form(server.port) for _ in range(2 * PAGE_THREADS)]
    try:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/join/")
        assert connection.getresponse().status == 200
        connection.close()
        assert select.select(slow, [], [], 0)[0] == [], "all of them are still waited for"
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
    sending = socket.create_connection(("127.0.0.1", port), timeout=60)
    sending.sendall(("\r\n".join(lines) + "\r\n\r\ncode=").encode())
    return sending


def test_slow_readers_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def photo(_asked: object, start: Callable[[str, list[object]], object]) -> list[bytes]:
        start("200 OK", [])
        return [b"a piece of a photo"] * 300

    monkeypatch.setattr(asgi.lanes.pages, "app", photo)
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

    threads = ThreadPoolExecutor(PAGE_THREADS)
    monkeypatch.setattr(asgi.lanes.pages, "executor", threads)

    async def ask() -> None:
        slow = [
            asyncio.create_task(asgi.application(scope, receive, takes_nothing))
            for _ in range(PAGE_THREADS)
        ]
        await asyncio.wait_for(asgi.application(scope, receive, takes_all), 60)
        # A page that still handed out pieces would find its event loop closed.
        await asyncio.to_thread(threads.shutdown)
        for each in slow:
            each.cancel()

    asyncio.run(ask())
