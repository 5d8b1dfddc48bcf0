"""Which names the site answers to, and which cookies it looks at."""

import socket
from contextlib import closing
from ipaddress import ip_address

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from web.exchange import Request
from web.hosts import is_private, is_served, own_addresses, own_names
from web.middleware import plain_words

HOME = (
    "127.0.0.1 127.8.0.1 10.0.0.7 172.20.1.1 192.168.178.20 169.254.3.4 100.100.1.2 "
    "[::1] [fd00::12] [fe80::1]"
)


def test_a_cookie_that_no_database_could_look_up_is_none() -> None:
    odd = r'sessionid="\000aaaaaaaaaaaaaaaa"; other=b'
    asked = RequestFactory().get("/", headers={"cookie": odd})
    assert "\0" in asked.COOKIES["sessionid"]
    seen: list[dict[str, str]] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request.COOKIES)
        return HttpResponse()

    plain_words(page)(asked)
    assert seen == [{"other": "b"}]
    assert Request("GET", b"/", [(b"cookie", odd.encode())]).cookies == {"other": "b"}


def test_an_address_that_no_database_could_look_up_is_nowhere(client: Client) -> None:
    """There is no database in this test, so none is asked."""
    assert client.get("/campaigns/invitation/%00/").status_code == 404


@pytest.mark.parametrize("host", HOME.split())
def test_addresses_at_home_are_private(host: str) -> None:
    assert is_private(host)


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.0",
        "8.8.8.8",
        "172.32.0.1",
        "192.169.0.1",
        "[2001:db8::1]",
        "10.0.0.7.example.org",
        "",
    ],
)
def test_other_addresses_and_names_are_not(host: str) -> None:
    assert not is_private(host)


@pytest.mark.parametrize(
    "header",
    ["localhost", "localhost:8000", "192.168.1.5:8000", "[fd00::12]:8000", "dragons.example.org"]
    + [f"{name}:8001" for name in own_names()],
)
def test_the_site_answers_at_home_and_where_the_host_says(header: str) -> None:
    assert is_served(header, [*own_names(), "dragons.example.org"])


@pytest.mark.parametrize(
    "header", ["evil.example", "localhost.evil.example", "8.8.8.8:8000", "", "a b", "x,localhost"]
)
def test_the_site_answers_to_no_other_name(header: str) -> None:
    assert not is_served(header, own_names())


def test_a_page_asked_for_by_a_home_address_comes(client: Client, db: None) -> None:
    assert client.get("/accounts/login/", headers={"host": "192.168.1.5:8000"}).status_code == 200


def test_a_page_asked_for_by_a_rebound_name_is_refused_in_words(client: Client) -> None:
    answer = client.get("/accounts/login/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "DRAGONBAG_HOSTS" in answer.content.decode()
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")


def test_this_machine_knows_its_addresses_without_asking_anybody() -> None:
    addresses = own_addresses()
    assert len(set(addresses)) == len(addresses)
    for address in addresses:
        assert not ip_address(address).is_loopback
        # Only an address of this machine can be bound.
        with closing(socket.create_server((address, 0))):
            pass
