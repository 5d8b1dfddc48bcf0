"""The site behind a proxy and without one: whose headers about visitors are trusted."""

import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from accounts.throttle.limits import PASSWORDS
from tests.browser.server import SiteServer

LOGIN = "/accounts/login/"


class Proxied:
    """A running site that gets the headers a proxy adds."""

    def __init__(self, server: SiteServer, proxy: str) -> None:
        self.server = server
        self.origin = f"{'https' if proxy else 'http'}://127.0.0.1:{server.port}"

    def ask(self, path: str, address: str, body: str | None = None, **own: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        forwarded = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
        method = "GET" if body is None else "POST"
        connection.request(method, path, body, headers=forwarded | own)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def guess(self, address: str) -> int:
        """A wrong password, typed at an address."""
        found = re.search(r"csrftoken=(\w+)", self.ask(LOGIN, address).headers["set-cookie"])
        assert found
        token = found[1]
        form = {"username": "alice", "password": "guessed", "csrfmiddlewaretoken": token}
        own = {"Cookie": f"csrftoken={token}", "Origin": self.origin}
        own |= {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask(LOGIN, address, urlencode(form), **own).status


@pytest.fixture(scope="module", params=["127.0.0.1", ""], ids=["behind a proxy", "without a proxy"])
def proxy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def site(proxy: str, tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[Proxied]:
    var = tmp_path_factory.mktemp("proxied")
    server = SiteServer.started(var, made, DRAGONBAG_PROXY=proxy)
    try:
        yield Proxied(server, proxy)
    finally:
        server.stop()


@pytest.mark.prove
def test_only_a_proxy_that_was_named_says_who_asks(site: Proxied, proxy: str) -> None:
    addresses = [f"198.51.100.{number}" for number in range(PASSWORDS.most)]
    assert [site.guess(address) for address in addresses] == [422] * PASSWORDS.most
    assert site.guess("203.0.113.1") == (422 if proxy else 429)

    for _ in range(PASSWORDS.most):
        site.guess("203.0.113.1")
    assert site.guess("203.0.113.1") == 429
    assert site.guess("203.0.113.2") == (422 if proxy else 429)


def test_cookies_go_over_https_alone_where_a_proxy_speaks_it(site: Proxied, proxy: str) -> None:
    cookie = site.ask("/join/", "198.51.100.1").headers["set-cookie"]

    assert ("Secure" in cookie) == bool(proxy)
