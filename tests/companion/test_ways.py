"""Nobody at a table is led into a dead end: the menu in every role, and the way back from a refusal."""

import re
from html import unescape

import pytest
from django.test import Client

from companion import services
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return around(Game())


def menu(browser: Client, cast: Cast) -> list[str]:
    page = browser.get(cast.url("")).content.decode()
    found = re.search(r'<details class="menu">.*?</details>', page, re.DOTALL)
    assert found
    links = re.findall(r'<a\s[^>]*?href="([^"#]+)"', found.group())
    return [unescape(link) for link in links]


@pytest.mark.parametrize("who", ["alice", "bob", "carol"])
def test_every_item_of_the_menu_opens_for_opener_player_and_watcher(cast: Cast, who: str) -> None:
    browser: Client = getattr(cast, who)
    links = menu(browser, cast)
    assert len(links) >= 5
    for link in links:
        assert browser.get(link, follow=True).status_code == 200, link


def test_who_runs_the_table_is_led_to_its_settings_and_the_others_to_code_and_seats(
    cast: Cast,
) -> None:
    settings, seats = cast.url("people/"), cast.url("invite/")
    assert settings in menu(cast.alice, cast)
    for browser in (cast.bob, cast.carol):
        assert seats in menu(browser, cast)
        assert settings not in menu(browser, cast)
    page = cast.bob.get(seats)
    assert cast.game.table.join_code[:4] in text(page.content.decode())


def test_after_the_game_the_menu_has_its_result(cast: Cast) -> None:
    result = cast.url("result/")
    assert result not in menu(cast.bob, cast)
    cast.game.finish()
    assert result in menu(cast.bob, cast)


def test_who_watches_is_offered_a_seat_on_the_board(cast: Cast) -> None:
    offer = "You are watching. Take a seat"
    assert offer in text(cast.carol.get(cast.url("")).content.decode())
    for browser in (cast.alice, cast.bob):
        assert offer not in text(browser.get(cast.url("")).content.decode())


@pytest.mark.parametrize("path", ["people/", "setup/"])
def test_a_refusal_says_why_and_leads_back_to_the_table(cast: Cast, path: str) -> None:
    refused = cast.bob.get(cast.url(path))
    assert refused.status_code == 403
    page = refused.content.decode()
    assert "Only the person who opened the table may do that." in text(page)
    assert f'href="{cast.url("")}"' in page


@pytest.mark.parametrize("path", ["odds/", "log/999/", "scores/7/"])
def test_what_is_no_longer_there_leads_back_to_the_table_and_tells_strangers_nothing(
    cast: Cast, path: str
) -> None:
    services.set_odds(cast.game.table, cast.game.alice, on=False)
    back = f'href="{cast.url("")}"'
    for browser, leads in ((cast.bob, True), (cast.mallory, False)):
        gone = browser.get(cast.url(path))
        assert gone.status_code == 404
        assert (back in gone.content.decode()) == leads


def test_a_watchers_tap_leads_back_to_the_table(cast: Cast) -> None:
    refused = cast.carol.post(cast.url("act/"))
    assert refused.status_code == 403
    assert f'href="{cast.url("")}"' in refused.content.decode()


@pytest.mark.parametrize(
    ("edition", "offers"),
    [("base", set()), ("catacombs", {"wayshrine", "haunt", "lockpick"}), ("legacy2", {"unplace"})],
)
def test_on_the_map_there_is_what_the_edition_has_and_else_no_way_there(
    edition: str, offers: set[str]
) -> None:
    cast = around(Game(setup(edition)))
    page = unescape(cast.alice.get(cast.url("")).content.decode())
    sheet = page[page.index('id="sheet-map"') :] if 'id="sheet-map"' in page else ""
    sheet = sheet[: sheet.find("</dialog>")]
    found = {word for word in ("wayshrine", "haunt", "lockpick", "unplace") if f'"{word}"' in sheet}
    assert found == offers
    assert ('data-sheet="map"' in page) == bool(offers)
