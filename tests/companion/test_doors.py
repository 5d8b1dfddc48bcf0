"""The two doors for a tap, the bare one and the page's form, refuse the same; and the bare one alone."""

import json
import socket
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from companion.models import LogRow
from companion.tap import MOST_BYTES
from tests.companion.site import Site
from tests.companion.wire import HOST, PATIENCE
from web import http_protocol, throttle

pytestmark = pytest.mark.django_db(transaction=True)

GOLD = {"do": "gold", "seat": 0, "count": 1}
TOKEN = "a" * 32

Headers = dict[str, str]
Door = Callable[[Site, Mapping[str, str], Mapping[str, object]], int]


def ask(site: Site, path: str, headers: Headers, body: str) -> int:
    connection = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    try:
        given = {name: value for name, value in headers.items() if value}
        connection.request("POST", path, body, given)
        return connection.getresponse().status
    finally:
        connection.close()


def usual(site: Site) -> Headers:
    device = f"dragonbag-device={site.token}"
    return {"Origin": f"http://{HOST}:{site.port}", "Cookie": f"{device}; csrftoken={TOKEN}"}


def bare(site: Site, headers: Mapping[str, str], action: Mapping[str, object]) -> int:
    own = {"X-Table-Tap": "1", "Content-Type": "application/json"}
    body = json.dumps({"id": "tap", "action": action})
    return ask(site, f"{site.path}/tap/", {**usual(site), **own, **headers}, body)


def form(site: Site, headers: Mapping[str, str], action: Mapping[str, object]) -> int:
    own = {"X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({"tap": "tap", "action": json.dumps(action)})
    return ask(site, f"{site.path}/act/", {**usual(site), **own, **headers}, body)


@pytest.mark.parametrize("door", [bare, form])
@pytest.mark.parametrize(
    ("headers", "action", "status"),
    [
        ({"Host": "evil.example"}, GOLD, 400),
        ({"Origin": "http://evil.example"}, GOLD, 403),
        ({"Origin": "null"}, GOLD, 403),
        ({"X-Table-Tap": "", "X-CSRFToken": ""}, GOLD, 403),
        ({}, {**GOLD, "note": "x" * MOST_BYTES}, 422),
        ({}, {**GOLD, "count": 0}, 422),
    ],
)
def test_both_doors_refuse_the_same(
    site: Site, door: Door, headers: Headers, action: Mapping[str, object], status: int
) -> None:
    assert door(site, headers, action) == status
    assert not LogRow.objects.filter(kind="action").exists()


@pytest.mark.parametrize("door", [bare, form])
def test_both_doors_take_a_tap_and_count_how_fast_they_come(
    site: Site, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert door(site, {}, GOLD) in (200, 302)
    monkeypatch.setattr(throttle, "BURST", 0)
    monkeypatch.setattr(throttle.TAPS, "_left", throttle.TAPS._left.__class__())
    assert door(site, {}, GOLD) == 429
    assert site.game.view.state.seats[0].gold == 1


# The bare door ------------------------------------------------------------------


def request_of(site: Site, name: str, version: str = "1.1", **headers: str) -> bytes:
    body = json.dumps({"id": name, "action": GOLD})
    given = {**usual(site), "Host": f"{HOST}:{site.port}", "X-Table-Tap": "1", **headers}
    lines = [f"POST {site.path}/tap/ HTTP/{version}"]
    lines += [f"{key}: {value}" for key, value in given.items()]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", body]).encode()


def connected(site: Site) -> socket.socket:
    return socket.create_connection((HOST, site.port), timeout=PATIENCE)


def read_all(line: socket.socket) -> bytes:
    with line.makefile("rb") as file:
        return file.read()


def test_a_second_request_before_the_first_answer_is_left_for_another_connection(
    site: Site,
) -> None:
    with connected(site) as line:
        line.sendall(request_of(site, "one") + request_of(site, "two"))
        answer = read_all(line)
    assert answer.count(b"HTTP/1.1 200") == 1
    assert b"connection: close" in answer
    assert site.game.view.state.seats[0].gold == 1


def test_one_connection_carries_tap_after_tap_and_a_page_between_them(site: Site) -> None:
    connection = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    statuses: list[int] = []
    for path in ("tap", "", "tap"):
        headers = {**usual(site), "X-Table-Tap": "1"}
        body = json.dumps({"id": f"tap-{len(statuses)}", "action": GOLD}) if path else None
        address = f"{site.path}/{path}/" if path else f"{site.path}/"
        connection.request("POST" if path else "GET", address, body, headers)
        with connection.getresponse() as answer:
            answer.read()
            statuses.append(answer.status)
    connection.close()
    assert statuses == [200] * 3
    assert site.game.view.state.seats[0].gold == 2


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_whoever_asks_so_gets_an_answer_that_ends_with_the_connection(
    site: Site, version: str
) -> None:
    with connected(site) as line:
        line.sendall(request_of(site, "one", version, Connection="close"))
        assert b"connection: close" in read_all(line)


def test_a_phone_may_ask_first_whether_its_body_is_wanted(site: Site) -> None:
    head, _, body = request_of(site, "one", Expect="100-continue").partition(b"\r\n\r\n")
    with connected(site) as line, line.makefile("rb") as file:
        line.sendall(head + b"\r\n\r\n")
        assert file.readline() == b"HTTP/1.1 100 Continue\r\n"
        line.sendall(body)
        assert b"HTTP/1.1 200" in (file.readline(), file.readline())[1]


def announced(site: Site, path: str, size: int, *more: str) -> bytes:
    """The head of a form or tap of that size, without any of it."""
    lines = [f"POST {path} HTTP/1.1", f"Host: {HOST}:{site.port}", "X-Table-Tap: 1", *more]
    return "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()


@pytest.mark.parametrize(("path", "size"), [("tap/", 200_000), ("act/", 2_000_000)])
def test_a_body_that_is_far_too_large_is_answered_all_the_same(
    site: Site, path: str, size: int
) -> None:
    with connected(site) as line, line.makefile("rb") as file:
        line.sendall(announced(site, site.path + "/" + path, size) + b"x" * size)
        assert b" 413 " in file.readline()


@pytest.mark.parametrize("path", ["tap/", "stream/", "act/", ""])
def test_a_body_that_is_only_announced_is_refused_by_its_head_and_let_go(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(http_protocol, "BODY_WITHIN", PATIENCE * 10)
    monkeypatch.setattr(http_protocol, "LINGER", 0.1)
    method = "GET" if path == "stream/" else "POST"
    head = announced(site, site.path + "/" + path, 2_000_000).replace(b"POST", method.encode())
    with connected(site) as line:
        line.sendall(head)
        answer = read_all(line)
    assert b" 413 " in answer.partition(b"\r\n")[0]
    assert b"100 Continue" not in answer


def test_a_phone_that_asks_first_is_told_no_instead_of_to_go_on(site: Site) -> None:
    with connected(site) as line, line.makefile("rb") as file:
        line.sendall(announced(site, f"{site.path}/tap/", 200_000, "Expect: 100-continue"))
        assert b" 413 " in file.readline()


@pytest.mark.parametrize("path", ["tap/", "act/"])
def test_a_refused_body_that_trickles_in_is_let_go_too(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(http_protocol, "LINGER", 0.2)
    monkeypatch.setattr(http_protocol, "LONGEST_LINGER", 0.0)
    with connected(site) as line:
        line.sendall(announced(site, site.path + "/" + path, 200_000_000))
        with pytest.raises(OSError):  # noqa: PT011 - however the system says that it is closed
            trickle(line)


def trickle(line: socket.socket) -> None:
    while True:
        line.sendall(b"x")


def test_after_a_refused_body_the_same_connection_goes_on(site: Site) -> None:
    connection = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    for _ in range(2):
        connection.request("POST", f"{site.path}/act/", b"x" * 1_500_000)
        with connection.getresponse() as answer:
            assert (answer.status, b"none of it is stored" in answer.read()) == (413, True)
    assert ask(site, f"{site.path}/tap/", {**usual(site), "X-Table-Tap": "1"}, "{}") == 422
    connection.close()


@pytest.mark.parametrize("version", ["2.0", "0.9"])
@pytest.mark.parametrize("path", ["tap/", "act/"])
def test_only_versions_that_are_spoken_here_are_answered(
    site: Site, path: str, version: str
) -> None:
    head = announced(site, site.path + "/" + path, 2).replace(
        b"HTTP/1.1", f"HTTP/{version}".encode()
    )
    with connected(site) as line:
        line.sendall(head + b"{}")
        assert read_all(line).startswith(b"HTTP/1.1 505 ")
    assert not LogRow.objects.filter(kind="action").exists()


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HTTP/1.1\r\nHost: ", b"BODY"],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_finish_a_request_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_WITHIN", 0.1)
    monkeypatch.setattr(http_protocol, "BODY_WITHIN", 0.1)
    with connected(site) as line:
        line.sendall(request_of(site, "one")[:-5] if sent == b"BODY" else sent)
        assert read_all(line) == b""
    assert not LogRow.objects.filter(kind="action").exists()
