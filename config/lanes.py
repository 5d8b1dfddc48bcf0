"""How much a request may bring, and which threads answer it.

Pages have eight threads. What works for long, reading a file or a photo, has a thread of its own:
whatever it is busy with, pages go on, and no two of them fill the memory at once.
"""

import re
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from a2wsgi import WSGIMiddleware
from django.core.exceptions import PermissionDenied
from django.db import close_old_connections
from django.http import Http404

from web.cookies import cookies_in
from web.request_body import ANYBODY, MEGABYTE, Message, Receive, Send

if TYPE_CHECKING:
    from accounts.identity import Person

PAGE_THREADS = 8
# Chunks of an answer that may wait for a slow device while its thread serves the next request.
WAITING_PIECES = 1024

CAMPAIGN_FILES = re.compile(r"/campaigns/import/.*")
RECORDS = re.compile(r"/tables/import/")
PHOTOS = re.compile(r"/campaigns/(?P<campaign>[0-9a-f-]{36})/photos/")

MOST_OF_A_CAMPAIGN = 410 * MEGABYTE
MOST_OF_A_RECORD = 8 * MEGABYTE  # 2 MB, once more as the field of a form
MOST_OF_A_PHOTO = 64 * MEGABYTE  # more than is taken: the form itself says what is too large


class Lanes:
    """The same pages, answered by threads of three kinds."""

    def __init__(self, wsgi: Callable[..., object]) -> None:
        self.pages = _lane(wsgi, PAGE_THREADS)
        self.files = _lane(wsgi, 1)
        self.photos = _lane(wsgi, 1)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await self._lane_of(scope)(scope, receive, send)  # type: ignore[arg-type]

    def _lane_of(self, scope: Message) -> WSGIMiddleware:
        path = scope["path"]
        if CAMPAIGN_FILES.fullmatch(path) or RECORDS.fullmatch(path):
            return self.files
        return self.photos if scope["method"] == "POST" and PHOTOS.fullmatch(path) else self.pages

    def named(self) -> Iterator[tuple[str, int, WSGIMiddleware]]:
        yield from (
            ("pages", PAGE_THREADS, self.pages),
            ("files", 1, self.files),
            ("photos", 1, self.photos),
        )


def _lane(wsgi: Callable[..., object], threads: int) -> WSGIMiddleware:
    return WSGIMiddleware(
        wsgi,  # type: ignore[arg-type]
        workers=threads,
        send_queue_size=WAITING_PIECES,
    )


def allowed_by(lanes: Lanes) -> Callable[[Message], Awaitable[int]]:
    """How much the sender of a request may bring, looked up in a thread for pages."""

    async def allowed(scope: Message) -> int:
        return await get_running_loop().run_in_executor(lanes.pages.executor, most_of, scope)

    return allowed


def most_of(scope: Message) -> int:
    """Strangers bring a form's text; files come from whom the page would take them."""
    from campaign.access import person_in  # only after Django is set up

    path = scope["path"]
    close_old_connections()
    person = person_in(cookies_in(scope["headers"]))
    if path == "/campaigns/import/" and person.account:
        return MOST_OF_A_CAMPAIGN
    if RECORDS.fullmatch(path) and person.known:
        return MOST_OF_A_RECORD
    if (found := PHOTOS.fullmatch(path)) and may_send_photos(person, found["campaign"]):
        return MOST_OF_A_PHOTO
    return ANYBODY


def may_send_photos(person: "Person", campaign: str) -> bool:
    from campaign.access import Permission, member_to

    try:
        return member_to(person, UUID(campaign), Permission.PHOTOS) is not None
    except (Http404, PermissionDenied, ValueError):
        return False
