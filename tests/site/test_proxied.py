"""The site behind a proxy and without one: whose word counts on who asks, and over what."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from companion import guesses
from tests.browser.server import SiteServer

WRONG = "/j/WRNGAAAA/"


class Proxied:
    """A running site, asked with the headers that a proxy adds."""

    def __init__(self, server: SiteServer) -> None:
        self.server = server

    def ask(self, path: str, address: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        forwarded = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
        connection.request("GET", path, headers=forwarded)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def guess(self, address: str) -> int:
        return self.ask(WRONG, address).status


@pytest.fixture(params=["127.0.0.1", ""], ids=["behind a proxy", "without a proxy"])
def proxy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def site(proxy: str, tmp_path: Path) -> Iterator[Proxied]:
    server = SiteServer(tmp_path, DRAGONBAG_PROXY=proxy)
    server.start()
    try:
        yield Proxied(server)
    finally:
        server.stop()


def test_only_a_proxy_that_was_named_says_who_asks(site: Proxied, proxy: str) -> None:
    addresses = [f"198.51.100.{number}" for number in range(guesses.MOST)]
    assert [site.guess(address) for address in addresses] == [404] * guesses.MOST
    assert site.guess("203.0.113.1") == (404 if proxy else 429)

    for _ in range(guesses.MOST):
        site.guess("203.0.113.1")
    assert site.guess("203.0.113.1") == 429
    assert site.guess("203.0.113.2") == (404 if proxy else 429)


def test_cookies_go_over_https_alone_where_a_proxy_speaks_it(site: Proxied, proxy: str) -> None:
    cookie = site.ask("/join/", "198.51.100.1").headers["set-cookie"]

    assert ("Secure" in cookie) == bool(proxy)
