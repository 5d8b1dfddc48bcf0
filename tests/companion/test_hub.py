"""What the hub hands on inside the process, and what it lets go."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion import selectors
from companion.board import Board
from companion.live import painter
from companion.live.hub import Face, Hub, Painted, Subscriber
from companion.rules.state import State
from tests.companion.game import Game
from tests.companion.wire import HOST, PATIENCE, Stream

ROOT = Path(__file__).parents[2]
HEARTBEAT = 0.05

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_slow_device_skips_states() -> None:
    game = Game()
    boards = []
    for _ in range(3):
        game.do("gold", seat=0, count=1)
        boards.append(selectors.board_of(game.id))

    async def read() -> list[int]:
        subscriber = Subscriber(game.id, Face("board", "en"))
        for board in (boards[0], boards[2], boards[1]):
            subscriber.offer(Painted("board", board, {}))
        newest = await subscriber.news()
        assert newest is not None
        subscriber.wake()
        subscriber.close()
        return [newest.sequence, int(await subscriber.news() is None)]

    assert asyncio.run(read()) == [boards[2].sequence, 1]


def test_what_was_painted_ahead_but_never_committed_is_shown_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game()
    monkeypatch.setitem(
        painter._pages, "board", lambda board, _: {"gold": str(board.state.seats[0].gold)}
    )
    game.do("gold", seat=0, count=1)
    lost, true = replace(game.board, state=_richer(game.board)), game.board
    gallery, face = painter.Gallery(), Face("board", "en")

    assert b"data: 99" in gallery.painted(lost, face).event()
    assert b"data: 1\n" in gallery.painted(true, face).event()


def _richer(board: Board) -> State:
    return board.state.with_seat(0, replace(board.state.seats[0], gold=99))


def test_the_hub_forgets_tables_that_nobody_watches() -> None:
    game, hub = Game(), Hub()
    faces = [Face("board", "en"), Face("board", "de")]
    subscribers = [hub.subscribe(game.id, face) for face in faces]
    assert hub.faces(game.id) == set(faces)

    for subscriber in subscribers:
        hub.unsubscribe(subscriber)

    assert hub.tables() == []
    assert hub.faces(game.id) == frozenset()


# Stopping and starting again --------------------------------------------------


def test_a_clean_stop_waits_for_no_open_stream(tmp_path: Path) -> None:
    environment = {**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": ""}
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.tables", "1"],
        cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    ((table, tokens),) = json.loads(made.stdout)
    listening = socket.create_server((HOST, 0))
    port = listening.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--log-level", "error"]
    server = subprocess.Popen(
        [*command, "--fd", str(listening.fileno()), "--timeout-graceful-shutdown", f"{2 * PATIENCE:.0f}"],
        cwd=ROOT, env={**environment, "DRAGONBAG_DEBUG": "on"}, pass_fds=[listening.fileno()],
    )  # fmt: skip
    listening.close()
    streams = [Stream(port, f"/tables/{table}/stream/", tokens[0]) for _ in range(50)]
    try:
        for stream in streams:
            stream.board()
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
        assert all(stream.ends() for stream in streams)
    finally:
        server.kill()
        server.wait()
        for stream in streams:
            stream.close()
