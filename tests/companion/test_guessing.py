"""Guessing a way in: wrong codes are counted, and whoever holds more than a code is never refused."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Attempt
from accounts.throttle.limits import CODES
from companion import access, services
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import Game, phone

LETTERS = "ABCDEFGHJK"
GUESSER, FRIEND = "203.0.113.9", "203.0.113.10"
MOST = 30

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is a thousand; thirty show the same."""
    monkeypatch.setattr(access, "CODES", replace(CODES, most=MOST))


@pytest.fixture
def game() -> Game:
    return Game()


def typed(code: str, address: str = GUESSER) -> int:
    """A code typed into the form of the start page."""
    return Client(REMOTE_ADDR=address).post("/join/", {"code": code}).status_code


def opened(code: str, address: str = GUESSER) -> int:
    """A code in an address."""
    return Client(REMOTE_ADDR=address).get(f"/j/{code}/").status_code


def wrong(number: int) -> str:
    """A code that could be one; what could not is answered without being counted."""
    return "WRNG" + "".join(LETTERS[int(digit)] for digit in f"{number:04}")


def block() -> None:
    for number in range(MOST):
        opened(wrong(number))


def test_the_limit_is_a_thousand_an_hour_and_then_ten_minutes_of_rest() -> None:
    assert CODES.most == 1000
    assert CODES.within == timedelta(hours=1)
    assert CODES.pause == timedelta(minutes=10)


def test_wrong_codes_are_blocked_at_both_doors_and_right_ones_with_them(game: Game) -> None:
    code = game.table.join_code
    ways = (typed, opened)
    answers = [ways[number % 2](wrong(number)) for number in range(2 * MOST)]
    assert answers == [404] * MOST + [429] * MOST
    assert typed(code) == opened(code) == 429
    assert opened(code, FRIEND) == 200
    assert typed(code, FRIEND) == 302


def test_right_and_wrong_codes_are_answered_alike_while_blocked(game: Game) -> None:
    block()
    pages = {
        Client(REMOTE_ADDR=GUESSER).get(f"/j/{code}/").content.decode()
        for code in (game.table.join_code, wrong(9999))
    }
    assert len({text(page) for page in pages}) == 1
    assert "Scan the table’s QR code" in text(pages.pop())


def test_link_tv_and_devices_at_the_table_are_never_refused(game: Game) -> None:
    block()
    code = game.table.join_code
    assert opened(game.table.link_token) == 200
    newcomer = Client(REMOTE_ADDR=GUESSER)
    sent = newcomer.post(f"/j/{game.table.link_token}/sit/", {"seat": "1"})
    assert sent.headers["Location"] == f"/tables/{game.id}/"
    assert Client(REMOTE_ADDR=GUESSER).get(f"/tv/{game.table.tv_code}/").status_code == 200
    bob = client_on(game.bob)
    assert bob.get(f"/j/{code}/", REMOTE_ADDR=GUESSER).status_code == 200
    assert client_on(phone()).get(f"/j/{code}/", REMOTE_ADDR=GUESSER).status_code == 429


def test_wrong_codes_of_screens_are_guesses_and_block_nobody_who_is_known(game: Game) -> None:
    guesser = Client(REMOTE_ADDR=GUESSER)
    codes = [wrong(number)[-6:] for number in range(2 * MOST)]
    answers = [guesser.get(f"/show/{code}/").status_code for code in codes]
    assert answers == [404] * MOST + [429] * MOST
    assert guesser.get("/show/ABC234/").status_code == 429
    assert client_on(game.bob).get("/show/ABC234/", REMOTE_ADDR=GUESSER).status_code == 404


def test_the_same_wrong_code_counts_once_however_often_it_is_asked_for() -> None:
    assert [opened(wrong(1)) for _ in range(3 * MOST)] == [404] * (3 * MOST)
    assert Attempt.objects.count() == 1


def test_a_code_that_was_valid_once_counts_as_no_guess_and_is_told_so(game: Game) -> None:
    code, tv, link = game.table.join_code, game.table.tv_code, game.table.link_token
    services.rotate_code(game.table, game.alice)
    for old in (code, link):
        answer = Client().get(f"/j/{old}/")
        assert answer.status_code == 404
        assert "This code no longer works" in text(answer.content.decode())
    answer = Client().get(f"/tv/{tv}/")
    assert answer.status_code == 404
    assert "The code of this page no longer works" in text(answer.content.decode())
    assert not Attempt.objects.exists()
    assert "has ended" not in text(Client().get("/tv/ABCDEFGHJKLM/").content.decode())


@pytest.mark.prove
def test_thirty_people_of_a_club_mistype_twenty_codes_each_and_all_are_in(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "CODES", CODES)
    for person in range(30):
        for number in range(20):
            assert opened(wrong(20 * person + number)) == 404
        assert typed(game.table.join_code) == 302


def test_after_ten_minutes_of_rest_a_typed_code_counts_again(game: Game) -> None:
    block()
    Attempt.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    assert typed(game.table.join_code) == 302
    assert opened(wrong(1000)) == 404
    assert opened(wrong(1001)) == 429, "the thousand are still within the hour"


def test_one_home_with_many_addresses_counts_as_one(game: Game) -> None:
    for number in range(MOST):
        opened(wrong(number), f"2001:db8::{number:x}")
    assert opened(wrong(MOST), "2001:db8::ffff") == 429
    assert opened(wrong(MOST), "2001:db8:0:1::1") == 404


def test_guesses_at_links_tvs_and_invitations_are_not_even_counted() -> None:
    for number in range(2 * MOST):
        assert opened(wrong(number) * 2) == 404
        assert Client().get(f"/tv/{wrong(number)}WXYZ/").status_code == 404
        assert Client().get(reverse("campaign:invitation", args=[wrong(number)])).status_code == 404
        assert Client().get(reverse("campaign:personal", args=[wrong(number)])).status_code == 404
    assert not Attempt.objects.exists()
