"""Show on this screen: a television waits, a phone says which table, and the screen follows."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import Screen
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast() -> Cast:
    return around(Game())


def set_up(television: Client) -> tuple[str, str]:
    """The address of a new screen, and its code."""
    answer = television.post("/screen/")
    assert answer.status_code == 302
    page = television.get(answer.headers["Location"]).content.decode()
    found = re.search(r'class="code">(\w{6})<', page)
    assert found
    return answer.headers["Location"], found[1]


def test_the_start_page_offers_it() -> None:
    assert "Show on this screen" in text(Client().get("/").content.decode())


@pytest.mark.parametrize("spelling", [str, str.lower, lambda code: f"{code[:3]}-{code[3:]}"])
def test_a_phone_at_the_table_sends_its_table_to_the_screen(cast: Cast, spelling: object) -> None:
    television = Client()
    address, code = set_up(television)
    assert television.get(f"{address}table/").status_code == 204
    typed = cast.alice.post("/join/", {"code": spelling(code)})  # type: ignore[operator]
    choice = typed.headers["Location"]
    assert cast.game.view.settings.title in text(cast.alice.get(choice).content.decode())

    assert cast.alice.post(choice, {"table": str(cast.game.id)}).status_code == 302

    tv = f"/tv/{cast.game.view.settings.tv_code}/"
    assert television.get(f"{address}table/").content.decode() == tv
    assert television.get(address).headers["Location"] == tv
    assert "The screen shows" in text(cast.alice.get(choice).content.decode())


def test_only_a_table_of_ones_own_can_be_sent(cast: Cast) -> None:
    address, code = set_up(Client())
    page = cast.mallory.get(f"/show/{code}/").content.decode()
    assert cast.game.view.settings.title not in page

    answer = cast.mallory.post(f"/show/{code}/", {"table": str(cast.game.id)})

    assert answer.status_code == 422
    assert Client().get(f"{address}table/").status_code == 204


def test_a_screen_that_shows_a_table_is_taken_by_nobody_else(cast: Cast) -> None:
    address, code = set_up(Client())
    cast.alice.post(f"/show/{code}/", {"table": str(cast.game.id)})
    other = around(Game())

    assert other.alice.post(f"/show/{code}/", {"table": str(other.game.id)}).status_code == 404
    assert other.alice.get(f"/show/{code}/").status_code == 404
    tv = f"/tv/{cast.game.view.settings.tv_code}/"
    assert Client().get(f"{address}table/").content.decode() == tv


@pytest.mark.parametrize("whole", [False, True])
def test_the_tables_own_code_may_be_typed_into_the_screen(cast: Cast, whole: bool) -> None:
    television = Client()
    address, _code = set_up(television)
    tv = f"/tv/{cast.game.view.settings.tv_code}/"
    typed = f"http://table.local{tv}" if whole else cast.game.view.settings.tv_code.lower()

    assert television.post(address, {"code": typed}).headers["Location"] == tv


@pytest.mark.parametrize("typed", ["", "ABCDEFGHJKLM", "nothing", "x" * 400])
def test_another_code_is_refused_in_words(typed: str) -> None:
    television = Client()
    address, code = set_up(television)

    answer = television.post(address, {"code": typed})

    assert answer.status_code == 422
    assert code in answer.content.decode()


@pytest.mark.parametrize("who", ["alice", "mallory", "nobody"])
def test_a_mistyped_code_of_a_screen_is_told_in_the_form_of_joining(cast: Cast, who: str) -> None:
    browser = Client() if who == "nobody" else getattr(cast, who)

    answer = browser.post("/join/", {"code": "abc234"}, follow=True)

    assert answer.status_code == 404
    page = answer.content.decode()
    assert "No screen waits with this code." in text(page)
    assert 'value="ABC234"' in page
    assert 'action="/join/"' in page


def test_a_stranger_is_told_the_same_of_a_screen_that_shows_a_table(cast: Cast) -> None:
    _address, code = set_up(Client())
    cast.alice.post(f"/show/{code}/", {"table": str(cast.game.id)})

    answer = cast.mallory.post("/join/", {"code": code}, follow=True)

    assert answer.status_code == 404
    assert "No screen waits with this code." in text(answer.content.decode())
    assert cast.game.view.settings.title not in answer.content.decode()


def test_a_screen_has_its_day() -> None:
    television = Client()
    address, code = set_up(television)
    Screen.objects.update(created_at=timezone.now() - timedelta(hours=25))
    set_up(Client())

    assert Screen.objects.count() == 1
    for gone in (address, f"{address}table/", f"/show/{code}/", "/show/ABC234/"):
        assert television.get(gone).status_code == 404
