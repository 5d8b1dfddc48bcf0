"""Phones that fall asleep and proxies in between: what happens on the way to a device."""

import socket
import time
from threading import Event

import pytest

from companion.live import renderer, thread_pool
from companion.live.hub import OF_A_DEVICE as MOST_PAGES
from config import serve
from tests.companion.proxy import Proxy
from tests.companion.site import HEARTBEAT, Site
from tests.companion.wire import HOST, PATIENCE, Stream, post

pytestmark = pytest.mark.django_db(transaction=True)

on_linux = pytest.mark.skipif(
    not hasattr(socket, "TCP_USER_TIMEOUT"), reason="no other system can be asked to let go"
)

GOLD = {"do": "gold", "seat": 0, "count": 1}
LARGE = 200_000
MANY = 100
FOR_EVER = 10**6


@pytest.fixture
def large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards so large that a few of them fill all network buffers."""
    filling = "x" * LARGE
    monkeypatch.setitem(
        renderer._pages, "board", lambda view, _: {"gold": f"{view.state.seats[0].gold} {filling}"}
    )


def gold(site: Site, name: str) -> int:
    status, answer = site.tap(name, GOLD)
    assert status == 200
    return int(str(answer["sequence"]))


# Asleep -----------------------------------------------------------------------


def test_a_phone_that_stops_reading_slows_nobody_and_skips_what_it_missed(
    site: Site, large_boards: None
) -> None:
    with site.stream() as asleep, site.stream(site.token_of(site.game.bob)) as awake:
        newest = shown = awake.board()[0]
        for number in range(MANY):
            newest = gold(site, f"tap-{number}")
            while shown < newest:
                shown = awake.board()[0]
        seen = [asleep.board()[0]]
        while seen[-1] < newest:
            seen.append(asleep.board()[0])

    # Only what the network buffered, and no backlog of the server.
    assert len(seen) < MANY / 2


@on_linux
def test_a_phone_that_takes_nothing_is_let_go_and_gets_the_whole_board_when_it_is_back(
    site: Site, large_boards: None
) -> None:
    serve.let_go_of_sleepers(site.listening, after=0.3)
    until = time.monotonic() + PATIENCE
    with site.stream() as asleep:
        newest = seen = asleep.board()[0]
        while site.live.hub.open_streams:
            assert time.monotonic() < until
            newest = gold(site, f"tap-{time.monotonic()}")

    serve.let_go_of_sleepers(site.listening)  # who is back may be slow, and is not let go for it
    with site.stream(**{"Last-Event-ID": str(seen)}) as again:
        sequence, html = again.board()
    assert sequence == newest
    assert html.startswith(f"{site.game.view.state.seats[0].gold} x")
    assert len(html) > LARGE


@on_linux
def test_every_connection_is_let_go_a_while_after_its_device_fell_asleep() -> None:
    (listening,) = serve.listen(HOST, 0)
    with listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            asked = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert asked == serve.LET_GO_AFTER * 1000


def test_a_device_with_too_many_pages_follows_in_the_newest_and_any_page_may_come_back(
    site: Site,
) -> None:
    """A browser opens six connections to one host: a page more would wait for ever."""
    streams = [site.stream() for _ in range(MOST_PAGES)]
    try:
        for stream in streams:
            stream.board()
        streams.append(site.stream())
        streams[-1].board()
        said = [parts for parts in iter(streams[0].parts, []) if parts != ["data: still here"]]
        assert said == [["event: sleep", "data:"]]
        newest = gold(site, "for all")
        assert [stream.board()[0] for stream in streams[1:]] == [newest] * MOST_PAGES
        with site.stream() as again:
            assert again.board()[0] == newest
    finally:
        for stream in streams:
            stream.close()


def test_threads_that_a_sleeper_holds_up_do_not_keep_the_site_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thread_pool, "PATIENCE", HEARTBEAT)
    pages, woken = thread_pool.ThreadPool(3, "pages"), Event()
    held_up = [pages.submit(woken.wait, PATIENCE) for _ in range(3)]

    pages.close()

    assert not any(page.done() for page in held_up)
    woken.set()
    assert all(page.result() for page in held_up)


# A proxy in between -----------------------------------------------------------


def test_a_quiet_stream_outlives_the_time_limit_of_a_proxy_and_then_brings_the_tap(
    site: Site,
) -> None:
    limit = 40
    with (
        Proxy(site.port, beats=FOR_EVER, rest=HEARTBEAT) as proxy,
        Stream(proxy.port, f"{site.path}/stream/", site.token) as stream,
    ):
        stream.board()
        proxy.beats = limit  # only now: the first board takes as long as the machine needs
        for _ in range(limit + limit // 2):
            assert stream.parts() == ["data: still here"]
        proxy.beats = FOR_EVER  # and so does the tap
        tap = {"id": "tap", "action": GOLD}
        status, answer = post(proxy.port, f"{site.path}/tap/", tap, site.token)
        assert status == 200
        assert stream.board()[0] == answer["sequence"]


def test_a_stream_slower_than_the_proxy_allows_is_cut(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.live, "_heartbeat", 2 * PATIENCE)
    with (
        Proxy(site.port, beats=FOR_EVER, rest=HEARTBEAT) as proxy,
        Stream(proxy.port, f"{site.path}/stream/", site.token) as stream,
    ):
        stream.board()
        proxy.beats = 10
        assert stream.ends()
