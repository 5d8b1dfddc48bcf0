"""Static files past the app: the straight way answers as the app does, and leaves it the rest."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from io import BufferedReader
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
import uvicorn
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.browser.server import SiteServer
from web.exchange import Request
from web.http_protocol import DirectProtocol
from web.static_route import LARGEST, StaticFiles

PATIENCE = 60.0
PLAIN_SERVER = """
import socket, uvicorn
from django.conf import settings
listening = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
uvicorn.Server(uvicorn.Config(
    "config.asgi:application", http="httptools", ws="none", lifespan="on", log_level="warning",
    server_header=False, proxy_headers=bool(settings.PROXY), forwarded_allow_ips=settings.PROXY,
)).run(sockets=[listening])
"""
NAMED = [
    *("js/table/main.js", "css/base.css", "img/icons.svg", "img/app/icon-192.png"),
    *("fonts/vollkorn/vollkorn-latin-700.woff2", "img/app/favicon.ico"),
]
UNNAMED = ("/static/js/table/board.js", "/static/staticfiles.json")
GZIP = {"Accept-Encoding": "gzip, deflate, br"}


class AppAlone(SiteServer):
    """The same app without a straight way past it, as any other server would run it."""

    serving = ("-c", PLAIN_SERVER)


class Answer(NamedTuple):
    """Whatever a device sees of an answer but its moment, in any order."""

    status: int
    headers: list[tuple[str, str]]
    content: bytes


class Sites(NamedTuple):
    """One site, served twice."""

    straight: SiteServer
    app: SiteServer

    @property
    def addresses(self) -> list[str]:
        """A script, a style, pictures and a font, as pages name them, and two that are not hashed."""
        named = json.loads((self.app.var / "static" / "staticfiles.json").read_text())["paths"]
        return [*(f"/static/{named[each]}" for each in NAMED), *UNNAMED]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("", id="http"),
        pytest.param("127.0.0.1", id="https", marks=pytest.mark.prove),
    ],
)
def sites(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, made: Path
) -> Iterator[Sites]:
    var = tmp_path_factory.mktemp("static")
    straight = SiteServer.started(var, made, DRAGONBAG_PROXY=request.param)
    app = AppAlone(var, DRAGONBAG_PROXY=request.param)
    try:
        app.start()
        yield Sites(straight, app)
        app.stop()
    finally:
        straight.stop()


def ask(site: SiteServer, path: str, method: str = "GET", **headers: str) -> Answer:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        forwarded = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=forwarded | given)
        answer = connection.getresponse()
        told = [(name.lower(), value) for name, value in answer.getheaders()]
        seen = sorted(each for each in told if each[0] != "date")
        return Answer(answer.status, seen, answer.read())
    finally:
        connection.close()


def same(sites: Sites, path: str, method: str = "GET", **headers: str) -> Answer:
    """What the app answers, and the straight way too."""
    expected = ask(sites.app, path, method, **headers)
    assert ask(sites.straight, path, method, **headers) == expected
    return expected


# As the app ---------------------------------------------------------------------


@pytest.mark.parametrize("accepted", ["gzip, deflate, br", "identity", "", "gzip;q=0, br"])
def test_every_kind_of_file_is_answered_as_by_the_app(sites: Sites, accepted: str) -> None:
    for path in sites.addresses:
        for _ in range(2):  # out of the file, then out of memory
            answer = same(sites, path, Accept_Encoding=accepted)
            assert answer.status == 200
            assert dict(answer.headers)["content-length"] == str(len(answer.content))


def test_what_a_device_has_is_not_sent_again(sites: Sites) -> None:
    for path in sites.addresses:
        told = dict(same(sites, path, **GZIP).headers)
        tag, modified = told["etag"], told["last-modified"]
        assert same(sites, path, If_None_Match=tag)[::2] == (304, b"")
        assert same(sites, path, If_Modified_Since=modified)[::2] == (304, b"")
        assert same(sites, path, If_None_Match='"other"', If_Modified_Since=modified).status == 200
        assert same(sites, path, If_Modified_Since="yesterday").status == 200


def test_what_is_unusual_is_answered_as_ever(sites: Sites) -> None:
    path = sites.addresses[0]
    assert same(sites, path, Range="bytes=0-9").status == 206
    assert same(sites, path, "HEAD", **GZIP).content == b""
    assert same(sites, path, "POST").status == 405
    assert same(sites, path, Content_Length="0").status == 200
    assert same(sites, path, Connection="close").status == 200
    assert same(sites, path, Upgrade="h2c", Connection="Upgrade").status == 200
    assert [ask(site, path, Host="evil.example").status for site in sites] == [400, 400]
    assert same(sites, f"{path}?v=1").status == 200
    assert same(sites, path.replace("main", "m%61in")).status == 200
    largest = max((sites.app.var / "static").rglob("*.js"), key=lambda file: file.stat().st_size)
    assert largest.stat().st_size > LARGEST
    large = f"/static/{largest.relative_to(sites.app.var / 'static')}"
    assert len(same(sites, large).content) == largest.stat().st_size


@pytest.mark.parametrize(
    "path",
    [
        "/static/js/table/nothing.js",
        "/static/js/table/",
        "/static/js/../js/table/board.js",
        "/static/js/%2e%2e/js/table/board.js",
        "/static/../secret-key",
        "/static//js/table/board.js",
        "/static/js/table/board.js%00",
        "/static/js/table/board.js/",
        "/static/js/table/board.js.gz",
    ],
)
def test_no_other_address_is_a_file(sites: Sites, path: str) -> None:
    assert ask(sites.straight, path).status == ask(sites.app, path).status == 404


def test_a_request_with_a_body_does_not_disturb_the_next(sites: Sites) -> None:
    path = sites.addresses[0]
    connection = HTTPConnection("127.0.0.1", sites.straight.port, timeout=PATIENCE)
    expected = ask(sites.app, path).content
    for body in (b"GET / HTTP/1.1\r\n\r\n", iter([b"x" * 70_000]), None):
        connection.request("GET", path, body, encode_chunked=True)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, expected)
    connection.close()


def test_http_of_1996_is_answered_as_by_the_app(sites: Sites) -> None:
    told = []
    for site in sites:
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
            lines = (
                f"GET {sites.addresses[0]} HTTP/1.0",
                "Host: 127.0.0.1",
                "Connection: keep-alive",
            )
            line.sendall("\r\n".join([*lines, "", ""]).encode())
            head, _, content = line.makefile("rb").read().partition(b"\r\n\r\n")
            told.append((sorted(re.sub(rb"\r\ndate: [^\r]*", b"", head).split(b"\r\n")), content))
    assert told[0] == told[1]


# On one connection ----------------------------------------------------------------


def test_one_connection_carries_many_and_pages_between_them(sites: Sites) -> None:
    connection = HTTPConnection("127.0.0.1", sites.straight.port, timeout=PATIENCE)
    for path in [*sites.addresses, "/join/", *sites.addresses, "/join/", "/healthz"] * 2:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        assert not answer.will_close
    connection.close()


def test_whoever_asks_for_all_at_once_gets_all_of_it_in_turn(sites: Sites) -> None:
    """More than any buffer on the way takes, so that answers have to wait for the device."""
    paths = [*sites.addresses, "/healthz", *sites.addresses] * 100
    expected = {path: ask(sites.app, path).content for path in [*sites.addresses, "/healthz"]}
    asked = "".join(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for path in paths)
    with socket.create_connection(("127.0.0.1", sites.straight.port), timeout=PATIENCE) as line:
        asking = Thread(target=line.sendall, args=(asked.encode(),))
        asking.start()
        with line.makefile("rb") as file:
            assert all(next_content(file) == expected[path] for path in paths)
        asking.join()


def next_content(file: BufferedReader) -> bytes:
    length = 0
    while line := file.readline().strip():
        if line.startswith(b"content-length: "):
            length = int(line.split()[1])
    return file.read(length)


# Files and memory -------------------------------------------------------------------


def test_a_file_is_read_only_once(sites: Sites) -> None:
    path = "/static/js/hours.js"
    first = ask(sites.straight, path)
    (sites.straight.var / path[1:]).unlink()
    assert ask(sites.straight, path) == first


class Device:
    """A connection that keeps what is answered."""

    full = False
    idle = True

    def __init__(self) -> None:
        self.got: list[tuple[int, bytes]] = []

    def answer(self, status: int, _headers: bytes, content: bytes) -> None:
        self.got.append((status, content))

    def begin(self, headers: bytes) -> None:
        raise AssertionError(headers)

    def send(self, content: bytes) -> None:
        raise AssertionError(content)

    def end(self) -> None:
        raise AssertionError


@pytest.fixture
def script(tmp_path: Path, settings: Settings) -> Path:
    """The one gathered file of a site."""
    script = tmp_path / "script.js"
    script.write_text("let one = 1")
    settings.STATIC_ROOT = tmp_path
    return script


def found() -> StaticFiles:
    return StaticFiles(WhiteNoiseMiddleware().files)


def taken(
    files: StaticFiles, device: Device, *headers: tuple[bytes, bytes], method: str = "GET"
) -> bool:
    """Whether a request for the file goes past the app, where it is answered."""
    exchange = files.route(Request(method, b"/static/script.js", list(headers)), device)
    if exchange:
        exchange.received(b"")
    return exchange is not None


def test_a_request_that_is_not_plain_is_left_to_the_app(script: Path) -> None:
    accepts = (b"accept-encoding", b"gzip")
    assert taken(found(), Device(), accepts)
    assert not taken(found(), Device(), accepts, accepts)
    assert not any(taken(found(), Device(), method=method) for method in ("HEAD", "POST", "PUT"))
    for name in (b"content-length", b"transfer-encoding", b"range", b"upgrade"):
        assert not taken(found(), Device(), (name, b"1"))


def test_a_device_that_does_not_keep_up_is_left_to_the_app(script: Path) -> None:
    """The app sends no more than is taken; past it, whatever is asked for would wait in memory."""
    asyncio.run(fall_behind(found()))


async def fall_behind(files: StaticFiles) -> None:
    asked = asyncio.Event()

    async def app(_scope: object, _receive: object, _send: object) -> None:
        asked.set()

    server = uvicorn.Config(app, http=DirectProtocol, lifespan="off")
    server.load()
    line = DirectProtocol(server, uvicorn.server.ServerState(), {"route": files.route})
    wire = Wire()
    line.connection_made(wire)
    for _ in range(2):
        line.data_received(b"GET /static/script.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert wire.written.pop().endswith(b"let one = 1")
    line.pause_writing()
    line.data_received(b"GET /static/script.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await asyncio.wait_for(asked.wait(), PATIENCE)
    line.connection_lost(None)


class Wire(asyncio.Transport):
    """A connection that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """It is closed with the test."""

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    def resume_reading(self) -> None:
        """Nothing comes by itself."""


def test_a_file_that_a_newer_release_has_changed_is_left_to_the_app(script: Path) -> None:
    before, after, device = found(), found(), Device()
    assert taken(before, device)
    script.write_text("let one = 10")
    assert taken(before, device)
    assert device.got == [(200, b"let one = 1")] * 2
    assert not taken(after, device)
    script.unlink()
    assert not taken(after, device)


def test_what_is_large_is_left_to_the_app(script: Path) -> None:
    script.write_bytes(b" " * LARGEST)
    assert taken(found(), Device())
    script.write_bytes(b" " * (LARGEST + 1))
    assert not taken(found(), Device())


def test_while_debugging_each_file_is_looked_for_anew(script: Path, settings: Settings) -> None:
    settings.DEBUG = True
    assert not taken(found(), Device())
