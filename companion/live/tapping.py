"""The bare door for taps: checks what Django's middleware would, then hands over to the writer."""

from collections.abc import Mapping
from http import HTTPStatus
from json import loads
from urllib.parse import urlsplit
from uuid import UUID

from companion import devices, pace
from companion.live.asgi import (
    Message,
    Receive,
    Send,
    address,
    answer,
    cookies,
    header,
    language,
    refusal,
)
from companion.live.writer import Stored, Writer
from companion.refusals import NotAllowedError, Refusal, StaleError
from companion.rules.errors import RuleError
from companion.rules.state import State
from companion.services import Answer
from companion.tap import MOST_BYTES, parse_tap

HEADER = b"x-table-tap"
MOST_BODY = MOST_BYTES + 1024


class Taps:
    """Takes one tap for a table and answers once it is stored, or why it is not."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def take(self, table: UUID, scope: Message, receive: Receive, send: Send) -> None:
        spoken = language(scope)
        try:
            tap = parse_tap(await self._checked(scope, receive))
            stored = await self._writer.write(table, tap, cookies(scope))
            status, body = _told(stored, spoken)
        except Refusal as error:
            status, body = error.status, refusal(error, spoken)
        await answer(send, status, body)

    async def _checked(self, scope: Message, receive: Receive) -> object:
        """The JSON of a tap that comes from our own page, not too often and not too long."""
        if not from_own_page(scope):
            raise NotAllowedError("not_from_here")
        pace.TAPS.check(cookies(scope).get(devices.COOKIE) or address(scope))
        return _json(await _body(receive))


def from_own_page(scope: Message) -> bool:
    """Whether a script of this site sent it: others may send neither this Origin nor the header."""
    host = header(scope, b"host")
    return bool(header(scope, HEADER)) and _place(header(scope, b"origin")) == host != ""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal("bad_tap.cut_off")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BODY:
            raise Refusal("bad_tap.too_long")
    return body


def _json(body: bytes) -> object:
    try:
        return loads(body)
    except (ValueError, RecursionError):
        raise Refusal("bad_tap.not_json") from None


def _told(stored: Stored, spoken: str) -> tuple[int, Mapping[str, object]]:
    match stored:
        case Answer():
            return HTTPStatus.OK, {
                "sequence": stored.sequence,
                "version": stored.version,
                "action": stored.action,
                "repeated": stored.repeated,
            }
        case StaleError():
            now = {"sequence": stored.sequence, "turn": _turn(stored.now)}
            return stored.status, {**refusal(stored, spoken), "now": now}
        case RuleError():
            return HTTPStatus.UNPROCESSABLE_ENTITY, refusal(stored, spoken)
        case Refusal():
            return stored.status, refusal(stored, spoken)
    return HTTPStatus.SERVICE_UNAVAILABLE, refusal(Refusal("not_stored"), spoken)


def _turn(state: State) -> dict[str, object]:
    return {"number": state.turn.number, "seat": state.turn.seat, "phase": state.turn.phase}
