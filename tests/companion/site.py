"""The whole site in a thread of the test, with a game at it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest
import uvicorn
from django.db import connection

from companion import services
from companion.live import painter
from companion.live.house import House
from companion.pages import pieces
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


def plain_house() -> House:
    """A house that shows gold and names alone."""
    painter.register("board", lambda board, language: {
        "gold": f"<p>{language} {board.state.seats[0].gold}</p>",
        "names": f"<p>{'/'.join(board.facts.names)}</p>",
    })  # fmt: skip
    painter.register("pulse", pieces.pulse)
    painter.register("tv", lambda board, _: {"tv": f"<p>{board.sequence}</p>"})
    house = House(heartbeat=HEARTBEAT)
    house.start()
    return house


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    from config import asgi  # not before pytest has chosen how static files are stored

    opened: SimpleQueue[House] = SimpleQueue()

    def open_house() -> House:
        house = plain_house()
        opened.put(house)
        return house

    monkeypatch.setattr(asgi, "open_house", open_house)
    listening = socket.create_server((HOST, 0))
    server = uvicorn.Server(
        uvicorn.Config(
            asgi.application,
            lifespan="on",
            log_level="error",
            http="httptools",
            timeout_graceful_shutdown=2,
        )
    )
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    house = opened.get(timeout=PATIENCE)
    try:
        yield Site(listening, house)
    finally:
        house._loop.call_soon_threadsafe(house.hub.close)
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        connection.close()
        assert not thread.is_alive()
