"""The one ASGI callable: lifespan, the live table's bare doors, and Django for all the rest."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.headers import HEADERS
from config.hosts import is_served
from config.intake import App, Message, Receive, Send, in_whole

if TYPE_CHECKING:
    from companion.live.house import House

Door = Callable[[Message], App | None]

# One thread in pure Python would else hold up every stream for 5 ms at a time.
sys.setswitchinterval(0.0005)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Eight threads that stay, so that each keeps its database connection.
PAGE_THREADS = 8
# Pieces of an answer that wait for a slow device while its thread is free for the next one.
WAITING_PIECES = 1024
django = WSGIMiddleware(
    get_wsgi_application(),  # type: ignore[arg-type]
    workers=PAGE_THREADS,
    send_queue_size=WAITING_PIECES,
)
pages = in_whole(cast(App, django))

SAFE = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

# A door looks at a request's scope and answers with the bare ASGI function that takes it, or None.
doors: list[Door] = []


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    await way_in(scope)(scope, receive, send)


def way_in(scope: Message) -> App:
    """A door, if one opens and the site is asked for by its own name; else Django, which refuses."""
    opened = next((app for door in doors if (app := door(scope))), None)
    return with_headers(opened) if opened and _knows_its_name(scope) else pages


def _knows_its_name(scope: Message) -> bool:
    named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return len(named) == 1 and is_served(named[0], settings.SITE_HOSTS)


def with_headers(app: App) -> App:
    """The app, whose answers say what Django's middleware says of every page."""

    async def headed(scope: Message, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *SAFE]}
            await send(message)

        await app(scope, receive, sending)

    return headed


async def lifespan(receive: Receive, send: Send) -> None:
    """Starts and stops what lives as long as the server."""
    from campaign.backup.serving import serving  # not before Django is set up

    await receive()
    house = open_house()
    doors.append(house.door)
    with serving():
        async with page_threads():
            await send({"type": "lifespan.startup.complete"})
            await receive()
    await house.stop()
    doors.remove(house.door)
    await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def page_threads() -> AsyncIterator[None]:
    """Threads for pages while the server lives, whose database connections end with it."""
    from companion.live.crew import Crew

    before, crew = django.executor, Crew(PAGE_THREADS, "pages")
    django.executor = crew
    yield
    django.executor = before
    await asyncio.to_thread(crew.close)


def open_house() -> "House":
    """The live part, with the boards it shows; imported here since Django must be set up first."""
    from companion.live import painter
    from companion.live.house import House
    from companion.pages import pieces

    painter.register("board", pieces.fragments)
    painter.register("tv", pieces.tv_fragments)
    painter.register("pulse", pieces.pulse)
    house = House()
    house.start()
    return house
