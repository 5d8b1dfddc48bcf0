"""A device with a seat that chooses another: it may have both, and gives up none unasked."""

import pytest
from django.test import Client

from accounts.models import Device
from companion import services
from companion.services.seating import take_seats
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db

CAROL, DORA = 2, 3


@pytest.fixture
def game() -> Game:
    return Game(setup(seats=4))


@pytest.fixture
def device(game: Game) -> Device:
    """Carol's phone, in her seat."""
    found = phone()
    services.hold_seat(game.table, found, seat=CAROL)
    return found


@pytest.fixture
def browser(device: Device) -> Client:
    return client_on(device)


def seats(game: Game, device: Device) -> tuple[int, ...]:
    person = game.view.settings.person(device.pk)
    assert person is not None
    return person.seats


@pytest.fixture(params=["by code", "at the table"])
def path(request: pytest.FixtureRequest, game: Game) -> str:
    code = game.table.join_code
    return f"/j/{code}/sit/" if request.param == "by code" else f"/tables/{game.id}/seats/"


def test_a_second_seat_is_asked_about_and_nothing_is_given_up_meanwhile(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    asked = browser.post(path, {"seat": DORA})
    words = text(asked.content.decode())
    assert asked.status_code == 200
    assert "Dora as well, or instead?" in words
    assert "This device plays Carol." in words
    assert seats(game, device) == (CAROL,)


@pytest.mark.parametrize(("how", "then"), [("also", (CAROL, DORA)), ("only", (DORA,))])
def test_the_answer_decides(
    game: Game, device: Device, browser: Client, path: str, how: str, then: tuple[int, ...]
) -> None:
    sent = browser.post(path, {"seat": DORA, "how": how})
    assert sent.headers["Location"] == f"/tables/{game.id}/"
    assert seats(game, device) == then


def test_a_device_with_two_seats_acts_for_the_one_whose_turn_it_is(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    browser.post(path, {"seat": DORA, "how": "also"})
    for seat in (0, 1, CAROL, DORA):
        page = browser.get(f"/tables/{game.id}/").content.decode()
        if seat in (CAROL, DORA):
            assert f'data-acting="{seat}"' in page
        game.turn()


def test_one_of_two_seats_can_be_given_up(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    browser.post(path, {"seat": DORA, "how": "also"})
    asked = text(browser.post(path, {"seat": DORA}).content.decode())
    assert "Only Dora?" in asked
    assert "Give up Dora" in asked
    assert seats(game, device) == (CAROL, DORA)
    browser.post(path, {"seat": DORA, "how": "without"})
    assert seats(game, device) == (CAROL,)


def test_who_only_wants_to_watch_hears_first_what_is_given_up(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    assert "Give up Carol and watch" in text(browser.post(path, {"seat": "none"}).content.decode())
    assert seats(game, device) == (CAROL,)
    browser.post(path, {"seat": "none", "how": "only"})
    assert seats(game, device) == ()


def test_a_device_for_everybody_says_so_and_takes_one_seat_with_one_tap(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    assert browser.post(path, {"seat": "all"}).status_code == 302, "that gives up nothing"
    invite = text(browser.get(f"/tables/{game.id}/invite/").content.decode())
    assert "This device plays every seat. Tap one, and it plays that one alone." in invite
    browser.post(path, {"seat": DORA})
    assert seats(game, device) == (DORA,)


def test_an_answer_nobody_offered_changes_nothing(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    assert browser.post(path, {"seat": DORA, "how": "both"}).status_code == 422
    assert seats(game, device) == (CAROL,)


def test_the_log_tells_that_a_seat_was_given_up_only_where_nobody_sits_afterwards(
    game: Game, device: Device, browser: Client, path: str
) -> None:
    take_seats(game.table, game.alice, seats=range(4))
    take_seats(game.table, game.alice, seats=(0,))
    assert seats(game, game.alice) == (0,)
    assert [line.seat for line in game.view.tail if line.name == "released"] == [DORA]
    pages = (
        f"/tables/{game.id}/",
        f"/tables/{game.id}/log/",
        f"/tables/{game.id}/log/?seat={CAROL}",
    )
    for page in pages:
        assert "The seat of Carol" not in text(browser.get(page).content.decode())
    assert "The seat of Dora was given up." in text(browser.get(pages[1]).content.decode())

    browser.post(path, {"seat": "none", "how": "only"})
    assert (game.view.tail[-1].name, game.view.tail[-1].seat) == ("released", CAROL)
