"""The endpoint for taps: checks what Django's middleware would, then passes them to the queue."""

from functools import lru_cache
from http import HTTPStatus
from json import loads
from urllib.parse import urlsplit
from uuid import UUID

from accounts import device_cookie
from companion.errors import NotAllowedError, NotFoundError, StaleError, TableError
from companion.live.answers import HEADERS, refuse
from companion.live.job import Job, Stored
from companion.live.tap_queue import TapQueue
from companion.rules.state import State
from companion.services import Answer
from companion.tap import MOST_BYTES, parse_tap
from kernel.errors import Refusal
from web import throttle
from web.exchange import Connection, Request

HEADER = b"x-table-tap"
DONE = b'{"sequence": %d, "version": %d, "action": %b, "repeated": %b}'
MOST = 256


class TapExchange:
    """Takes a tap for a table and answers once it is stored, or with the reason why it is not."""

    most = MOST_BYTES + 1024

    def __init__(
        self, queue: TapQueue, table: UUID | None, request: Request, connection: Connection
    ) -> None:
        self._queue = queue
        self._table = table
        self._request = request
        self._connection: Connection | None = connection

    def received(self, body: bytes) -> None:
        request = self._request
        try:
            if self._table is None:
                raise NotFoundError("no_table")
            check_origin(request)
            throttle.TAPS.check(self._token, request.address)
            if len(body) > self.most:
                raise TooLongError("bad_tap.too_long")
            tap = parse_tap(_json(body))
        except Refusal as error:
            self._refuse(error)
        else:
            self._queue.put(Job(self._table, tap, request.cookies, self._stored))

    def too_large(self) -> None:
        self._refuse(TooLongError("bad_tap.too_long"))

    @property
    def _token(self) -> str:
        return self._request.cookies.get(device_cookie.COOKIE, "")

    def drained(self) -> None:
        """Nothing is left to send: an answer goes out in one piece."""

    def lost(self) -> None:
        self._connection = None

    def _stored(self, stored: Stored) -> None:
        match stored:
            case Answer(sequence, version, payload, repeated):
                throttle.TAPS.know(self._token)
                flag = b"true" if repeated else b"false"
                content = DONE % (sequence, version, payload.encode(), flag)
                if self._connection:
                    self._connection.answer(HTTPStatus.OK, HEADERS, content)
            case StaleError():
                now = {"sequence": stored.sequence, "turn": _turn(stored.now)}
                self._refuse(stored, now=now)
            case Refusal():
                self._refuse(stored)
            case None:
                self._refuse(NotStoredError("not_stored"))

    def _refuse(self, error: Refusal, **more: object) -> None:
        if self._connection:
            refuse(self._connection, self._request, error, **more)


class NotStoredError(TableError):
    """The database could not store it now; it is sent again."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class TooLongError(TableError):
    """More bytes than any tap has."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def check_origin(request: Request) -> None:
    """Refuse what no script of this site sent: others can send neither this Origin nor the header."""
    host = request.header(b"host")
    if not (request.header(HEADER) and host and _place(request.header(b"origin")) == host):
        raise NotAllowedError("not_from_here")


@lru_cache(MOST)
def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _json(body: bytes) -> object:
    try:
        return loads(body)
    except (ValueError, RecursionError):
        raise TableError("bad_tap.not_json") from None


def _turn(state: State) -> dict[str, object]:
    return {"number": state.turn.number, "seat": state.turn.seat, "phase": state.turn.phase}
