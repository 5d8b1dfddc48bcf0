"""uvicorn's protocol with a short cut: some requests are answered past the app, without a task.

What a route of the server's state takes is an exchange of its own: a tap, a stream. Everything else
goes the usual way. No game is known here, and nothing of Django but the names of the site.
"""

import asyncio
import logging
from functools import lru_cache
from http import HTTPStatus
from typing import Any, cast

import httptools
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from web.exchange import Exchange, Request, Route
from web.headers import HEADERS
from web.hosts import is_served

log = logging.getLogger(__name__)

HEAD_WITHIN, BODY_WITHIN = 60.0, 20.0
LINGER, LONGEST_LINGER = 5.0, 60.0
"""Seconds without a byte, and in all, in which the rest of a refused body is read and thrown away:
most browsers look at an answer only once they have sent everything."""
MOST_HEAD, MOST_HEADERS = 16_384, 100
KIND, MOST_KIND = b"content-type", 1024
"""What is read with its parameters before every page, and how long it may be: reading takes the
square of its length."""
FRAME = 16
"""Bytes around a chunk of a body that do not count: its length and the ends of its lines."""
VERSIONS = ("1.0", "1.1")
BODILESS = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
MOST = 1024
FORWARDED = b"x-forwarded-for"
SAFE = b"".join(f"{name.lower()}: {value}\r\n".encode() for name, value in HEADERS.items())


class DirectProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._exchange: Exchange | None = None
        self._body = b""
        self._complete = False
        self._is_behind = False
        self._keeps = True
        self._is_chunked = True
        self._awaited = HEAD_WITHIN
        self._armed = 0.0
        self._late: asyncio.TimerHandle | None = None
        # Bytes of a request beside its body, and whether they were too many: a head, what stands
        # with the length of a chunk, and trailers.
        self._heading = 0
        self._is_refused = False
        # Whether the body is here to its end, and when one that is thrown away is given up.
        self._is_whole = True
        self._lingers_until = 0.0

    # The connection -------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(0)
        self._watch()
        if self._exchange:
            self._exchange.lost()
            self._exchange = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._heading += len(data)
        super().data_received(data)
        self._heading = max(self._heading, 0)
        # A head or a trailer that never ends would be kept as long as it grows.
        if self._heading > MOST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        lingers = self._awaited == LINGER and self.loop.time() < self._lingers_until
        if lingers or self._armed != self._awaited:
            self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._exchange:
            self._exchange.drained()

    def shutdown(self) -> None:
        if self._exchange:
            self._keeps = False  # its answer is the last one
        else:
            super().shutdown()

    def _await(self, seconds: float) -> None:
        self._awaited = seconds

    def _watch(self) -> None:
        """Be patient for as long as what is awaited may take, and no longer."""
        if self._late:
            self._late.cancel()
            self._late = None
        self._armed = self._awaited
        if self._awaited:
            self._late = self.loop.call_later(self._awaited, self._give_up)

    def _give_up(self) -> None:
        log.info("A request from %s was not complete in time.", self.client)
        self.transport.close()

    # The parser ------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._await(HEAD_WITHIN)
        self._heading = 0
        self.url, self.headers, self.expect_100_continue = b"", [], False

    def on_header(self, name: bytes, value: bytes) -> None:
        # A trailer, which comes after a body, is no header: who may do what is known by then.
        if self._is_whole:
            super().on_header(name, value)

    def on_chunk_complete(self) -> None:
        self._heading -= FRAME

    def on_headers_complete(self) -> None:
        self._await(0)
        self._is_whole = False
        if self.parser.get_http_version() not in VERSIONS:
            self._refuse(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
            return
        if self._is_too_large():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        if self._exchange:
            self._keeps = False  # a second request before the answer to the first: ask again
            return
        self._exchange = self._routed()
        if self._exchange is None:
            self._leave_to_app()
            return
        self._body, self._complete = b"", False
        # A page's answer may be whole for the browser before the app says that it is done.
        self._is_behind = self._is_busy
        self._is_chunked = self.parser.get_http_version() != "1.0"
        self._keeps = self._is_chunked and self.parser.should_keep_alive()
        if self._announced > self._exchange.most and not self._is_behind:
            self._exchange.too_large()
            return
        self._await(BODY_WITHIN)
        if self.expect_100_continue:
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    @property
    def _announced(self) -> int:
        """The length of the body as its head names it; the parser accepts one number at most."""
        return next((int(value) for name, value in self.headers if name == b"content-length"), 0)

    def _is_too_large(self) -> bool:
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        kind = sum(len(value) for name, value in self.headers if name == KIND)
        return size > MOST_HEAD or len(self.headers) > MOST_HEADERS or kind > MOST_KIND

    def _refuse(self, status: HTTPStatus) -> None:
        """Refuse a head that no browser sends, and close its connection."""
        if self._is_refused:
            return
        self._is_refused, self._keeps = True, False
        log.info("The head of a request from %s was refused: %s.", self.client, status.phrase)
        if self._exchange is None and not self._is_busy:
            self.transport.write(self._head(status) + b"content-length: 0\r\n\r\n")
        self.transport.close()

    @property
    def _is_busy(self) -> bool:
        """Whether a page's answer is still on its way."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is not None and not cycle.response_complete

    def _leave_to_app(self) -> None:
        url, headers, expect = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expect
        self.headers = self.scope["headers"] = headers
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._heading -= len(body)
        if self._is_refused:
            return
        if self._exchange is None:
            super().on_body(body)
        elif not self._complete and len(self._body) <= self._exchange.most:
            self._body = (self._body + body)[: self._exchange.most + 1]

    def on_message_complete(self) -> None:
        if self._is_refused:
            self.transport.close()
            return
        self._is_whole = True
        if self._awaited == LINGER:
            self._await(HEAD_WITHIN)  # of the next request
            self._heading = 0
        if self._exchange is None:
            super().on_message_complete()
        elif not self._complete:
            self._complete = True
            self._await(0)
            if not self._is_behind:
                self._receive(self._exchange)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not (self._is_whole or self._is_busy or self.transport.is_closing()):
            self._linger()  # a page has refused the body by its head
        if self._exchange and self._is_behind and not self.pipeline:
            self._is_behind = False
            self._unset_keepalive_if_required()
            if self._complete and not self.transport.is_closing():
                self._receive(self._exchange)

    def _receive(self, exchange: Exchange) -> None:
        try:
            exchange.received(self._body)
        except Exception:
            log.exception("A request could not be answered.")
            self.answer(HTTPStatus.INTERNAL_SERVER_ERROR, b"", b"")

    def _routed(self) -> Exchange | None:
        route = cast("Route | None", self.app_state.get("route"))
        if route is None or not self._knows_its_name():
            return None
        try:
            request = Request(self.parser.get_method().decode("ascii"), self.url, self.headers)
        except (httptools.HttpParserError, UnicodeDecodeError):
            return None
        request.address = self._address()
        return route(request, self)

    def _knows_its_name(self) -> bool:
        named = [value for name, value in self.headers if name == b"host"]
        return len(named) == 1 and _is_served(named[0], tuple(settings.SITE_HOSTS))

    def _address(self) -> str:
        """Where a device is: what a trusted proxy says; nothing if it says nothing."""
        here = self.client[0] if self.client else ""
        trusted = getattr(self.app, "trusted_hosts", None)
        if trusted is None or here not in trusted:
            return here
        said = [value.decode("latin-1") for name, value in self.headers if name == FORWARDED]
        return str(trusted.get_trusted_client_address(", ".join(said))[0]) if said else ""

    # The answer ------------------------------------------------------------------

    @property
    def full(self) -> bool:
        return self.flow.write_paused

    @property
    def idle(self) -> bool:
        return not (self.full or self._is_busy)

    def answer(self, status: int, headers: bytes, content: bytes) -> None:
        has_none = status in BODILESS
        length = b"" if has_none else b"content-length: %d\r\n" % len(content)
        self.transport.write(b"".join((self._head(status), headers, length, b"\r\n", content)))
        self._answered()

    def begin(self, headers: bytes) -> None:
        chunked = b"transfer-encoding: chunked\r\n" if self._is_chunked else b""
        self.transport.write(b"".join((self._head(HTTPStatus.OK), headers, chunked, b"\r\n")))

    def send(self, content: bytes) -> None:
        if self.transport.is_closing():
            return
        framed = b"%x\r\n%b\r\n" % (len(content), content) if self._is_chunked else content
        self.transport.write(framed)

    def end(self) -> None:
        if self._is_chunked:
            self.transport.write(b"0\r\n\r\n")
        self._answered()

    def _head(self, status: int) -> bytes:
        date = b"".join(b"%b: %b\r\n" % each for each in self.server_state.default_headers)
        closing = b"" if self._keeps else b"connection: close\r\n"
        return b"".join((STATUS_LINE[status], date, SAFE, closing))

    def _answered(self) -> None:
        self._exchange = None
        if self._keeps and self._complete:
            self.on_response_complete()
        else:
            self.server_state.total_requests += 1
            self._let_go()

    def _let_go(self) -> None:
        if self._is_whole or self.transport.is_closing():
            self.transport.close()
            return
        self._is_refused = True
        self.transport.write_eof()
        self._linger()

    def _linger(self) -> None:
        self._lingers_until = self.loop.time() + LONGEST_LINGER
        self._await(LINGER)
        self._watch()


@lru_cache(MOST)
def _is_served(host: bytes, names: tuple[str, ...]) -> bool:
    return is_served(host.decode("latin-1"), names)
