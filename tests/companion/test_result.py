"""The result: who won and why, the chart, luck, closing the game, and who may see all that."""

import re
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import services
from companion.fragments.television import fragments
from companion.pages.chart import chart
from companion.pages.luck import odds_in_words, tenths
from companion.rules.standings import standings
from tests.companion.browser import client_on
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db(transaction=True)


def over(game: Game) -> Game:
    game.do("status", seat=0, status="escaped")
    for seat in range(1, len(game.view.state.seats)):
        game.do("status", seat=seat, status="knocked_out")
    return game


def played(edition: str = "legacy2") -> Game:
    game = Game(setup(edition))
    game.do("take", seat=0, token="artifact", value=10)
    game.do("take", seat=1, token="artifact", value=25)
    game.do("gold", seat=0, count=4)
    return game


@pytest.fixture
def cast() -> Cast:
    game = over(played())
    game.do("score", seat=0, cards=12, other=-3)
    game.do("score", seat=1, cards=0)
    return around(game)


def test_the_winner_stands_on_top(cast: Cast) -> None:
    words = cast.page("result/")
    assert "Alice wins" in words
    assert "1. Alice winner escaped 43 points" in words
    assert "2. Bob knocked out 25 points" in words


@pytest.mark.parametrize(
    ("language", "phone", "television"),
    [
        ("en", "knocked out 1 point ", "The dragon: 1 attack, 1 cube."),
        ("de", "ausgeschaltet 1 Punkt ", "Der Drache: 1 Angriff, 1 Würfel."),
    ],
)
def test_words_agree_with_a_number_of_1(language: str, phone: str, television: str) -> None:
    game = played()
    game.do("clank", seat=0, count=1)
    game.do("attack", size=1)
    cast = around(over(game))
    game.do("score", seat=0, cards=0)
    game.do("score", seat=1, cards=0, other=-24)
    tv = f"/tv/{game.table.tv_code}/result/"
    for address, words in ((cast.url("result/"), phone), (tv, television)):
        page = cast.alice.get(address, headers={"accept-language": language})
        assert words in text(page.content.decode())


def test_points_below_0_have_a_minus_sign_and_no_hyphen(cast: Cast) -> None:
    cast.game.do("score", seat=1, other=-300)
    for page in ("result/", "scores/0/", "log/"):
        words = cast.page(page)
        assert "−" in words
        assert not re.search(r"[ :(]-\d", words)
    tv = fragments(cast.game.view, "en")["idle"]
    assert ">−275<" in tv


def test_who_was_out_has_turns_too_and_the_turns_add_up() -> None:
    game = played()
    game.do("status", seat=1, status="knocked_out")
    game.turn()
    game.do("out_turn")
    words = around(over(game)).page("result/")
    assert "3 turns" in words
    assert re.search(r"Alice escaped, turn 3 2 .* turns of those already out 1 ", words)


def test_before_the_end_it_says_so_far_and_offers_no_closing() -> None:
    cast = around(played())
    words = cast.page("result/")
    assert "So far" in words
    assert "The game is not over yet" in words
    assert "winner" not in words
    assert "Close the game" not in words


def test_a_tie_is_explained(cast: Cast) -> None:
    cast.game.do("score", seat=1, cards=18)
    words = cast.page("result/")
    assert "Bob wins" in words
    assert "The most valuable artifact decides: Bob, worth 25." in words


def test_a_shared_victory_names_both() -> None:
    game = Game(setup("legacy2"))
    for seat in (0, 1):
        game.do("take", seat=seat, token="artifact", value=10)
        game.do("status", seat=seat, status="escaped")
        game.do("score", seat=seat, cards=0)
    assert "Alice, Bob share the victory" in around(game).page("result/")


def test_a_seat_that_scores_nothing_learns_why() -> None:
    game = played()
    game.do("zone", seat=1, zone="deep")
    words = around(over(game)).page("result/")
    assert "Bob scores 0 because of a knock-out in the Danger Zone." in words


def test_nobody_wins_without_an_artifact() -> None:
    words = around(over(Game(setup("legacy2")))).page("result/")
    assert "Nobody has more than 0 points" in words
    assert "Nobody wins" in words
    assert "winner" not in words


def test_nobody_wins_and_nobody_is_ahead_before_every_seat_is_counted() -> None:
    cast = around(over(played()))
    cast.game.do("score", seat=1, cards=40)
    words = cast.page("result/")
    assert "Not settled yet" in words
    assert "Count the score of Alice" in words
    assert "Count the score of Bob" not in words
    assert "Place" not in words
    assert "winner" not in words.replace("places and the winner", "")
    assert words.index("Alice escaped 34") < words.index("Bob knocked out 65")
    assert "Over; not settled yet" in text(cast.alice.get("/").content.decode())
    cast.game.do("score", seat=0, cards=0)
    assert "Bob wins" in cast.page("result/")


def test_who_closes_a_game_settles_it() -> None:
    cast = around(over(played()))
    assert cast.alice.post(cast.url("result/close/")).status_code == 302
    assert "Alice wins" in cast.page("result/")


# The chart --------------------------------------------------------------------


def test_the_bars_are_drawn_to_one_scale(cast: Cast) -> None:
    state = cast.game.view.state
    drawn = chart(state, standings(state).places)
    span = (10 + 20 + 4 + 12) + 3
    for bar in drawn.bars:
        for part in bar.parts:
            assert float(part.width) == pytest.approx(100 * abs(part.points) / span, abs=0.01)
    assert float(drawn.zero or "nan") == pytest.approx(100 * 3 / span, abs=0.01)
    alice = drawn.bars[0]
    edges = sorted((float(part.left), float(part.left) + float(part.width)) for part in alice.parts)
    assert edges[0][0] == pytest.approx(0, abs=0.01)
    assert edges[-1][1] == pytest.approx(100, abs=0.02)
    for (_left, right), (left, _right) in pairwise(edges):
        assert left == pytest.approx(right, abs=0.02), "the parts neither overlap nor leave gaps"


def test_the_chart_says_its_numbers_and_has_a_weave_for_each_kind(cast: Cast) -> None:
    html = cast.alice.get(cast.url("result/")).content.decode()
    assert 'aria-label="Alice: Artifacts 10, Escape 20, Gold 4, Cards 12, Other −3"' in html
    used = set(re.findall(r"url\(#weave-(\w+)\)", html))
    assert used == set(re.findall(r'<pattern id="weave-(\w+)"', html))


# Luck -------------------------------------------------------------------------


def test_luck_is_told_with_its_exact_chance() -> None:
    game = Game(setup("legacy2"))
    game.do("attack", size=3, drawn=["red", "red", "black"], by_hand=True)
    words = around(game).page("result/")
    # 24 black, 3 red and 2 blue cubes: both chances computed by hand.
    ways = comb(3, 2) * comb(26, 1) + comb(3, 3)
    chance = Fraction(ways, comb(29, 3))
    assert odds_in_words(chance) == f"1 in {round(1 / chance)}"
    assert f"2 cubes drawn , {tenths(Fraction(3 * 3, 29))} expected." in words
    assert f"This many or more: 1 in {round(1 / chance)}" in words
    assert "bad luck" in words


def test_a_game_without_a_dragon_has_no_luck_to_tell(cast: Cast) -> None:
    assert "What luck had to do with it" not in cast.page("result/")


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(1), "always"),
        (Fraction(0), "never"),
        (Fraction(1, 14), "1 in 14"),
        (Fraction(3, 43), "1 in 14"),
        (Fraction(1, 2), "1 in 2"),
        (Fraction(9, 10), "9 in 10"),
        (Fraction(99, 100), "99 in 100"),
        (Fraction(999, 1000), "99 in 100"),
        (Fraction(1, 12345), "1 in 12,345"),
        (Fraction(1, 10**9), "less than 1 in 1,000,000"),
    ],
)
def test_chances_in_words(chance: Fraction, words: str) -> None:
    assert odds_in_words(chance) == words


def test_tenths_are_rounded_from_the_fraction() -> None:
    assert [tenths(Fraction(1, 4)), tenths(Fraction(1, 3)), tenths(Fraction(5))] == [
        "0.3",
        "0.3",
        "5.0",
    ]


# Closing ----------------------------------------------------------------------


def test_closing_shows_the_seed_and_closing_twice_is_closing_once(cast: Cast) -> None:
    seed = cast.game.stored().seed
    assert seed not in cast.page("result/")
    for _each in range(2):
        assert cast.alice.post(cast.url("result/close/")).status_code == 302
    words = cast.page("result/")
    assert seed in words
    assert "The game is closed." in words
    assert "Close the game" not in words


def test_a_game_that_is_not_over_is_not_closed() -> None:
    cast = around(played())
    answer = cast.alice.post(cast.url("result/close/"))
    assert answer.status_code == 422
    assert "The game is not over yet; finish it" in text(answer.content.decode())
    assert cast.game.stored().closed_at is None


def test_only_who_opened_the_table_closes_the_game(cast: Cast) -> None:
    close = cast.url("result/close/")
    assert [who.post(close).status_code for who in (cast.bob, cast.carol, cast.mallory)] == [
        403,
        403,
        404,
    ]
    assert cast.alice.get(close).status_code == 405
    assert "Close the game" not in text(cast.bob.get(cast.url("result/")).content.decode())


def test_who_may_see_the_result(cast: Cast) -> None:
    page = cast.url("result/")
    assert [who.get(page).status_code for who in (cast.alice, cast.bob, cast.carol)] == [200] * 3
    assert cast.mallory.get(page).status_code == 404
    assert cast.alice.post(page).status_code == 405


def test_the_result_leads_to_the_rematch(cast: Cast) -> None:
    assert cast.url("rematch/") in cast.alice.get(cast.url("result/")).content.decode()
    assert "can open a rematch" in cast.bob.get(cast.url("result/")).content.decode()
    again = services.rematch(cast.game.stored(), cast.game.alice)
    for who in (cast.alice, cast.bob):
        html = who.get(cast.url("result/")).content.decode()
        way = html.index(f'href="/tables/{again.pk}/"')
        assert way < html.index("Where the points come from"), "nobody scrolls to be told"
        assert html.count(f"/tables/{again.pk}/") == 1
        assert "can open a rematch" not in html


def test_who_came_after_the_rematch_was_opened_is_led_to_its_code(cast: Cast) -> None:
    again = services.rematch(cast.game.stored(), cast.game.alice)
    late = phone()
    services.hold_seat(cast.game.stored(), late, seat=1)
    html = client_on(late).get(cast.url("result/")).content.decode()
    assert f"/tables/{again.pk}/" not in html
    assert "There is a rematch. To join it, type the code that its table shows." in text(html)
    assert "can open a rematch" not in html
    refused = client_on(late).post(cast.url("rematch/"), {"first": 0})
    assert refused.status_code == 422
    assert "To join it, type the code" in text(refused.content.decode())

    services.join(again, late)
    assert (
        f'href="/tables/{again.pk}/"' in client_on(late).get(cast.url("result/")).content.decode()
    )


def test_a_longer_game_asks_no_more_of_the_database(cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            cast.alice.get(cast.url("result/"))
        return len(asked)

    few = queries()
    for count in range(1, 20):
        cast.game.do("score", seat=0, cards=count)
    assert queries() <= few
