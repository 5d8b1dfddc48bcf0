"""Reads a request's whole body before a page sees it; a body that was cut off never counts.

Pages have only a few threads. A slow phone must not occupy one while it uploads a photo, and half a
form from a phone that lost its network must not be taken for a whole one. Whoever sends more than a
megabyte is asked for first: strangers fill no disk.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import IO, Any, ClassVar

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]
Allowed = Callable[[Message], Awaitable[int]]
"""How many bytes the sender of this request may send; asked only beyond what anybody may."""

MEGABYTE = 1_000_000
ANYBODY = MEGABYTE
"""What anybody may send: more than any form of text."""
LISTENED_TO = 64 * MEGABYTE
"""What is read, but not kept, of a body that was not announced as too large before it is refused.

One that was is refused by its head; the server reads and drops the rest (web/http_protocol.py).
"""
IN_MEMORY = 65_536
PIECE = 65_536
QUIET = 60.0  # seconds without a single byte
SLOWEST, SLOWEST_FILE = 300.0, 3600.0  # seconds for a whole form; for what only some may send
MOST_WAITING = 64
"""Bodies on the disk that an address may leave unfinished at once: more than a club sends photos."""

BODY_REJECTED = "dragonbag.not_taken_in"
"""The key of the scope that says why the body is missing: the status of the answer."""


class _GoneError(Exception):
    """The device disconnected in the middle."""


class _RefusedError(Exception):
    """The body is too large or too slow, or the disk is full."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


async def no_more(_scope: Message) -> int:
    return ANYBODY


def buffered(
    app: App, *, allowed: Allowed = no_more, folder: str | None = None, quiet: float = QUIET
) -> App:
    """The app, called only once the whole body is here, or without a body if that is refused.

    Bodies wait in files of that folder, or where the system keeps temporary ones.
    """

    async def taken_in(scope: Message, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(IN_MEMORY, dir=folder) as body:
            room = _Room(scope, allowed)
            try:
                await _take(room, receive, body, quiet)
            except _GoneError:
                return
            except _RefusedError as refused:
                scope = {**scope, BODY_REJECTED: refused.status}
                body.truncate(0)
            finally:
                room.leave()
            body.seek(0)
            await app(scope, _given(body, receive), send)

    return taken_in


class _Room:
    """How much of a request's body is kept; its sender is looked up once, and only if it matters."""

    waiting: ClassVar[Counter[str]] = Counter()
    """How many bodies of an address are on the disk, but not complete."""

    def __init__(self, scope: Message, allowed: Allowed) -> None:
        self._scope, self._allowed = scope, allowed
        self._most: int | None = None
        self._address = (scope.get("client") or ("",))[0]
        self._is_waiting = False
        self._began = monotonic()

    async def has(self, size: int) -> bool:
        if size > IN_MEMORY and not self._is_waiting:
            self._wait()
        if size <= ANYBODY:
            return True
        if self._most is None:
            self._most = await self._allowed(self._scope)
        return size <= self._most

    def _wait(self) -> None:
        if self.waiting[self._address] >= MOST_WAITING:
            raise _RefusedError(HTTPStatus.TOO_MANY_REQUESTS)
        self.waiting[self._address] += 1
        self._is_waiting = True

    def leave(self) -> None:
        if self._is_waiting:
            self.waiting[self._address] -= 1
            if not self.waiting[self._address]:
                del self.waiting[self._address]

    @property
    def seconds_left(self) -> float:
        most = SLOWEST if (self._most or 0) <= ANYBODY else SLOWEST_FILE
        return max(0.0, self._began + most - monotonic())

    @property
    def announced(self) -> int:
        headers = self._scope["headers"]
        lengths = [value for name, value in headers if name == b"content-length"]
        return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


async def _take(room: _Room, receive: Receive, body: IO[bytes], quiet: float) -> None:
    """Store the body. One that is refused on its way is mostly read to its end, or no browser would
    see why."""
    too_large = _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if room.announced > ANYBODY and not await room.has(room.announced):
        raise too_large
    refused: _RefusedError | None = None
    taken, more = 0, True
    while more:
        piece, more = await _piece(receive, min(quiet, room.seconds_left))
        taken += len(piece)
        if not refused:
            refused = _kept(piece, body) if await room.has(taken) else too_large
        elif taken > LISTENED_TO:
            raise refused
    if refused:
        raise refused


async def _piece(receive: Receive, quiet: float) -> tuple[bytes, bool]:
    try:
        message = await asyncio.wait_for(receive(), quiet)
    except TimeoutError:
        raise _RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
    if message["type"] == "http.disconnect":
        raise _GoneError
    return message.get("body", b""), message.get("more_body", False)


def _kept(piece: bytes, body: IO[bytes]) -> _RefusedError | None:
    try:
        body.write(piece)
    except OSError:  # the disk is full
        return _RefusedError(HTTPStatus.INSUFFICIENT_STORAGE)
    return None


def _given(body: IO[bytes], receive: Receive) -> Receive:
    """The body in pieces, then whatever else the server sends."""
    done = False

    async def give() -> Message:
        nonlocal done
        if done:
            return await receive()
        piece = body.read(PIECE)
        done = len(piece) < PIECE
        return {"type": "http.request", "body": piece, "more_body": not done}

    return give
