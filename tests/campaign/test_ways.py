"""From a campaign's table into the campaign: each finds what their role opens, and no dead end."""

import re
from html import unescape

import pytest
from django.test import Client

from companion import services
from companion.models import Table
from tests.campaign.browser import Pages
from tests.campaign.desk import desk
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import phone, tap

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

OFFER = "You are watching. Take a seat"


@pytest.fixture
def pages() -> Pages:
    """Alice has recruited both characters for herself and for Bob; Dora plays none of them."""
    made = desk({"alice": "owner", "bob": "player", "dora": "player", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob", "start 1 ana ben"):
        made.type("alice", line)
    pages = Pages(made)
    assert pages.post("bob", "open-table", 1).status_code == 302
    return pages


def board(browser: Client) -> str:
    reply = browser.get(f"/tables/{Table.objects.get().pk}/")
    assert reply.status_code == 200
    return reply.content.decode()


def menu(page: str) -> list[str]:
    found = re.search(r'<details class="menu">.*?</details>', page, re.DOTALL)
    assert found
    return [unescape(each) for each in re.findall(r'<a\s[^>]*?href="([^"#]+)"', found.group())]


@pytest.mark.parametrize("who", ["alice", "bob", "dora", "carol", "by code"])
def test_every_item_of_the_menu_opens_whatever_the_role_in_the_campaign(
    pages: Pages, who: str
) -> None:
    if who == "by code":
        device = phone("Eve")
        services.hold_seat(Table.objects.get(), device, seat=0)
        browser = client_on(device)
    else:
        browser = pages.client(who)
        pages.post(who, "to-table", 1)
    for link in menu(board(browser)):
        assert browser.get(link, follow=True).status_code == 200, link


def test_only_members_are_led_into_the_campaign_and_guests_not_to_write(pages: Pages) -> None:
    for who in ("dora", "carol"):
        pages.post(who, "to-table", 1)
    game, drawer = pages.url("game", 1), pages.url("drawer")
    player, guest = (menu(board(pages.client(who))) for who in ("dora", "carol"))
    assert game in player
    assert drawer in player
    assert game in guest
    assert drawer not in guest


def test_the_table_leads_nobody_into_a_campaign_that_is_in_the_trash(pages: Pages) -> None:
    pages.post("bob", "to-table", 1)
    game = pages.url("game", 1)
    assert game in menu(board(pages.client("bob")))
    pages.post("alice", "trash")
    links = menu(board(pages.client("bob")))
    assert not [link for link in links if link.startswith(pages.url("home"))]


def test_a_member_without_a_character_of_their_own_is_offered_a_seat(pages: Pages) -> None:
    pages.post("dora", "to-table", 1)
    dora, table = pages.client("dora"), f"/tables/{Table.objects.get().pk}/"
    page = board(dora)
    assert OFFER in text(page)
    assert f"{table}invite/" in menu(page)
    dora.post(f"{table}seats/", {"seat": "1"})
    assert OFFER not in text(board(dora))


def test_guests_of_a_campaign_watch_and_are_offered_no_seat(pages: Pages) -> None:
    pages.post("carol", "to-table", 1)
    assert OFFER not in text(board(pages.client("carol")))


def test_the_result_leads_nobody_into_a_campaign_that_is_not_theirs(pages: Pages) -> None:
    device = phone("Eve")
    services.hold_seat(Table.objects.get(), device, seat=0)
    result, back = f"/tables/{Table.objects.get().pk}/result/", f'href="{pages.url("game", 1)}"'
    for seat in (0, 1):
        out = tap({"do": "status", "seat": seat, "status": "knocked_out"})
        services.take_tap(Table.objects.get().pk, out, device)
    assert back in pages.client("bob").get(result).content.decode()
    assert back not in client_on(device).get(result).content.decode()


def test_a_refusal_in_a_campaign_leads_back_to_it(pages: Pages) -> None:
    refused = pages.get("carol", "drawer")
    assert refused.status_code == 403
    assert f'href="{pages.url("home")}"' in refused.content.decode()
