"""Fair draws: the promise during the game, and the checks after it."""

import hashlib
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion import services
from companion.models import LogRow, Table
from companion.rules.fairness import Fairness, draw_first
from companion.rules.record import load_record, parse_record, to_json
from companion.rules.verify import verify
from companion.table import selectors
from tests.companion.browser import client_on
from tests.companion.cast import Cast, around, text
from tests.companion.game import SALT, Game, phone, setup

pytestmark = pytest.mark.django_db(transaction=True)


def drawn_game() -> Game:
    game = Game(setup("legacy2"))
    game.do("clank", seat=0, count=5)
    game.do("attack", size=3)
    game.do("attack", size=1, drawn=["black"], by_hand=True)
    game.do("attack", size=2)
    return game


def closed(game: Game) -> Game:
    for seat in range(len(game.view.state.seats)):
        game.do("status", seat=seat, status="knocked_out")
    services.close_game(game.stored(), game.alice)
    return game


@pytest.fixture
def cast() -> Cast:
    return around(drawn_game())


def test_before_closing_the_promise_is_shown_and_the_seed_is_not(cast: Cast) -> None:
    table = cast.game.stored()
    html = cast.carol.get(cast.url("fairness/")).content.decode()
    assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() in html
    assert table.seed not in html
    assert "Sealed until the game is closed" in html
    words = cast.page("fairness/")
    assert words.count("sealed") == 2
    assert words.count("cloth bag") >= 1
    assert "matches the seed" not in words


def test_the_parts_of_the_salt_say_whose_they_are_and_who_made_them() -> None:
    game = Game()
    silent = phone("Old tablet")
    services.hold_seat(game.table, silent, seat=1)
    words = around(game).page("fairness/")
    assert f"Alice on the device itself {SALT}" in words
    assert "Old tablet by the server on its behalf" in words


def test_after_closing_every_draw_is_checked(cast: Cast) -> None:
    closed(cast.game)
    words = cast.page("fairness/")
    assert cast.game.stored().seed in words
    assert "The promise was kept" in words
    assert "all 2 draws of the server are what the seed gives" in words
    assert "One attack came from the cloth bag" in words
    assert words.count("matches the seed") == 2


def test_what_the_page_shows_is_enough_to_draw_again(cast: Cast) -> None:
    closed(cast.game)
    html = cast.alice.get(cast.url("fairness/")).content.decode()
    numbers = re.findall(
        r'data-number="(\d+)" data-bag="([^"]+)" data-asked="(\d+)" data-drawn="([^"]+)"', html
    )
    assert [number for number, *_rest in numbers] == ["1", "2"]
    assert numbers[0][1] == "black:24 red:8 blue:2"
    assert [len(drawn.split()) for *_rest, drawn in numbers] == [3, 2]
    record = json.loads(cast.alice.get(cast.url("record/")).content)
    assert verify(load_record(json.dumps(record))).ok


def with_lots() -> Game:
    game = Game(setup("legacy2", 3))
    services.draw_first_player(game.table, game.alice)
    game.do("attack", size=2)
    game.do("lot", of=["moon", "<b>sun</b>", "star"], take=2)
    game.do("lot", of=["a", "b"], take=1, drawn=[1], by_hand=True)
    return game


def test_lots_and_who_begins_stand_among_the_draws() -> None:
    game = with_lots()
    sat = [seat.name for seat in game.view.state.seats]
    words = around(game).page("fairness/")
    order = [words.index(each) for each in ("Who begins", "Attack 1", "Lot 1", "Lot drawn by hand")]
    assert order == sorted(order)
    assert words.count("sealed") == 3
    assert f"Who begins line 3 sealed drawn {sat[0]} of 3 Alice , Bob , Carol" in words
    assert "of 3 moon , <b>sun</b> , star" in words
    assert "by the players drawn b of 2 a , b" in words


def test_after_closing_lots_and_who_begins_are_checked() -> None:
    game = with_lots()
    cast = around(closed(game))
    words = cast.page("fairness/")
    assert "all 3 draws of the server are what the seed gives" in words
    assert "One lot was drawn by the players themselves." in words
    html = cast.alice.get(cast.url("fairness/")).content.decode()
    shown = re.findall(r'data-lot="(\d+)" data-places="(\d+)" data-drawn="([^"]+)"', html)
    stored = game.stored()
    fair = Fairness(stored.commitment, stored.salt, stored.seed)
    assert shown[0] == ("0", "3", str(draw_first(fair, 3)))
    assert [each[:2] for each in shown] == [("0", "3"), ("1", "3")]


def test_who_begins_is_marked_if_the_seed_gives_somebody_else() -> None:
    game = Game(setup("legacy2", 3))
    stored = game.stored()
    first = draw_first(Fairness(stored.commitment, stored.salt, stored.seed), 3)
    LogRow.objects.create(
        table=stored, sequence=stored.sequence + 1, kind=LogRow.Kind.SETTING, name="first_drawn",
        payload=json.dumps({"drawn": (first + 1) % 3}), version=0, created_at=timezone.now(),
    )  # fmt: skip
    Table.objects.update(sequence=stored.sequence + 1, settings_sequence=stored.sequence + 1)
    words = around(closed(game)).page("fairness/")
    assert "One draw is not what the seed gives; it is marked below." in words
    assert "the seed gives" in words


def test_an_undone_attack_is_not_among_the_draws(cast: Cast) -> None:
    cast.game.do("undo")
    assert "Attack 2" not in cast.page("fairness/")
    assert "Attack 1" in cast.page("fairness/")


def test_cubes_that_do_not_fit_are_marked_for_everybody() -> None:
    record = to_json(selectors.record_of(closed(drawn_game()).view))
    actions = record["actions"]
    assert isinstance(actions, list)
    attack = actions[1]
    other = (
        ["red", "red", "blue"]
        if attack["drawn"] != ["red", "red", "blue"]
        else ["blue", "red", "red"]
    )
    attack["drawn"] = other
    forged = services.import_record(
        parse_record(record), opener=services.Opener(device=phone("Zoe")), title="Forged"
    )
    game = Game()
    game.table = forged
    cast = around(game)
    words = cast.page_of(forged.opener_device, "fairness/")
    assert "The draws do not match the promise" in words
    assert "does not match" in words
    assert "the seed gives" in words


def test_a_game_from_a_file_without_a_promise_says_so() -> None:
    record = to_json(selectors.record_of(drawn_game().view)) | {"fairness": None}
    opener = phone("Zoe")
    game = Game()
    game.table = services.import_record(
        parse_record(record), opener=services.Opener(device=opener), title="From a file"
    )
    assert "nobody here can say how its cubes were drawn" in around(game).page_of(
        opener, "fairness/"
    )


def test_a_draw_leads_to_its_line_of_the_log(cast: Cast) -> None:
    first = LogRow.objects.filter(name="attack").order_by("sequence")[0].sequence
    assert (
        f"log/?line={first}#line-{first}" in cast.alice.get(cast.url("fairness/")).content.decode()
    )


def test_who_may_check(cast: Cast) -> None:
    page = cast.url("fairness/")
    assert [who.get(page).status_code for who in (cast.alice, cast.bob, cast.carol)] == [200] * 3
    assert cast.mallory.get(page).status_code == 404
    assert cast.alice.post(page).status_code == 405


def test_more_draws_ask_no_more_of_the_database(cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            cast.alice.get(cast.url("fairness/"))
        return len(asked)

    few = queries()
    for _each in range(10):
        cast.game.do("attack", size=1)
    assert queries() <= few


# A rematch ----------------------------------------------------------------------


def test_a_phone_that_a_rematch_sat_down_adds_its_part_before_the_first_draw() -> None:
    game = Game()
    again = services.rematch(game.table, game.alice, salt=SALT)
    bob, url = client_on(game.bob), f"/tables/{again.pk}/"
    assert 'id="salt"' in bob.get(url).content.decode()
    assert bob.post(f"{url}salt/", {"salt": "no number"}).status_code == 422
    for _ in range(2):
        assert bob.post(f"{url}salt/", {"salt": "b" * 32}).status_code == 204
    assert 'id="salt"' not in bob.get(url).content.decode()
    words = text(bob.get(f"{url}fairness/").content.decode())
    assert words.count("on the device itself") == 2
    assert f"Bob on the device itself {'b' * 32}" in words


def test_the_opener_s_phone_adds_its_part_to_a_rematch_that_somebody_else_opened() -> None:
    game = Game()
    again = services.rematch(game.table, game.bob, salt="c" * 32)
    alice, url = client_on(game.alice), f"/tables/{again.pk}/"
    assert 'id="salt"' in alice.get(url).content.decode()
    assert alice.post(f"{url}salt/", {"salt": "a" * 32}).status_code == 204
    words = text(alice.get(f"{url}fairness/").content.decode())
    assert f"Alice on the device itself {'a' * 32}" in words
    assert words.count("Made when the table was opened") == 1


def test_after_the_first_draw_no_part_is_asked_for() -> None:
    game = Game()
    again = Game.at(services.rematch(game.table, game.alice), game.alice)
    again.turn(attack=True)
    bob, url = client_on(game.bob), f"/tables/{again.id}/"
    assert 'id="salt"' not in bob.get(url).content.decode()
    salt = again.stored().salt
    assert bob.post(f"{url}salt/", {"salt": "b" * 32}).status_code == 204
    assert again.stored().salt == salt
