"""Files leave outside the threads for pages: whoever reads slowly holds up nobody else."""

import asyncio
from contextlib import suppress
from io import BytesIO

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import path

from config import asgi
from config.lanes import PAGE_THREADS
from web.request_body import Message

LARGE = b"dragon" * 3_000_000
opened: list[BytesIO] = []


def large(_request: HttpRequest) -> FileResponse:
    opened.append(BytesIO(LARGE))
    return FileResponse(opened[-1], as_attachment=True, filename="export.zip")


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


urlpatterns = [path("file/", large), path("page/", page)]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]


def scope(at: str) -> Message:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": at,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", 8000),
    }


class Reader:
    """A device that takes an answer; a slow one takes its beginning and then waits for `awake`."""

    def __init__(self, awake: asyncio.Event | None = None) -> None:
        self._awake = awake
        self.stuck = asyncio.Event()
        self.pieces: list[bytes] = []

    @property
    def body(self) -> bytes:
        return b"".join(self.pieces)

    async def ask(self, at: str) -> None:
        await asgi.application(scope(at), self._receive, self._send)

    async def _receive(self) -> Message:
        return {"type": "http.request", "body": b""}

    async def _send(self, message: Message) -> None:
        body = message.get("body", b"")
        if self._awake and body:
            self.stuck.set()
            await self._awake.wait()
        self.pieces.append(body)


def test_more_slow_readers_of_a_file_than_threads_hold_up_no_page() -> None:
    async def run() -> tuple[list[Reader], Reader]:
        awake = asyncio.Event()
        slow = [Reader(awake) for _ in range(2 * PAGE_THREADS)]
        tasks = [asyncio.create_task(each.ask("/file/")) for each in slow]
        for each in slow:
            await each.stuck.wait()
        between = Reader()
        await between.ask("/page/")
        awake.set()
        await asyncio.gather(*tasks)
        return slow, between

    slow, between = asyncio.run(run())
    assert between.body == b"a page"
    assert all(each.body == LARGE for each in slow)
    assert all(file.closed for file in opened)


def test_a_file_is_closed_when_its_reader_goes_away() -> None:
    opened.clear()

    async def run() -> None:
        slow = Reader(asyncio.Event())
        task = asyncio.create_task(slow.ask("/file/"))
        await slow.stuck.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert [file.closed for file in opened] == [True]
