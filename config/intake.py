"""Takes in what a request brings, in whole, before a page sees it: what was cut off never counts.

Pages have a few threads. A slow phone must not hold one while its photo travels, and half a form,
sent by a phone that lost its network in the middle, must not be taken for a whole one.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MEGABYTE = 1_000_000
# More than any form takes, so that mostly the form itself says what is too large.
MOST = 64 * MEGABYTE
MOST_AT = {"/campaigns/import/": 410 * MEGABYTE}
LISTENED_TO = 2  # times as much
IN_MEMORY = MEGABYTE
PIECE = 65_536
QUIET = 60.0  # seconds without a single byte

NOT_TAKEN_IN = "dragonbag.not_taken_in"
"""Where a request's scope says why it came in without its body: the status of the answer."""


class _GoneError(Exception):
    """The device went in the middle."""


class _RefusedError(Exception):
    """It is too much, too slow, or there is no room for it."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


def in_whole(app: App, *, quiet: float = QUIET) -> App:
    """The app, asked only once a body is here to its end; without it, where that is refused."""

    async def taken_in(scope: Message, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                await _take(scope, receive, body, quiet)
            except _GoneError:
                return
            except _RefusedError as refused:
                scope = {**scope, NOT_TAKEN_IN: refused.status}
                body.truncate(0)
            body.seek(0)
            await app(scope, _given(body, receive), send)

    return taken_in


async def _take(scope: Message, receive: Receive, body: IO[bytes], quiet: float) -> None:
    """Keeps what comes; what is refused is mostly heard to its end, as else no browser reads why."""
    most = MOST_AT.get(scope["path"], MOST)
    too_large = _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if _announced(scope) > LISTENED_TO * most:
        raise too_large
    refused, taken, more = None, 0, True
    while more:
        piece, more = await _piece(receive, quiet)
        taken += len(piece)
        if taken > LISTENED_TO * most:
            raise too_large
        refused = refused or (too_large if taken > most else _kept(piece, body))
    if refused:
        raise refused


def _announced(scope: Message) -> int:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


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
    """The body piece by piece, then whatever else the server has to say."""
    done = False

    async def give() -> Message:
        nonlocal done
        if done:
            return await receive()
        piece = body.read(PIECE)
        done = len(piece) < PIECE
        return {"type": "http.request", "body": piece, "more_body": not done}

    return give
