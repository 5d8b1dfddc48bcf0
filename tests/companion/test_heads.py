"""The head of a request has bounds, at the straight door and before every page."""

import socket
from http.client import HTTPConnection

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.companion.site import Site
from web.cookies import cookies_in, quick

pytestmark = pytest.mark.django_db(transaction=True)

TAP = "POST /tables/00000000-0000-4000-8000-000000000000/tap/?language=en HTTP/1.1"
LOGIN = "POST /accounts/login/ HTTP/1.1"
LARGE = {
    "one header": "a: " + "b" * 20_000,
    "many headers": "\r\n".join(f"a{number}: b" for number in range(120)),
    "much in many": "\r\n".join(f"a{number}: {'b' * 400}" for number in range(60)),
    "a long kind": "Content-Type: " + "a;" * 600,
    "two kinds": "\r\n".join(["Content-Type: " + "a;" * 300] * 2),
}
CHUNKED = "Transfer-Encoding: chunked\r\n"
ENDLESS = {
    "trailers": ("0\r\n", "a1: b\r\n"),
    "one trailer": ("0\r\na: ", "b"),
    "the name of a trailer": ("0\r\n", "b"),
    "what stands with a chunk": ("1;a=", "b"),
    "what stands with each chunk": ("", "1;a=" + "b" * 400 + "\r\nx\r\n"),
}


def answered(site: Site, sent: str) -> bytes:
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as line:
        line.sendall(sent.encode())
        found = b""
        while part := line.recv(65536):
            found += part
    return found


@pytest.mark.parametrize("begin", ["GET / HTTP/1.1", TAP])
@pytest.mark.parametrize("kind", LARGE)
def test_a_head_larger_than_any_browser_sends_is_refused(site: Site, begin: str, kind: str) -> None:
    head = f"{begin}\r\nHost: 127.0.0.1:{site.port}\r\n{LARGE[kind]}\r\n"
    for rest in ("\r\n", "\r\nContent-Length: 2\r\n\r\n{}"):
        assert answered(site, head.rstrip() + rest + "\r\n").startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("begin", ["GET /healthz HTTP/1.1", LOGIN])
def test_a_kind_as_long_as_its_bound_passes(site: Site, begin: str) -> None:
    head = f"{begin}\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\nContent-Type: "
    assert b" 431 " not in answered(site, f"{head}{'a' * 1024}\r\n\r\n").splitlines()[0]
    assert b" 431 " in answered(site, f"{head}{'a' * 1025}\r\n\r\n").splitlines()[0]


@pytest.mark.parametrize("line", ["a:\r\n", "b"])
def test_a_head_that_never_ends_is_let_go(site: Site, line: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as endless:
        endless.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nx: y".encode())
        with pytest.raises(OSError):  # noqa: PT011 - however the system says that it is closed
            pour(endless, line.encode() * 1000)


@pytest.mark.parametrize("begin", [LOGIN, TAP])
@pytest.mark.parametrize("kind", ENDLESS)
def test_what_surrounds_a_body_is_bounded_like_a_head(site: Site, begin: str, kind: str) -> None:
    start, line = ENDLESS[kind]
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as endless:
        head = f"{begin}\r\nHost: 127.0.0.1:{site.port}\r\n{CHUNKED}\r\n{start}"
        endless.sendall(head.encode())
        with pytest.raises(OSError):  # noqa: PT011 - however the system says that it is closed
            pour(endless, line.encode() * 1000)


def test_a_trailer_is_no_header(site: Site, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    cookie = f"Cookie: sessionid={client.cookies['sessionid'].value}\r\n"
    begin = (
        f"GET /accounts/devices/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n"
    )
    asked = begin + CHUNKED + "{}\r\n0\r\n{}\r\n"
    assert answered(site, asked.format(cookie, "")).startswith(b"HTTP/1.1 200 ")
    assert answered(site, asked.format("", cookie)).startswith(b"HTTP/1.1 302 ")


def test_a_body_in_many_small_chunks_comes_whole(site: Site) -> None:
    browser = HTTPConnection("127.0.0.1", site.port, timeout=60)
    parts = [b"x"] * 20_000
    for _ in range(2):
        browser.request(
            "POST", "/join/", iter(parts), {"Content-Type": "text/plain"}, encode_chunked=True
        )
        assert browser.getresponse().read()
    browser.close()


def pour(into: socket.socket, what: bytes) -> None:
    for _ in range(100_000):
        into.sendall(what)


def test_a_large_body_does_not_count_as_the_next_head(site: Site) -> None:
    browser = HTTPConnection("127.0.0.1", site.port, timeout=60)
    for _ in range(3):
        browser.request("POST", "/join/", b"x" * 60_000, {"Content-Type": "text/plain"})
        assert browser.getresponse().read()
        browser.request("GET", "/healthz")
        answer = browser.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
    browser.close()


def test_a_cookie_that_takes_long_to_read_is_not_read() -> None:
    slow = 'x="' + '\\"' * 4000 + '"'
    line = f"theme=dark; {slow}; dragonbag-device=abc"
    assert quick(line) == "theme=dark; dragonbag-device=abc"
    found = cookies_in([(b"cookie", line.encode())])
    assert dict(found) == {"theme": "dark", "dragonbag-device": "abc"}
    few = 'messages="[\\"one\\"]"; theme=dark'
    assert quick(few) == few
