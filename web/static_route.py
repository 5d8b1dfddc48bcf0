"""Static files past the app: what WhiteNoise would answer, out of memory."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Protocol

from django.conf import settings

from web.exchange import Connection, Exchange, Request

LARGEST = 65_536
"""Bytes of a file as it is sent, beyond which it is the app's: no style, script or picture of a page.

All that are smaller are 3 MB together, of which half belong to Django's own pages.
"""
DECIDES = {
    b"accept-encoding": "HTTP_ACCEPT_ENCODING",
    b"if-none-match": "HTTP_IF_NONE_MATCH",
    b"if-modified-since": "HTTP_IF_MODIFIED_SINCE",
}
"""The headers by which WhiteNoise chooses an answer, and its names for them."""
UNUSUAL = (b"range", b"content-length", b"transfer-encoding", b"upgrade")

Headers = Iterable[tuple[str, str]]


class Answer(NamedTuple):
    """An answer, but for its status."""

    headers: bytes
    content: bytes


class _NotModified(Protocol):
    headers: Headers


class StaticFile(Protocol):
    """What WhiteNoise knows of a file and its compressed forms."""

    not_modified_response: _NotModified

    def is_not_modified(self, request_headers: Mapping[str, str]) -> bool: ...

    def get_path_and_headers(self, request_headers: Mapping[str, str]) -> tuple[str, Headers]: ...


class StaticFiles:
    """The files that were there when the site started, by their addresses.

    While debugging WhiteNoise looks for each file anew and knows none beforehand.
    """

    def __init__(self, files: Mapping[str, StaticFile]) -> None:
        self._files = files
        self._kept: dict[str, Answer] = {}

    def route(self, request: Request, connection: Connection) -> Exchange | None:
        """What answers a plain request for a file that is kept; any other is the app's.

        So is one that has to wait: the app sends no more than a device takes.
        """
        file = self._files.get(request.path)
        if file is None or request.method != "GET" or not connection.idle:
            return None
        deciding = _deciding(request)
        if deciding is None:
            return None
        whole = self._whole(*file.get_path_and_headers(deciding))
        return whole and FileExchange(file, whole, deciding, connection)

    def _whole(self, path: str, headers: Headers) -> Answer | None:
        """A whole file, which is read once; nothing if it is large, or changed since the start."""
        if path in self._kept:
            return self._kept[path]
        size = next(int(value) for name, value in headers if name == "Content-Length")
        content = _read(path) if size <= LARGEST else None
        if content is None or len(content) != size:
            return None
        return self._kept.setdefault(path, Answer(_lines(headers), content))


class FileExchange:
    """One request for a file, and its answer."""

    most = 0

    def __init__(
        self, file: StaticFile, whole: Answer, deciding: Mapping[str, str], connection: Connection
    ) -> None:
        self._file = file
        self._whole = whole
        self._deciding = deciding
        self._connection = connection

    def received(self, _body: bytes) -> None:
        if self._file.is_not_modified(self._deciding):
            headers = _lines(self._file.not_modified_response.headers)
            self._connection.answer(HTTPStatus.NOT_MODIFIED, headers, b"")
        else:
            self._connection.answer(HTTPStatus.OK, self._whole.headers, self._whole.content)

    def too_large(self) -> None:
        """Whoever announces a body is the app's."""

    def drained(self) -> None:
        """Nothing is left to send: an answer goes out in one piece."""

    def lost(self) -> None:
        """An answer is never awaited."""


def _deciding(request: Request) -> Mapping[str, str] | None:
    """The headers that decide; nothing if the app had better look at all of them."""
    if any(name in UNUSUAL for name, _ in request.headers):
        return None
    found = [(DECIDES[name], value) for name, value in request.headers if name in DECIDES]
    deciding = {name: value.decode("latin-1") for name, value in found}
    return deciding if len(deciding) == len(found) else None


def _read(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except OSError:
        return None


def _lines(headers: Headers) -> bytes:
    """Beside those of every answer; its length is counted when it is sent."""
    told = [(name, value) for name, value in headers if name != "Content-Length"]
    if policy := settings.SECURE_CROSS_ORIGIN_OPENER_POLICY:
        told.append(("Cross-Origin-Opener-Policy", policy))
    return "".join(f"{name.lower()}: {value}\r\n" for name, value in told).encode("latin-1")
