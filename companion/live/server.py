"""The live part of one server process: what it is made of, its routes, its start and its end."""

import asyncio
import logging
import re
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from types import FrameType
from typing import Any
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connection

from accounts.identity import Credentials
from accounts.selectors import outdated
from companion.live import stream_access
from companion.live.endpoint import TapExchange
from companion.live.hub import Hub
from companion.live.other_processes import Listening, Looking
from companion.live.postgres import Postgres
from companion.live.renderer import RenderCache, Rendering, View, render_all
from companion.live.sqlite import Sqlite
from companion.live.stream import Ask, PollExchange, StreamExchange
from companion.live.stream_access import Ticket
from companion.live.tap_queue import TapQueue
from companion.live.thread_pool import ThreadPool
from companion.services import results
from companion.table import broadcast, cache, selectors
from companion.table.broadcast import Keep
from companion.table.view import TableView
from web.exchange import Connection, Exchange, Request

log = logging.getLogger(__name__)

TABLE = re.compile(r"/tables/(?P<of>[0-9a-f-]{36})/(?P<how>stream|board)/")
# With the table in it, so that a proxy can send everything of a table to one process.
TV = re.compile(r"(?:/tables/[0-9a-f-]{36})?/tv/(?P<of>[^/]+)/(?P<how>stream|board)/")
TAP = re.compile(r"/tables/(?P<table>[0-9a-f-]{36})/tap/")
HEARTBEAT_EVERY = 10.0  # seconds; by its absence a page notices that nothing arrives any more
READING_THREADS = 2


class LiveServer:
    """Hub, renderings, queue of taps, and the watch for other processes, on one event loop."""

    def __init__(self, *, heartbeat: float = HEARTBEAT_EVERY) -> None:
        self._loop = asyncio.get_running_loop()
        self.hub = Hub()
        self.cache = RenderCache()
        # Two threads read for all streams, so that a stream needs no database connection.
        self._reading = ThreadPool(READING_THREADS, "reading")
        # Results of games are written outside the way of taps, one after the other.
        self._results = ThreadPool(1, "results")
        self._others: Looking | Listening
        if connection.vendor == "postgresql":
            self.queue = TapQueue(self._loop, Postgres(), self)
            self._others = Listening(self.read_anew, self.hub.tables)
        else:
            own = Sqlite()
            self.queue = TapQueue(self._loop, own, self)
            self._others = Looking(self.queue, own, self)
        self._heartbeat = heartbeat
        self._beating: asyncio.Task[None] | None = None
        self._heard: dict[int, Any] = {}

    def start(self) -> None:
        broadcast.listen(self)
        self.queue.start()
        self._others.start()
        self._results.submit(self._write_late_results)
        self._beating = self._loop.create_task(self._beat())
        self._hear_signals()

    async def stop(self) -> None:
        """Ends once every tap received is written."""
        self.hub.close()
        if self._beating:
            self._beating.cancel()
        await self.queue.stop()
        broadcast.listen(None)
        await asyncio.to_thread(self._others.stop)
        await asyncio.to_thread(self._reading.close)
        await asyncio.to_thread(self._results.close)
        for number, before in self._heard.items():
            signal.signal(number, before)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            self.hub.beat()
            if held := self.hub.credentials():
                await self._loop.run_in_executor(self._reading, self._look_who_ended, held)

    def _look_who_ended(self, held: set[Credentials]) -> None:
        close_old_connections()
        try:
            ended = outdated(held)
        except DatabaseError as error:
            log.warning("It could not be looked up which browsers were ended: %s", error)
        else:
            self._loop.call_soon_threadsafe(self.hub.close_outdated, ended)

    def _hear_signals(self) -> None:
        """End the streams as soon as the server is told to stop, which would wait for them."""
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

    # Boards -------------------------------------------------------------------

    def prepare(self, views: Sequence[TableView]) -> Callable[[], None]:
        """Render boards that are being stored; returns a function that shows them."""
        ready = [(view.table, render_all(view, self.hub.views(view.table))) for view in views]
        return partial(self._show_all, ready)

    def _show_all(self, ready: Sequence[tuple[UUID, dict[View, Rendering]]]) -> None:
        for table, renderings in ready:
            self.cache.keep(renderings)
            self.hub.deliver(table, renderings)
            # Somebody may have come meanwhile who watches in another way.
            if self.hub.views(table) - renderings.keys() and (known := cache.recall(table)):
                self.show(known)

    def show(self, view: TableView) -> None:
        """Show a board that was stored elsewhere."""
        watched = self.hub.views(view.table)
        try:
            renderings = {each: self.cache.rendering(view, each) for each in watched}
        except Exception:
            log.exception("A board could not be rendered; its devices get the next one.")
        else:
            self.hub.deliver(view.table, renderings)

    def changed(self, table: UUID, _sequence: int) -> None:
        """A table was changed without the queue; called after the commit, outside the loop."""
        if not self.hub.views(table):
            return
        try:
            view = selectors.view_of(table)
        except DatabaseError as error:
            log.warning("A board could not be read; its devices get the next one: %s", error)
        else:
            self._loop.call_soon_threadsafe(self.show, view)

    def read_anew(self, table: UUID, sequence: int) -> None:
        """Another process has changed a table that is watched here."""
        self._reading.submit(self._read_anew, table, sequence)

    def _read_anew(self, table: UUID, sequence: int) -> None:
        close_old_connections()
        self.changed(table, sequence)

    def said(self, table: UUID, word: str, *, keep: Keep) -> None:
        self._loop.call_soon_threadsafe(partial(self.hub.say, table, word, keep=keep))

    def said_at(self, table: UUID) -> list[str]:
        return self.hub.said(table)

    def moved(self, device: int) -> None:
        self._loop.call_soon_threadsafe(self.hub.close_device, device)

    # Results ------------------------------------------------------------------

    def ended(self, table: UUID) -> None:
        """Write the result of a game; called from any thread, after the commit."""
        self._results.submit(self._write_result, table)

    def _write_result(self, table: UUID) -> None:
        close_old_connections()
        results.write_if_possible(table)

    def _write_late_results(self) -> None:
        """Write the results that an earlier process no longer came to."""
        close_old_connections()
        for table in results.stale():
            self.ended(table)

    # Routes -------------------------------------------------------------------

    def route(self, request: Request, connection: Connection) -> Exchange | None:
        """What answers a request, if it is one of the live part's."""
        path, method = request.path, request.method
        if method == "POST" and (found := TAP.fullmatch(path)):
            table = stream_access.uuid_in(found["table"])
            return TapExchange(self.queue, table, request, connection)
        for pattern, allow in ((TABLE, stream_access.for_table), (TV, stream_access.for_tv)):
            if method == "GET" and (found := pattern.fullmatch(path)):
                exchange = StreamExchange if found["how"] == "stream" else PollExchange
                return exchange(self, partial(allow, found["of"]), request, connection)
        return None

    def ask(self, ask: Ask, request: Request) -> "Future[Ticket]":
        return self._reading.submit(ask, request)

    def newest(self, ticket: Ticket) -> Rendering:
        known = cache.recall(ticket.board.table)
        newest = known if known and known.sequence > ticket.board.sequence else ticket.board
        return self.cache.rendering(newest, ticket.view)

    def let_in(self, stream: StreamExchange, ticket: Ticket) -> Rendering:
        """Subscribe a stream; returns its first board."""
        table = ticket.board.table
        self.hub.subscribe(stream)
        # What others wrote between reading and subscribing is looked for once more.
        self._others.look_again(table)
        if self.hub.closed:
            self._loop.call_soon(stream.close)
        return self.newest(ticket)

    def let_out(self, stream: StreamExchange) -> None:
        self.hub.unsubscribe(stream)
