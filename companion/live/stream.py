"""The boards of one device: pushed as server-sent events, or asked for where nothing can be pushed."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from http import HTTPStatus
from typing import Protocol
from uuid import UUID

from accounts.identity import Credentials
from companion.live.answers import refuse
from companion.live.renderer import Rendering, View
from companion.live.stream_access import Ticket
from kernel.errors import Refusal
from web import numbers
from web.exchange import Connection, Request
from web.release import build

log = logging.getLogger(__name__)

HEADERS = (
    b"content-type: text/event-stream; charset=utf-8\r\n"
    b"cache-control: no-cache, no-transform\r\n"
    b"x-accel-buffering: no\r\n"
)
BEGIN = "retry: 1000\n\nevent: version\ndata: {}\n\n"
# An event, not a comment: pages notice when it is missing.
HEARTBEAT = b"data: still here\n\n"
SLEEP = b"event: sleep\ndata:\n\n"
BOARD = (
    "content-type: text/html; charset=utf-8\r\ncache-control: no-store\r\n"
    "x-version: {}\r\nx-sequence: {}\r\n"
)

Ask = Callable[[Request], Ticket]


class Opener(Protocol):
    """Who shows boards: reads in a thread of its own, then lets devices in on the loop."""

    def ask(self, ask: Ask, request: Request) -> "Future[Ticket]": ...
    def newest(self, ticket: Ticket) -> Rendering: ...
    def let_in(self, stream: "StreamExchange", ticket: Ticket) -> Rendering: ...
    def let_out(self, stream: "StreamExchange") -> None: ...
    def said_at(self, table: UUID) -> list[str]: ...


class _Admission:
    """A request for the boards of a table, until it is known whether the device may see them."""

    most = 0

    def __init__(self, opener: Opener, ask: Ask, request: Request, connection: Connection) -> None:
        self._opener = opener
        self._ask = ask
        self._request = request
        self._connection: Connection | None = connection

    def received(self, _body: bytes) -> None:
        loop = asyncio.get_running_loop()
        asked = self._opener.ask(self._ask, self._request)
        asked.add_done_callback(lambda done: loop.call_soon_threadsafe(self._asked, done))

    def too_large(self) -> None:
        if self._connection:  # nothing is to be said to whoever asks for a board
            self._connection.answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"", b"")

    def _asked(self, asked: "Future[Ticket]") -> None:
        connection = self._connection
        if connection is None:  # the device has gone meanwhile
            return
        try:
            self._admit(asked.result(), connection)
        except Refusal as error:
            refuse(connection, self._request, error)
        except Exception:
            log.exception("A board could not be shown.")
            connection.answer(HTTPStatus.SERVICE_UNAVAILABLE, b"", b"")

    def _admit(self, ticket: Ticket, connection: Connection) -> None:
        raise NotImplementedError

    def drained(self) -> None:
        """The connection takes more again."""

    def lost(self) -> None:
        self._connection = None


class PollExchange(_Admission):
    """The newest board, for a page whose stream is held back; nothing if the page has it."""

    def _admit(self, ticket: Ticket, connection: Connection) -> None:
        newest = self._opener.newest(ticket)
        headers = BOARD.format(build(), newest.sequence).encode()
        if newest.sequence <= (numbers.whole(self._request.asked("since")) or 0):
            connection.answer(HTTPStatus.NO_CONTENT, headers, b"")
        else:
            connection.answer(HTTPStatus.OK, headers, newest.html.encode())


class StreamExchange(_Admission):
    """One open stream. It keeps only the newest board: a slow device skips what it missed."""

    def __init__(self, opener: Opener, ask: Ask, request: Request, connection: Connection) -> None:
        super().__init__(opener, ask, request, connection)
        self._ticket: Ticket | None = None
        self._shown: Rendering | None = None
        self._waiting: Rendering | None = None

    @property
    def table(self) -> UUID:
        return self._admitted.board.table

    @property
    def view(self) -> View:
        return self._admitted.view

    @property
    def device(self) -> int | None:
        return self._admitted.device

    @property
    def credentials(self) -> Credentials:
        return self._admitted.credentials

    @property
    def address(self) -> str:
        return self._request.address

    @property
    def _admitted(self) -> Ticket:
        assert self._ticket is not None  # noqa: S101 - nobody else is in the hub
        return self._ticket

    # Its beginning and its end ----------------------------------------------------

    def _admit(self, ticket: Ticket, connection: Connection) -> None:
        self._ticket = ticket
        first = self._opener.let_in(self, ticket)
        connection.begin(HEADERS)
        connection.send(BEGIN.format(build()).encode())
        self.offer(first)
        for word in self._opener.said_at(ticket.board.table):
            self.say(word)

    def lost(self) -> None:
        super().lost()
        if self._ticket:
            self._opener.let_out(self)

    def close(self) -> None:
        """End it; a board that waits is sent all the same, since it may be the first one."""
        if self._connection is None:
            return
        self._send_waiting()
        connection, self._connection = self._connection, None
        connection.end()
        self._opener.let_out(self)

    def sleep(self) -> None:
        """End it for a newer page of the same device; this one says so."""
        if self._connection:
            self._connection.send(SLEEP)
        self.close()

    # Boards -----------------------------------------------------------------------

    def is_behind(self, sequence: int) -> bool:
        newest = self._waiting or self._shown
        return newest is None or newest.sequence < sequence

    def offer(self, rendering: Rendering) -> None:
        if self._connection is None or not self.is_behind(rendering.sequence):
            return
        if not self._may_see(rendering):
            self._waiting = None
            self.close()
            return
        self._waiting = rendering
        if not self._connection.full:
            self._send_waiting()

    def _may_see(self, rendering: Rendering) -> bool:
        """Asked again only where a setting has changed."""
        same = self._shown is not None and self._shown.settings is rendering.settings
        return same or self._admitted.may_see(rendering.settings)

    def _send_waiting(self) -> None:
        if self._connection and self._waiting:
            self._connection.send(self._waiting.event(self._shown))
            self._shown, self._waiting = self._waiting, None

    def drained(self) -> None:
        self._send_waiting()

    def say(self, word: str) -> None:
        """A word that is on no board; a device that is behind does without it."""
        if self._connection and not self._connection.full:
            self._connection.send(f"event: word\ndata: {word}\n\n".encode())

    def beat(self) -> None:
        """Show that it lives."""
        if self._connection and not self._connection.full:
            self._connection.send(HEARTBEAT)
