"""Guessing a way in: wrong codes at every door of the site, and the right one after them."""

import pytest
from django.test import Client

from companion import guesses, selectors
from tests.companion.game import Game

LETTERS = "ABCDEFGHJK"
GUESSER, FRIEND = "203.0.113.9", "203.0.113.10"

pytestmark = pytest.mark.django_db


def typed(code: str, address: str) -> int:
    """A code typed into the form of the start page."""
    return Client(REMOTE_ADDR=address).post("/join/", {"code": code}).status_code


def scanned(code: str, address: str) -> int:
    """A code in the link that a QR code holds."""
    return Client(REMOTE_ADDR=address).get(f"/j/{code}/").status_code


def wrong(number: int) -> str:
    """A code that could be one; what could not is answered without being counted."""
    return "WRNG" + "".join(LETTERS[int(digit)] for digit in f"{number:04}")


def test_wrong_codes_are_blocked_at_every_door_and_the_right_one_with_them() -> None:
    game = Game()
    code = selectors.board_of(game.id).facts.join_code
    ways = (typed, scanned)

    answers = [ways[number % 2](wrong(number), GUESSER) for number in range(3 * guesses.MOST)]

    assert answers[: guesses.MOST] == [404] * guesses.MOST
    assert set(answers[guesses.MOST :]) == {429}
    assert typed(code, GUESSER) == scanned(code, GUESSER) == 429
    assert Client(REMOTE_ADDR=GUESSER).get(f"/tv/{game.board.facts.tv_code}/").status_code == 404
    assert scanned(code, FRIEND) == 200
    assert typed(code, FRIEND) == 302


def test_whoever_is_blocked_reads_what_to_do() -> None:
    for number in range(guesses.MOST):
        scanned(wrong(number), GUESSER)

    page = Client(REMOTE_ADDR=GUESSER).post("/join/", {"code": "ABCD2345"}).content.decode()

    assert "Too many wrong codes" in page
    assert f"{guesses.SECONDS // 60} minutes" in page


def test_guessers_at_many_addresses_do_not_make_the_site_forget_one_another() -> None:
    for _ in range(guesses.MOST):
        guesses.count(GUESSER)
    for number in range(1000):
        guesses.count(f"198.51.{number // 250}.{number % 250}")

    assert typed(wrong(0), GUESSER) == 429
