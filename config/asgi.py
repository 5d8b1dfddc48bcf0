"""The one ASGI callable: lifespan, health, and Django's pages."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise.middleware import WhiteNoiseMiddleware

from config.lanes import Lanes, allowed_by
from web import doctor
from web.exchange import first_of
from web.headers import HEADERS
from web.outgoing_files import handing_over, sending_files
from web.request_body import Message, Receive, Send, buffered
from web.static_route import StaticFiles

if TYPE_CHECKING:
    from companion.live.server import LiveServer

# Otherwise one thread in pure Python could hold up every stream for 5 ms at a time.
sys.setswitchinterval(0.0005)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

lanes = Lanes(handing_over(get_wsgi_application()))
pages = buffered(
    sending_files(lanes), allowed=allowed_by(lanes), folder=settings.FILE_UPLOAD_TEMP_DIR
)
static = StaticFiles(WhiteNoiseMiddleware().files)

SAFE = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
HEALTH = ("/healthz", "/readyz")

serving_now = False


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        # A second Ctrl+C ends the server without waiting; what it has confirmed is stored.
        with suppress(asyncio.CancelledError):
            await lifespan(scope, receive, send)
    elif scope["path"] in HEALTH:
        await health(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def health(scope: Message, receive: Receive, send: Send) -> None:
    """Whether the process lives, and whether it serves: for whatever watches over it, by any name."""
    serves = scope["path"] == "/healthz" or serving_now
    body = _seen(scope)
    length = (b"content-length", str(len(body)).encode())
    headers = [(b"content-type", b"text/plain"), length, *SAFE]
    status = 200 if serves else 503
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _seen(scope: Message) -> bytes:
    """What the host's own `manage.py doctor` asked for: how a visit arrives. Empty for others."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    asked = headers.get(doctor.HEADER.lower().encode())
    if asked is None or not doctor.is_asking(asked):
        return b""
    address = (scope.get("client") or ("",))[0]
    seen = {"host": headers.get(b"host", ""), "scheme": scope["scheme"], "address": address}
    return json.dumps(seen).encode()


async def lifespan(scope: Message, receive: Receive, send: Send) -> None:
    """Starts and stops what runs as long as the server does.

    The routes past the app go to the server's state, where its protocol finds them (web/http_protocol.py).
    """
    global serving_now
    from backup.databases import settle  # only after Django is set up
    from backup.serving import serving
    from config.sweep import sweeping

    await receive()
    live = open_live()
    scope.get("state", {})["route"] = first_of(static.route, live.route)
    serving_now = True
    with serving():
        async with page_threads(), sweeping():
            await send({"type": "lifespan.startup.complete"})
            await receive()
    serving_now = False
    await live.stop()
    await asyncio.to_thread(settle)
    await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def page_threads() -> AsyncIterator[None]:
    """The threads of all lanes; their database connections are closed when the server stops."""
    from companion.live.thread_pool import ThreadPool

    pools = [(lane, lane.executor, ThreadPool(size, name)) for name, size, lane in lanes.named()]
    for lane, _, pool in pools:
        lane.executor = pool
    yield
    for lane, before, pool in pools:
        lane.executor = before
        await asyncio.to_thread(pool.close)


def open_live() -> "LiveServer":
    """The live part, with the boards it shows; imported here, after Django is set up."""
    from companion.fragments import board, television
    from companion.live import renderer
    from companion.live.server import LiveServer

    renderer.register("board", board.fragments)
    renderer.register("tv", television.fragments)
    renderer.register("pulse", board.pulse)
    live = LiveServer()
    live.start()
    return live
