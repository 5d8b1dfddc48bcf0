"""The devices of the bench: as little work as possible, because they share the machine."""

import asyncio
import json
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import cast

from tests.bench.play import Tap

HOST = "127.0.0.1"
Heard = Callable[[int], None]


class Stream(asyncio.Protocol):
    """An open stream that notes the sequence of each board as it arrives."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.WriteTransport | None = None
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # A cast, because uvloop's transports have no declared class.
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._request)

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        data = self._rest + data
        # A board has arrived when its closing empty line has.
        end = data.rfind(b"\n\n")
        at = data.rfind(b"\nid: ", 0, end) if end > 0 else -1
        if at >= 0:
            self._heard(int(data[at + 5 : data.index(b"\n", at + 5)]))
            data = data[end + 2 :]
        self._rest = data


class Sender(asyncio.Protocol):
    """A kept connection that sends one tap at a time."""

    def __init__(self) -> None:
        self._answer: asyncio.Future[tuple[int, dict[str, object]]] | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def send(self, request: bytes) -> "asyncio.Future[tuple[int, dict[str, object]]]":
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, gap, body = self._got.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        if gap and len(body) >= length and self._answer:
            self._got = b""
            self._answer.set_result((int(head[9:12]), json.loads(body)))


class Device:
    """One phone: its stream and its taps."""

    def __init__(self, port: int, table: str, token: str, seat: int) -> None:
        self._port, self._table, self._token = port, table, token
        self.seat = seat
        self.newest = 0
        self.mix: Iterator[Tap] | None = None
        self.stream: Stream | None = None
        self.taps = 0
        self._sender: Sender | None = None
        self._waiting: list[tuple[int, asyncio.Future[float]]] = []

    @property
    def cookie(self) -> str:
        return f"dragonbag-device={self._token}"

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        _, self._sender = await loop.create_connection(Sender, HOST, self._port)
        await self.listen()

    async def listen(self) -> None:
        """Open the stream and wait for its first board."""
        loop = asyncio.get_running_loop()
        first: asyncio.Future[int] = loop.create_future()

        def heard(sequence: int) -> None:
            if not first.done():
                first.set_result(sequence)
            self._heard(sequence)

        opening = f"GET /tables/{self._table}/stream/?language=en HTTP/1.1\r\n{self._head()}\r\n"
        _, self.stream = await loop.create_connection(
            lambda: Stream(opening.encode(), heard), HOST, self._port
        )
        await first

    def leave(self) -> None:
        """Close the stream, like a phone that is put away."""
        if self.stream:
            self.stream.close()

    def _head(self) -> str:
        return f"Host: {HOST}:{self._port}\r\nCookie: {self.cookie}\r\n"

    def _heard(self, sequence: int) -> None:
        self.newest = sequence
        now = perf_counter()
        for waited, future in self._waiting:
            if waited <= sequence and not future.done():
                future.set_result(now)
        self._waiting = [each for each in self._waiting if not each[1].done()]

    def sees(self, sequence: int) -> "asyncio.Future[float]":
        """The time at which this device has a board of that sequence or a later one."""
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        if self.newest >= sequence:
            future.set_result(perf_counter())
        else:
            self._waiting.append((sequence, future))
        return future

    async def tap(
        self, action: dict[str, object], expects: object = None
    ) -> tuple[int, dict[str, object]]:
        assert self._sender is not None
        self.taps += 1
        tap = {"id": f"{self._token[:12]}-{self.taps}", "expects": expects, "action": action}
        body = json.dumps(tap)
        head = (
            f"POST /tables/{self._table}/tap/?language=en HTTP/1.1\r\n{self._head()}"
            f"Origin: http://{HOST}:{self._port}\r\nX-Table-Tap: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return await self._sender.send((head + body).encode())
