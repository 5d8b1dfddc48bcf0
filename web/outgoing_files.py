"""Files leave outside the threads for pages: a slow reader holds up nobody but itself.

Django hands a file to `wsgi.file_wrapper`, if there is one, and is done. The bytes then follow from
the event loop, as fast as the device takes them.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, cast

from web.request_body import App, Message, Receive, Send

FILE = "dragonbag.outgoing_file"
"""The key of the scope under which the file waits."""
PIECE = 65_536

WsgiApp = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Outgoing:
    """What the page thread has left to send of a file: nothing."""

    def __init__(self, scope: Message, file: IO[bytes]) -> None:
        scope[FILE] = file

    def __iter__(self) -> Iterator[bytes]:
        return iter(())


def handing_over(app: WsgiApp) -> WsgiApp:
    """The app, with a place where it may leave a file."""

    def handed_over(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        scope = cast(Message, environ["asgi.scope"])
        environ["wsgi.file_wrapper"] = lambda file, _size=0: Outgoing(scope, file)
        return app(environ, start_response)

    return handed_over


def sending_files(app: App) -> App:
    """The app, with the file that it left sent before the end of its answer."""

    async def sent(scope: Message, receive: Receive, send: Send) -> None:
        async def send_on(message: Message) -> None:
            is_end = message["type"] == "http.response.body" and not message.get("more_body")
            if is_end and (file := scope.pop(FILE, None)):
                await _send(file, send)
            await send(message)

        try:
            await app(scope, receive, send_on)
        finally:
            if file := scope.pop(FILE, None):
                file.close()

    return sent


async def _send(file: IO[bytes], send: Send) -> None:
    try:
        while piece := await asyncio.to_thread(file.read, PIECE):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    finally:
        file.close()
