"""What the hub passes on inside the process, and what it drops."""

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from accounts.identity import Credentials
from companion.errors import TooManyStreamsError
from companion.live import hub
from companion.live.hub import Hub
from companion.live.renderer import Rendering, View
from companion.live.stream import Ask, StreamExchange
from companion.live.stream_access import Ticket
from companion.table import selectors
from tests.browser.server import lay_out
from tests.companion.game import Game
from tests.companion.wire import HOST, PATIENCE, Stream
from web.exchange import Request

ROOT = Path(__file__).parents[2]
BOARD = View("board", "en")

pytestmark = pytest.mark.django_db(transaction=True)


class Device:
    """A connection that takes what is sent, unless it is full."""

    def __init__(self, *, full: bool = False) -> None:
        self.full = full
        self.ended = False
        self.got: list[str] = []

    @property
    def idle(self) -> bool:
        return not self.full

    def answer(self, status: int, headers: bytes, content: bytes) -> None:
        raise AssertionError((status, content))

    def begin(self, headers: bytes) -> None:
        raise AssertionError(headers)

    def send(self, content: bytes) -> None:
        self.got.append(content.decode())

    def end(self) -> None:
        self.ended = True


class Room:
    """A hub with streams that are let in at once."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.game = Game()

    def open(
        self, device: Device, view: View = BOARD, key: int | None = None, address: str = "127.0.0.1"
    ) -> StreamExchange:
        request = Request("GET", b"/", [])
        request.address = address
        stream = StreamExchange(self, lambda _: self.ticket(view, key), request, device)
        stream._ticket = self.ticket(view, key)
        self.hub.subscribe(stream)
        return stream

    def ticket(self, view: View, key: int | None) -> Ticket:
        return Ticket(board=self.game.view, view=view, may_see=lambda _: True, device=key)

    def ask(self, ask: Ask, request: Request) -> Future[Ticket]:
        raise AssertionError(ask, request)

    def newest(self, ticket: Ticket) -> Rendering:
        raise AssertionError(ticket)

    def let_in(self, stream: StreamExchange, ticket: Ticket) -> Rendering:
        raise AssertionError(stream, ticket)

    def said_at(self, table: UUID) -> list[str]:
        return self.hub.said(table)

    def let_out(self, stream: StreamExchange) -> None:
        self.hub.unsubscribe(stream)


def test_a_slow_device_skips_states_and_none_comes_twice_or_late() -> None:
    room, device = Room(), Device(full=True)
    stream = room.open(device)
    views = []
    for _ in range(3):
        room.game.do("gold", seat=0, count=1)
        views.append(selectors.view_of(room.game.id))
    for view in (views[0], views[2], views[1]):
        stream.offer(Rendering("board", view, {"gold": str(view.state.seats[0].gold)}))
    assert device.got == []

    device.full = False
    stream.drained()
    stream.drained()
    assert [event.splitlines()[2] for event in device.got] == ["data: 3"]


def test_the_hub_forgets_tables_and_devices_that_nobody_watches() -> None:
    room = Room()
    views = [BOARD, View("board", "de")]
    streams = [room.open(Device(), view, key=1, address="192.168.0.7") for view in views]
    assert room.hub.views(room.game.id) == set(views)

    for stream in streams:
        stream.lost()
        stream.lost()

    assert room.hub.tables() == []
    assert room.hub.views(room.game.id) == frozenset()
    assert not room.hub._groups
    assert not room.hub._addresses


def test_the_oldest_page_of_a_device_with_too_many_sleeps_and_says_so() -> None:
    room = Room()
    devices = [Device() for _ in range(hub.OF_A_DEVICE + 2)]
    other = Device()
    room.open(other, key=2)
    for device in devices:
        room.open(device, key=1)
    assert [device.ended for device in devices] == [True] * 2 + [False] * hub.OF_A_DEVICE
    assert devices[0].got == ["event: sleep\ndata:\n\n"]
    assert not other.ended


def test_who_is_logged_in_but_leaves_out_the_device_has_no_more_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    bare = room.ticket
    monkeypatch.setattr(
        room,
        "ticket",
        lambda *given: replace(bare(*given), credentials=Credentials("", "a session")),
    )
    pages = [Device() for _ in range(hub.OF_A_DEVICE + 1)]
    for page in pages:
        room.open(page)
    assert [page.ended for page in pages] == [True] + [False] * hub.OF_A_DEVICE


def test_the_oldest_screen_of_a_tv_code_with_too_many_sleeps_as_a_phones_does() -> None:
    room, television = Room(), View("tv", "en")
    phone = Device()
    room.open(phone, key=1)
    screens = [Device() for _ in range(hub.OF_A_TELEVISION + 1)]
    streams = [room.open(screen, television, address="192.168.0.7") for screen in screens]
    assert [screen.ended for screen in screens] == [True] + [False] * hub.OF_A_TELEVISION
    assert screens[0].got == ["event: sleep\ndata:\n\n"]
    assert not phone.ended
    streams[1].lost()
    room.open(Device(), television)
    assert not screens[2].ended, "one that has gone no longer counts"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "", "no address"])
def test_streams_of_an_address_are_bounded_but_not_this_computer_s_or_a_proxy_s(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "OF_AN_ADDRESS", 3)
    room = Room()
    for _ in range(5):
        room.open(Device(), address=address)
    streams = [room.open(Device(), address="192.168.0.7") for _ in range(3)]
    for _ in range(2):
        with pytest.raises(TooManyStreamsError):
            room.open(Device(), address="192.168.0.7")
    assert [line for line in caplog.messages if "192.168.0.7" in line] == caplog.messages[:1]
    streams[0].lost()
    room.open(Device(), address="192.168.0.7")


# Stopping and starting again --------------------------------------------------


@pytest.mark.sqlite
def test_a_clean_stop_waits_for_no_open_stream(tmp_path: Path, made: Path) -> None:
    lay_out(made, tmp_path)
    environment = {**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": ""}
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.tables", "1"],
        cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    ((table, tokens),) = json.loads(told.stdout)
    listening = socket.create_server((HOST, 0))
    port = listening.getsockname()[1]
    code = (
        "import uvicorn; from web.http_protocol import DirectProtocol; "
        f"uvicorn.run('config.asgi:application', fd={listening.fileno()}, log_level='error', "
        f"http=DirectProtocol, timeout_graceful_shutdown={2 * PATIENCE:.0f})"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", code],
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
