"""The whole site in a thread of the test, with a game at it."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest
import uvicorn
from django.db import connection

from accounts import services as accounts
from companion import services
from companion.fragments import board
from companion.live import renderer
from companion.live.server import LiveServer
from tests.companion.game import Game
from tests.companion.wire import HOST, PATIENCE, Stream, post
from web import throttle
from web.http_protocol import DirectProtocol

HEARTBEAT = 0.05


class Site:
    """The whole site in a thread, and one game at it."""

    def __init__(self, listening: socket.socket, live: LiveServer) -> None:
        self.listening = listening
        self.live = live
        self.port: int = listening.getsockname()[1]
        self.game = Game()
        self.token = self.token_of(self.game.alice)

    def token_of(self, device: object) -> str:
        """A new token for a device, from a personal link."""
        _, token = services.recover(accounts.personal_link(device))  # type: ignore[arg-type]
        return token

    @property
    def path(self) -> str:
        return f"/tables/{self.game.id}"

    def stream(self, token: str | None = None, language: str = "en", **headers: str) -> Stream:
        path = f"{self.path}/stream/?language={language}"
        return Stream(self.port, path, self.token if token is None else token, **headers)

    def tap(
        self, tap_id: str, action: object, expects: object = None, **headers: str
    ) -> tuple[int, dict[str, object]]:
        envelope = {"id": tap_id, "expects": expects, "action": action}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return post(self.port, f"{self.path}/tap/", envelope, self.token, named)


def plain_live() -> LiveServer:
    """A live part that shows only gold and names."""
    renderer.register("board", lambda view, language: {
        "gold": f"<p>{language} {view.state.seats[0].gold}</p>",
        "names": f"<p>{'/'.join(view.settings.names)}</p>",
    })  # fmt: skip
    renderer.register("pulse", board.pulse)
    renderer.register("tv", lambda view, _: {"tv": f"<p>{view.sequence}</p>"})
    live = LiveServer(heartbeat=HEARTBEAT)
    live.start()
    return live


@contextmanager
def served(
    monkeypatch: pytest.MonkeyPatch, opens: Callable[[], LiveServer] = plain_live
) -> Iterator[Site]:
    """The site with the boards that `opens` shows; without it, gold and names alone."""
    from config import asgi  # only after pytest has chosen how static files are stored

    opened: SimpleQueue[LiveServer] = SimpleQueue()

    def open_live() -> LiveServer:
        live = opens()
        opened.put(live)
        return live

    monkeypatch.setattr(asgi, "open_live", open_live)
    # Tests tap as fast as the machine can; the limit of a device's pace has tests of its own.
    monkeypatch.setattr(throttle, "BURST", 10**9)
    listening = socket.create_server((HOST, 0))
    server = uvicorn.Server(
        uvicorn.Config(
            asgi.application,
            lifespan="on",
            log_level="error",
            http=DirectProtocol,
            timeout_graceful_shutdown=2,
        )
    )
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    live = opened.get(timeout=PATIENCE)
    try:
        yield Site(listening, live)
    finally:
        live._loop.call_soon_threadsafe(live.hub.close)
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        connection.close()
        assert not thread.is_alive()
