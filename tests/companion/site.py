"""The whole site in a thread of the test, with a game at it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from django.db import connection

from companion import services
from companion.live import painter
from companion.live.house import House
from companion.pages import pieces
from config import asgi
from tests.companion.game import Game
from tests.companion.wire import HOST, PATIENCE, Stream, post

HEARTBEAT = 0.05


class Site:
    """The whole site in a thread, and one game at it."""

    def __init__(self, listening: socket.socket, house: House) -> None:
        self.listening = listening
        self.house = house
        self.port: int = listening.getsockname()[1]
        self.game = Game()
        self.token = self.token_of(self.game.alice)

    def token_of(self, device: object) -> str:
        """A fresh token for a device, by a personal link."""
        _, token = services.recover(services.personal_link(device))  # type: ignore[arg-type]
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


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    houses: list[House] = []
    ready = threading.Event()

    def open_house() -> House:
        painter.register("board", lambda board, language: {
            "gold": f"<p>{language} {board.state.seats[0].gold}</p>",
            "names": f"<p>{'/'.join(board.facts.names)}</p>",
        })  # fmt: skip
        painter.register("pulse", pieces.pulse)
        painter.register("tv", lambda board, _: {"tv": f"<p>{board.sequence}</p>"})
        houses.append(House(heartbeat=HEARTBEAT))
        houses[0].start()
        ready.set()
        return houses[0]

    monkeypatch.setattr(asgi, "open_house", open_house)
    listening = socket.create_server((HOST, 0))
    server = uvicorn.Server(
        uvicorn.Config(asgi.application, lifespan="on", log_level="error", http="httptools")
    )
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield Site(listening, houses[0])
    finally:
        houses[0]._loop.call_soon_threadsafe(houses[0].hub.close)
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        connection.close()
        assert not thread.is_alive()
