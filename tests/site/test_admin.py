"""What the admin tells a host: what its pages show, and nothing by questions in an address."""

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.companion.game import Game


@pytest.fixture
def host(alice: User) -> Client:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(User.objects.get(pk=alice.pk))
    return client


@pytest.mark.parametrize(
    "asked",
    [
        "companion/table/?seed__startswith=a",
        "companion/table/?join_code__startswith=A",
        "companion/table/?opener_device__token_hash__startswith=a",
        "companion/logrow/?payload__contains=gold",
        "companion/logrow/?table__seed__startswith=a",
        "campaign/membership/?name__startswith=A",
        "campaign/campaign/?name__startswith=A",
        "campaign/ledgerentry/?arguments__contains=secret",
        "accounts/device/?link_hash__startswith=a",
        "auth/user/?devices__token_hash__startswith=a",
        "auth/user/?memberships__notes__text__contains=map",
    ],
)
def test_a_filter_that_no_page_offers_is_refused_without_a_traceback(
    host: Client, asked: str, caplog: pytest.LogCaptureFixture
) -> None:
    Game()
    with caplog.at_level(logging.ERROR):
        assert host.get(f"/admin/{asked}").status_code == 400
    assert not [each for each in caplog.records if each.exc_info]


@pytest.mark.parametrize(
    "asked",
    [
        "companion/table/?edition__exact=base",
        "companion/table/?imported__exact=0",
        "companion/logrow/?kind__exact=action",
        "auth/user/?is_staff__exact=1",
        "auth/user/?groups__id__exact=1",
    ],
)
def test_the_filters_that_the_pages_offer_work(host: Client, asked: str) -> None:
    Game()
    assert host.get(f"/admin/{asked}").status_code == 200


@pytest.mark.parametrize("named", ["", " ", "a b", "evil.example", "[::1"])
def test_a_strange_host_is_answered_without_a_traceback(
    db: None, named: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert Client(headers={"host": named}).get("/").status_code == 400
    assert not [each for each in caplog.records if each.exc_info]
