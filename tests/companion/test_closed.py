"""What a closed table keeps as it was: who sat where, its setup, and what its draws are made of."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from accounts.models import Device
from accounts.services import make_device
from companion import services
from companion.errors import TableError
from companion.services import players
from companion.services.seating import take_seats
from companion.table import selectors
from tests.companion.browser import client_on
from tests.companion.cast import value
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A closed game in which nothing was drawn, so that its salt could still be added to."""
    game = Game()
    game.finish()
    services.close_game(game.table, game.alice)
    return game


def seats_of(game: Game, device: Device) -> tuple[int, ...]:
    person = game.view.settings.person(device.pk)
    return person.seats if person else ()


def watcher(game: Game) -> Device:
    device = phone("Carol")
    services.join(game.table, device)
    return device


def by_link(game: Game, device: Device) -> int:
    path = f"/j/{game.view.settings.link_token}/sit/"
    return client_on(device).post(path, {"seat": "1"}).status_code


def by_page(game: Game, device: Device) -> int:
    return client_on(device).post(f"/tables/{game.id}/seats/", {"seat": "1"}).status_code


def test_scores_of_a_closed_game_are_put_right_by_whoever_runs_the_table_alone(game: Game) -> None:
    path = f"/tables/{game.id}/scores/0/"
    bob, alice = client_on(game.bob), client_on(game.alice)
    closed = bob.get(path).content.decode()
    assert "its scores stay as they were" in closed
    assert 'name="cards"' not in closed
    assert bob.post(path, {"tap": "late", "cards": 9}).status_code == 403
    assert game.refused("score", game.bob, seat=0, cards=9) == "scores_closed"
    assert game.view.state.seats[0].cards == 0

    asked = alice.get(path).content.decode()
    sheet = asked[: asked.index('name="cards"')]
    assert "<summary" in sheet[sheet.rindex("<details") :], "it asks first"
    assert "Put the scores right" in sheet
    assert alice.post(path, {"tap": "right", "cards": 9}).status_code == 302
    assert game.view.state.seats[0].cards == 9


def test_a_sheet_that_was_open_while_the_game_was_closed_changes_nothing() -> None:
    game = Game()
    game.finish()
    path, bob = f"/tables/{game.id}/scores/0/", client_on(game.bob)
    assert 'name="cards"' in bob.get(path).content.decode()
    services.close_game(game.table, game.alice)
    answer = bob.post(path, {"tap": "late", "cards": 9})
    assert answer.status_code == 403
    assert "its scores stay as they were" in answer.content.decode()
    assert game.view.state.seats[0].cards == 0


def test_the_board_of_a_closed_game_leads_to_its_result() -> None:
    game = Game()
    game.finish()
    path, bob = f"/tables/{game.id}/", client_on(game.bob)
    assert "Count the scores" in bob.get(path).content.decode()
    services.close_game(game.table, game.alice)
    page = bob.get(path).content.decode()
    assert "Count the scores" not in page
    assert "To the result" in page
    game.do("status", seat=0, status="in_play")
    assert "To the result" not in bob.get(path).content.decode()


@pytest.mark.parametrize("way", [by_link, by_page])
def test_a_watcher_takes_no_seat_of_a_closed_game(
    game: Game, way: Callable[[Game, Device], int]
) -> None:
    carol = watcher(game)
    before = game.stored().sequence
    assert way(game, carol) == 422
    assert (seats_of(game, carol), game.stored().sequence) == ((), before)


def test_the_page_says_so_and_offers_to_watch(game: Game) -> None:
    path = f"/j/{game.view.settings.link_token}/"
    page = client_on(phone()).get(path).content.decode()
    assert "who sat where stays as it was" in page
    assert 'value="none"' in page
    assert 'value="1"' not in page
    newcomer = phone()
    assert client_on(newcomer).post(f"{path}sit/", {"seat": "none"}).status_code == 302
    assert game.view.settings.person(newcomer.pk) is not None


def test_the_board_of_a_closed_game_offers_no_seat(game: Game) -> None:
    path, carol = f"/tables/{game.id}/", client_on(watcher(game))
    assert "Take a seat" not in carol.get(path).content.decode()
    game.do("status", seat=0, status="in_play")
    assert "Take a seat" in carol.get(path).content.decode(), "a correction has opened it again"


def test_the_page_that_invites_offers_seats_to_whoever_runs_the_table_alone(game: Game) -> None:
    path = f"/tables/{game.id}/invite/"
    bobs = client_on(game.bob).get(path).content.decode()
    assert "who sat where stays as it was" in bobs
    assert 'name="seat"' not in bobs
    assert 'name="seat"' in client_on(game.alice).get(path).content.decode()


def test_a_player_neither_leaves_a_seat_nor_takes_another(game: Game) -> None:
    for wanted in ((), (0, 1)):
        with pytest.raises(TableError, match="closed"):
            take_seats(game.table, game.bob, seats=wanted)
    take_seats(game.table, game.bob, seats=(1,))
    assert seats_of(game, game.bob) == (1,)


def test_whoever_runs_the_table_still_puts_right_who_sat_where(game: Game, alice: User) -> None:
    take_seats(game.table, game.alice, seats=(0, 1))
    assert seats_of(game, game.alice) == (0, 1)
    services.hand_over(game.table, game.alice, seat=1, giver=game.alice, taker=game.bob)
    assert seats_of(game, game.alice) == (0,)

    own = Game(account=alice)
    own.finish()
    services.close_game(own.table, own.alice)
    other = make_device(alice)[0]
    take_seats(own.table, other, seats=(0,))
    assert seats_of(own, other) == (0,)


def test_an_account_that_runs_the_table_does_so_on_each_of_its_devices(
    game: Game, bob: User
) -> None:
    one, other = make_device(bob)[0], make_device(bob)[0]
    services.bring_in(game.table, one, seats=(), runs=True)
    take_seats(game.table, other, seats=(0,))
    assert seats_of(game, other) == (0,)


def test_a_member_of_the_campaign_that_comes_later_watches(game: Game) -> None:
    late = phone()
    services.bring_in(game.table, late, seats=(1,), runs=False)
    assert seats_of(game, late) == ()


def test_a_game_that_a_correction_has_opened_again_has_seats_to_take(game: Game) -> None:
    game.do("status", seat=0, status="in_play")
    carol = watcher(game)
    take_seats(game.table, carol, seats=(1,))
    assert seats_of(game, carol) == (1,)


def test_nobody_adds_to_the_salt_once_the_seed_is_shown(game: Game) -> None:
    salt = game.stored().salt
    take_seats(game.table, game.alice, seats=(0, 1), salt="a" * 32)
    services.bring_in(game.table, newcomer := phone(), seats=(), runs=False)
    services.hand_over(game.table, game.alice, seat=1, giver=game.bob, taker=newcomer)
    services.add_salt(game.table, newcomer, salt="b" * 32)
    assert game.stored().salt == salt
    fair = selectors.fairness_of(game.stored())
    assert fair is not None
    assert fair.seed


def test_a_closed_game_that_was_undone_to_its_beginning_keeps_its_setup(game: Game) -> None:
    while game.view.can_undo:
        game.do("undo")
    with pytest.raises(TableError):
        services.change_setup(game.table, game.alice, colors=["green", "blue"])
    with pytest.raises(TableError):
        players.change_players(game.table, setup(seats=3), places=[0, 1, None])
    with pytest.raises(TableError):
        services.draw_first_player(game.table, game.alice)


# What would open it again -----------------------------------------------------

GOES = "its result goes, on every screen"


def asking(page: str) -> bool:
    """Whether the Undo of a board is the way to a question."""
    undo = page[page.index('id="undo"') :]
    return "<a" in undo[: undo.index("</div>")]


def over(game: Game) -> bool:
    return game.view.is_settled


def test_undo_at_a_closed_game_asks_on_a_page_with_a_way_out(game: Game) -> None:
    bob, path = client_on(game.bob), f"/tables/{game.id}/"
    last = game.view.history.top
    board = bob.get(path).content.decode()
    assert asking(board)
    assert f'href="{path}log/{last}/"' in board
    question = bob.get(f"{path}log/{last}/").content.decode()
    assert GOES in question
    assert "Leave everything as it is" in question
    assert over(game)
    bob.post(f"{path}log/{last}/", {"tap": "meant", "standing": last})
    assert not over(game)
    assert "The game goes on." in client_on(game.alice).get(f"{path}log/").content.decode()
    page = client_on(game.alice).get(path).content.decode()
    assert "The game goes on." in page
    assert not asking(page)


def test_a_board_from_before_the_close_undoes_nothing_unasked() -> None:
    game = Game()
    game.finish()
    bob, path = client_on(game.bob), f"/tables/{game.id}/"
    last = str(game.view.history.top)
    services.close_game(game.table, game.alice)
    undo = {"tap": "old", "action": '{"do":"undo"}', "standing": last}
    answer = bob.post(f"{path}act/", undo, follow=True)
    assert GOES in answer.content.decode()
    assert game.view.is_settled


def test_a_game_that_is_over_is_undone_at_once_until_everybody_is_counted() -> None:
    game = Game()
    for seat, worth in enumerate((10, 15)):
        game.do("take", seat=seat, token="artifact", value=worth)
    game.finish()
    bob, path = client_on(game.bob), f"/tables/{game.id}/"
    assert not asking(bob.get(path).content.decode())
    for seat in (0, 1):
        game.do("score", seat=seat, cards=3)
    assert asking(bob.get(path).content.decode())
    question = bob.get(f"{path}log/{game.view.history.top}/").content.decode()
    assert "This changes it, on every screen" in question
    assert GOES not in question


@pytest.mark.parametrize(
    "correction",
    [
        '{"do":"status","seat":0,"status":"in_play"}',
        '{"do":"move","color":"red","count":1,"from":"supply","to":"bag","note":"Found"}',
    ],
)
def test_what_is_put_right_at_a_closed_game_is_asked_first(game: Game, correction: str) -> None:
    bob, path = client_on(game.bob), f"/tables/{game.id}/act/"
    before = game.view.sequence
    asked = bob.post(path, {"tap": "one", "action": correction, "seat": "1"}).content.decode()
    assert "Change it all the same" in asked
    assert "Back to the table" in asked
    assert game.view.sequence == before
    sent = {name: value(asked, name) for name in ("tap", "action", "sure", "seat")}
    assert bob.post(path, sent)["Location"] == f"/tables/{game.id}/"
    assert game.view.sequence == before + 1
