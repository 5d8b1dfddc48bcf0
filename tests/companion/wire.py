"""A device: its stream and its taps over plain sockets, waiting without sleeps."""

import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from types import TracebackType

from accounts.device_cookie import COOKIE

HOST = "127.0.0.1"
PATIENCE = 60.0


class Stream:
    """An open stream; `board()` waits for the next board."""

    def __init__(self, port: int, path: str, token: str = "", **headers: str) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self._file = self._socket.makefile("rb")
        lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", f"Cookie: {COOKIE}={token}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.status = int(self._file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self._file.readline().strip():
            name, _, value = line.decode().partition(": ")
            self.headers[name.lower()] = value

    def __enter__(self) -> "Stream":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def cut(self) -> None:
        """End the connection, also for a thread that reads it."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def parts(self) -> list[str]:
        """The lines of the next event or comment; none once the stream has ended."""
        lines: list[str] = []
        while True:
            size = self._file.readline()
            if not size.strip() or int(size, 16) == 0:
                return lines
            chunk = self._file.read(int(size, 16))
            self._file.readline()
            lines += chunk.decode().splitlines()
            if chunk.endswith(b"\n\n"):
                return [line for line in lines if line]

    def board(self) -> tuple[int, str]:
        """The sequence and the HTML of the next board."""
        while parts := self.parts():
            if any(line.startswith("id: ") for line in parts):
                fields = [line.partition(": ") for line in parts]
                html = "\n".join(value for name, _, value in fields if name == "data")
                return next(int(value) for name, _, value in fields if name == "id"), html
        raise EOFError("the stream has ended")

    def ends(self) -> bool:
        """Whether the stream ends, whatever is sent before."""
        while self.parts():
            pass
        return True


def post(
    port: int, path: str, body: object, token: str, headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, object]]:
    """A tap as our own page sends it, with some headers changed."""
    usual = {
        "Cookie": f"{COOKIE}={token}",
        "Origin": f"http://{HOST}:{port}",
        "X-Table-Tap": "1",
        "Content-Type": "application/json",
    }
    given = {name: value for name, value in {**usual, **(headers or {})}.items() if value}
    connection = HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request("POST", path, raw, given)
        answer: HTTPResponse = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()
