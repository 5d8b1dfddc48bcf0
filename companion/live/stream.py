"""The live stream of one device: the board as it is, then every newer one, as server-sent events."""

import asyncio

from companion.live.asgi import Receive, Send
from companion.live.hub import Painted, Subscriber
from companion.live.tickets import Ticket

RETRY = b"retry: 1000\n\n"
# An event, not a comment: a page hears it, and knows a line that only looks open.
HEARTBEAT = b"data: still here\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]


async def stream(
    ticket: Ticket, first: Painted, subscriber: Subscriber, receive: Receive, send: Send
) -> None:
    """Send until the device goes, may no longer see the table, or the server stops."""
    watching = asyncio.create_task(_until_gone(receive, subscriber))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _send(send, RETRY)
        subscriber.offer(first)
        await _send_all(ticket, subscriber, send)
        await send({"type": "http.response.body", "body": b""})
    except OSError:
        pass  # the device went in the middle of a board
    finally:
        watching.cancel()


async def _send_all(ticket: Ticket, subscriber: Subscriber, send: Send) -> None:
    shown: Painted | None = None
    while True:
        painted = await subscriber.news()
        if painted and not ticket.may_see(painted.facts):
            return
        # The board that waits is sent even at the end: it may be the first one.
        if painted:
            await _send(send, painted.event(shown))
            shown = painted
        elif not subscriber.closed:
            await _send(send, HEARTBEAT)
        if subscriber.closed:
            return


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _until_gone(receive: Receive, subscriber: Subscriber) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscriber.close()
