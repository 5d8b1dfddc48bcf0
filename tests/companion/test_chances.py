"""What the screens say of the next attack: the chances, also where everybody falls whatever is drawn."""

import re

import pytest
from django.template.loader import render_to_string

from companion.fragments import board, television
from companion.fragments.chances import chances
from companion.fragments.words import words_in
from companion.rules import odds
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db(transaction=True)


def words(html: str) -> str:
    return re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", html))


def before_the_last_step() -> Game:
    """Bob moves the pawn for the last time; Alice and Carol are still inside."""
    game = Game(setup(seats=3))
    game.do("status", seat=1, status="knocked_out")
    game.turn()
    for _ in range(3):
        game.do("out_turn")
        game.turn()
        game.turn()
    assert game.view.state.countdown
    return game


@pytest.mark.parametrize("language", ["en", "de"])
def test_before_the_pawns_last_step_everybody_inside_is_certain_to_fall(language: str) -> None:
    game = before_the_last_step()
    view, say = game.view, words_in(language)
    pieces, screen = board.fragments(view, language), television.fragments(view, language)
    for seat in (0, 2):
        assert "100\u00a0%" in words(pieces[f"odd-{seat}"])
    assert "hidden" in pieces["odd-1"]
    told = words(screen["idle"])
    assert told.count("100\u00a0%") == 2
    assert not re.search(r"\b0\u00a0%", told)
    for rage in (pieces["rage"], screen["rage"]):
        assert not re.search(r'"sum">.*<b>0</b>', rage)
        assert words_in(language).gettext("everybody inside falls") in words(rage)
    page = {"page": {"here": "/", "ahead": (1, 2, 3, 4), "chances": chances(view, 0, say)}}
    sheet = words(render_to_string("companion/table/_odds_body.html", page))
    assert sheet.count("100\u00a0%") == 2
    assert not re.search(r"\b0\u00a0%", sheet)

    game.do("out_turn")
    assert game.view.state.over == "countdown"
    assert "100\u00a0%" not in words(television.fragments(game.view, language)["idle"])


def test_an_attack_of_the_countdown_says_where_its_cubes_come_from() -> None:
    game = Game()
    game.do("danger", count=1)
    game.do("status", seat=1, status="knocked_out")
    game.turn()
    html = board.fragments(game.view, "en")["rage"]
    assert "4 + 1 countdown" in words(html)
    assert "<b>5</b>" in html


def test_where_an_empty_bag_ends_the_game_everybody_falls_with_it() -> None:
    game = Game(setup("catacombs"))
    state = game.view.state
    held = sum(state.bag.values()) + sum(state.area.values())
    game.do("danger", count=held - odds.next_size(state))
    view = game.view
    assert "100\u00a0%" in words(board.fragments(view, "en")["odd-0"])
    assert "100\u00a0%" in words(television.fragments(view, "en")["idle"])
    preview = words(board.fragments(view, "en")["odds-preview"])
    assert re.search(r"100\u00a0% \+1 (?!100)", preview)
    found = chances(view, 0, words_in("en"))
    assert (found.empties, found.nobody) == (True, "0\u00a0%")
    assert [row.out for row in found.rows] == ["100\u00a0%"] * 2
    assert {why.after for why in found.whys} == {("100\u00a0%",) * 4}
    assert [row.out == "100\u00a0%" for row in found.forecasts] == [True, *[False] * 4]


def test_the_chance_of_a_hit_is_no_part_of_the_name() -> None:
    game = Game(setup(seats=3))
    game.do("clank", seat=1, count=2)
    page = {"page": {"here": "/", "chances": chances(game.view, 0, words_in("en"))}}
    sheet = render_to_string("companion/table/_odds_body.html", page)
    assert re.search(r"<span>Bob</span><br><small>hit \d+", sheet)
