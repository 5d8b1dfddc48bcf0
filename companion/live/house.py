"""The live part of one server process: what it is made of, its doors, its start and its end."""

import asyncio
import re
import signal
import threading
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import Any
from uuid import UUID

from companion import news, selectors
from companion.live import tickets
from companion.live.asgi import (
    App,
    Message,
    Receive,
    Send,
    answer,
    language,
    refusal,
)
from companion.live.crew import Crew
from companion.live.hub import Face, Hub, Painted
from companion.live.notifiers import Notifier
from companion.live.painter import Painter
from companion.live.stream import stream
from companion.live.tapping import Taps
from companion.live.tickets import Ticket
from companion.live.writer import Writer
from companion.refusals import NotFoundError, Refusal

STREAM = re.compile(r"/tables/(?P<table>[0-9a-f-]{36})/stream/")
TV_STREAM = re.compile(r"/tv/(?P<code>[^/]+)/stream/")
TAP = re.compile(r"/tables/(?P<table>[0-9a-f-]{36})/tap/")
HEARTBEAT_EVERY = 15.0  # proxies cut what is quiet for a minute, some sooner
OPENING_THREADS = 2


class House:
    """Hub, painter, writer and notifier, together on one event loop."""

    def __init__(self, *, heartbeat: float = HEARTBEAT_EVERY) -> None:
        self._loop = asyncio.get_running_loop()
        self.hub = Hub()
        self.painter = Painter(self.hub.faces, self._deliver)
        self.writer = Writer(self._loop)
        self._taps = Taps(self.writer)
        self._notifier = Notifier(self.painter.name, self.hub.tables)
        # Two threads open all streams, so that streams cost no database connection each.
        self._opening = Crew(OPENING_THREADS, "opening")
        self._heartbeat = heartbeat
        self._beating: asyncio.Task[None] | None = None
        self._heard: dict[int, Any] = {}

    def start(self) -> None:
        news.listen(self.painter.name)
        news.listen_ahead(self.painter.prepare)
        news.listen_for_moves(self._close_device)
        for part in (self.painter, self.writer, self._notifier):
            part.start()
        self._beating = self._loop.create_task(self._beat())
        self._hear_signals()

    async def stop(self) -> None:
        """Ends after every tap that has come is written."""
        self.hub.close()
        if self._beating:
            self._beating.cancel()
        news.stop(self.painter.name)
        news.stop_ahead(self.painter.prepare)
        news.stop_for_moves(self._close_device)
        for part in (self.writer, self.painter, self._notifier):
            await asyncio.to_thread(part.stop)
        await asyncio.to_thread(self._opening.close)
        for number, before in self._heard.items():
            signal.signal(number, before)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            self.hub.beat()

    def _deliver(self, table: UUID, painted: Mapping[Face, Painted]) -> None:
        self._loop.call_soon_threadsafe(self.hub.deliver, table, painted)

    def _close_device(self, device: int) -> None:
        self._loop.call_soon_threadsafe(self.hub.close_device, device)

    def _hear_signals(self) -> None:
        """End the streams as soon as the server is told to stop: it would wait for them."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            self._heard[number] = signal.getsignal(number)
            signal.signal(number, self._ending(self._heard[number]))

    def _ending(self, before: Any) -> Callable[[int, FrameType | None], None]:
        def end(number: int, frame: FrameType | None) -> None:
            self._loop.call_soon_threadsafe(self.hub.close)
            if callable(before):
                before(number, frame)

        return end

    # Doors --------------------------------------------------------------------

    def door(self, scope: Message) -> App | None:
        """The bare function for a request, if it is one of the live part's."""
        path, method = scope["path"], scope.get("method")
        if method == "POST" and (found := TAP.fullmatch(path)):
            return partial(self._tap, found["table"])
        if method == "GET" and (found := STREAM.fullmatch(path)):
            return partial(self._stream, partial(tickets.for_table, found["table"]))
        if method == "GET" and (found := TV_STREAM.fullmatch(path)):
            return partial(self._stream, partial(tickets.for_tv, found["code"]))
        return None

    async def _tap(self, table: str, scope: Message, receive: Receive, send: Send) -> None:
        known = tickets.uuid_in(table)
        if known is None:
            await answer(
                send, HTTPStatus.NOT_FOUND, refusal(NotFoundError("no_table"), language(scope))
            )
            return
        await self._taps.take(known, scope, receive, send)

    async def _stream(
        self, ask: Callable[[Message], Ticket], scope: Message, receive: Receive, send: Send
    ) -> None:
        try:
            ticket = await self._open(ask, scope)
        except Refusal as error:
            await answer(send, error.status, refusal(error, language(scope)))
            return
        # Subscribed before the first board is read, so that none is missed in between.
        subscriber = self.hub.subscribe(ticket.table, ticket.face, ticket.device)
        try:
            first = await self._open(self._first, ticket)
            await stream(ticket, first, subscriber, receive, send)
        finally:
            self.hub.unsubscribe(subscriber)

    async def _open(self, work: Callable[..., Any], *given: Any) -> Any:
        return await self._loop.run_in_executor(self._opening, work, *given)

    def _first(self, ticket: Ticket) -> Painted:
        return self.painter.gallery.painted(selectors.board_of(ticket.table), ticket.face)
