"""A board in pieces: rendered once, only changes are rendered again, and small enough to send."""

import gzip
import re
from collections import OrderedDict
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from companion import services
from companion.fragments import attack, board, television
from companion.fragments.board import fragments
from companion.fragments.words import words_in
from companion.rules import odds
from companion.table.view import TAIL, TableView
from tests.companion.browser import Paper
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db(transaction=True)

# Alarms at twice the sizes of November 2026; `make bench` prints today's.
MOST_SENT = 20_000
MOST_LOADED = 160_000
SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js" / "table"


def sent(game: Game, before: Mapping[str, str]) -> dict[str, str]:
    now = fragments(game.view, "en")
    return {name: html for name, html in now.items() if before.get(name) != html}


def hurt_once() -> TableView:
    game = Game()
    game.do("damage", seat=0, count=1)
    return game.view


def test_an_attack_is_told_in_other_words_as_soon_as_its_line_has_left_the_board() -> None:
    game, say = Game(), words_in("en")
    game.do("clank", seat=1, count=1)
    game.do("damage", seat=1, count=9)
    game.do("attack", size=1, drawn=["blue"], by_hand=True)
    shown = []
    for _line in range(TAIL + 1):
        game.do("gold", seat=0, count=1)
        shown.append((attack.result_shown(game.view), attack.attack_result(game.view, say)))
    changes = [(old[0] != new[0], old[1] != new[1]) for old, new in pairwise(shown)]
    assert changes.count((True, True)) == 1
    assert changes.count((False, False)) == len(changes) - 1


def test_every_piece_is_one_element_with_the_piece_s_id() -> None:
    view = Game(setup("catacombs", modules=["monsters"])).view
    for name, html in fragments(view, "en").items():
        assert re.match(rf'<\w+ [^>]*\bid="{re.escape(name)}"', html), html[:80]


def test_the_same_board_is_drawn_once_for_all_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Game().view
    first = fragments(view, "en")
    monkeypatch.setattr(board, "macros", None)
    assert fragments(view, "en") is first


def test_each_language_has_pieces_of_its_own() -> None:
    view = Game().view
    english, german = fragments(view, "en"), fragments(view, "de")
    assert english.keys() == german.keys()
    assert fragments(view, "en") == english


def test_signs_that_stand_without_a_word_have_a_title_and_a_name() -> None:
    game = Game(setup("legacy2"))
    game.do("contract", key="7", due=True)
    game.do("contract", key="8")
    game.do("contract_status", contract="8", status="failed")
    html = fragments(game.view, "en")
    place = (
        r'title="outside the Danger Zone"><svg.+?</svg><span class="place">outside the Danger Zone<'
    )
    assert re.search(place, html["seat-0"])
    assert 'title="gold"' in html["seat-0"]
    assert 'title="Undo"' in html["undo"]
    assert 'title="due before the scoring"' in html["lying"]
    assert re.search(r'<span class="vh">failed</span>\s*<b>8</b>', html["lying"])


def test_a_tap_sends_only_what_it_changed() -> None:
    game = Game()
    before = fragments(game.view, "en")
    game.do("gold", seat=0, count=2)
    changed = sent(game, before)
    line = f"line-{game.view.sequence}"
    assert changed.keys() == {"moment", "seat-0", "undo", line}


def test_a_clank_sends_the_other_seats_odds_and_not_their_cards() -> None:
    game = Game(setup(seats=4))
    for seat in range(4):
        game.do("damage", seat=seat, count=9)
    before = fragments(game.view, "en")
    game.do("clank", seat=0, count=2)
    changed = board.changed(fragments(game.view, "en"), before)
    assert re.findall(r'id="(seat-\d)"', changed) == ["seat-0"]
    assert sorted(re.findall(r'id="(odd-\d)"', changed)) == [
        "odd-0",
        "odd-1",
        "odd-2",
    ]  # Dora has no cube there


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy1", "legacy2"])
def test_no_change_of_a_full_table_is_too_much_to_send(edition: str) -> None:
    game = Game(setup(edition, seats=4))
    for seat in range(4):
        game.do("clank", seat=seat, count=8)
        game.do("damage", seat=seat, count=5)
        game.do("take", seat=seat, token="dragon_egg") if seat < 3 else None
    for do, fields in (
        ("clank", {"seat": 0, "count": 1}),
        ("end_turn", {}),
        ("refill", {"attack": True}),
    ):
        before = fragments(game.view, "en")
        game.do(do, **fields)
        size = len("".join(sent(game, before).values()).encode())
        assert size <= MOST_SENT, (do, size)


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy1", "legacy2"])
def test_an_attack_on_nearly_full_meters_is_not_too_much_to_send(edition: str) -> None:
    game = Game(setup(edition, seats=4))
    for seat in range(4):
        game.do("clank", seat=seat, count=9)
        game.do("damage", seat=seat, count=8 if seat else 9)
        game.do("take", seat=seat, token="artifact", value=(5, 7, 10, 15)[seat])
        game.do("zone", seat=seat, zone="deep")
    game.do("end_turn")
    state = game.view.state
    cubes = [*(seat.color for seat in state.seats), *["black"] * 4]
    before = fragments(game.view, "en")
    game.do("refill", attack=True, by_hand=True, drawn=cubes[: odds.next_size(state)])
    changed = sent(game, before)
    assert game.view.state.seats[0].status == "knocked_out"
    assert {"attack-result", "pools", *(f"seat-{seat}" for seat in range(4))} <= changed.keys()
    assert len("".join(changed.values()).encode()) <= MOST_SENT


@pytest.mark.parametrize("language", ["en", "de"])
def test_four_seats_that_fall_at_once_are_not_too_much_to_send(language: str) -> None:
    game = Game(setup("catacombs", seats=4))
    for seat in range(4):
        game.do("clank", seat=seat, count=6)
        game.do("damage", seat=seat, count=9)
        game.do("take", seat=seat, token="artifact", value=(5, 7, 10, 15)[seat])
    before = fragments(game.view, language)
    cubes = [seat.color for seat in game.view.state.seats]
    game.do("attack", size=4, drawn=cubes, by_hand=True)
    assert game.view.state.over
    after = fragments(game.view, language)
    changed = [html for name, html in after.items() if before.get(name) != html]
    assert len("".join(changed).encode()) <= MOST_SENT


def off_the_clock(edition: str) -> Game:
    """Bob is out, and it is his turn."""
    game = Game(setup(edition, seats=3))
    game.do("status", seat=1, status="knocked_out")
    game.turn()
    return game


@pytest.mark.parametrize("edition", ["base", "catacombs"])
@pytest.mark.parametrize(
    "action",
    [
        {"do": "rage", "count": 1},
        {"do": "danger", "count": 2},
        {"do": "clank", "seat": 0, "count": 3},
        {"do": "damage", "seat": 2, "count": 9},
        {"do": "take", "seat": 0, "token": "artifact", "value": 10},
        {"do": "status", "seat": 1, "status": "in_play"},
        {"do": "undo"},
    ],
)
def test_no_piece_that_was_drawn_before_is_out_of_date(
    monkeypatch: pytest.MonkeyPatch, edition: str, action: dict[str, Any]
) -> None:
    game = off_the_clock(edition)
    fragments(game.view, "en")
    game.do(**action)
    kept = fragments(game.view, "en")
    monkeypatch.setattr(board._rendered_tables, "_kept", OrderedDict())
    assert fragments(game.view, "en") == kept


def test_a_new_name_is_on_every_piece_at_once() -> None:
    game = Game()
    fragments(game.view, "en")
    services.rename_seat(game.table, game.alice, seat=0, name="Zora")
    html = "".join(fragments(game.view, "en").values())
    assert "Zora" in html
    assert "Alice" not in re.sub(r"Alice is now called", "", html)


def test_a_name_that_reads_like_html_stays_a_name() -> None:
    game = Game()
    services.rename_seat(game.table, game.alice, seat=0, name='<b class="x">&')
    game.do("clank", seat=0, count=1)
    html = fragments(game.view, "en")
    for name in ("seat-0", "now", "next-step", f"line-{game.view.sequence}"):
        assert "&lt;b class=&#34;x&#34;&gt;&amp;" in html[name], name
        assert '<b class="x">' not in html[name]


def test_pictures_point_into_the_page_that_shows_them() -> None:
    game = Game()
    game.do("attack", size=2, drawn=["red", "black"], by_hand=True)
    html = "".join(fragments(game.view, "en").values())
    page = Paper(game).html()
    pointed = set(re.findall(r'href="#([civ]-[\w-]+)"', html))
    assert {"c-red", "c-black", "i-undo", "v-gate-lit"} <= pointed
    assert pointed <= set(re.findall(r'<symbol[^>]* id="([\w-]+)"', page))
    assert '<use href="#c-red"/><text>R</text></svg><span class="vh">red</span>' in html


def test_a_page_and_all_it_loads_stays_small() -> None:
    page = Paper(Game(setup("catacombs", seats=4))).html()
    names = set(re.findall(r'(?:src|href)="/static/([^"#]+)', page))
    names |= {f"js/table/{path.name}" for path in SCRIPTS.glob("*.js")}
    loaded = [
        Path(str(finders.find(name))).read_bytes() for name in sorted(names) if "app/" not in name
    ]
    weight = sum(len(gzip.compress(each)) for each in (page.encode(), *loaded))
    assert weight <= MOST_LOADED, weight


def test_scripts_know_no_edition_and_no_word_of_their_own() -> None:
    text = "\n".join(path.read_text() for path in SCRIPTS.glob("*.js"))
    assert not re.search(r"catacombs|legacy|artifact", text)
    assert not re.search(r"innerHTML = `", text)


def test_house_values_beyond_all_measure_hide_the_odds_and_hold_nobody_up() -> None:
    game = Game(setup(rules={"black_cubes": 200, "player_cubes": 200, "rage_track": [30]}))
    game.do("danger", count=1_000_000)
    assert not game.view.tells_odds
    assert "%" not in "".join(fragments(game.view, "en").values())


@pytest.mark.parametrize(
    ("language", "escaped", "knocked_out"),
    [("en", "escaped", "knocked out"), ("de", "entkommen", "ausgeschaltet")],
)
def test_an_attack_shows_no_empty_meter_for_a_seat_that_is_out(
    language: str, escaped: str, knocked_out: str
) -> None:
    game = Game(setup(seats=4))
    game.do("status", seat=1, status="escaped")
    game.do("status", seat=2, status="knocked_out")
    game.do("attack", size=2, drawn=["black", "black"], by_hand=True)
    for render in (fragments, television.fragments):
        html = render(game.view, language)["attack-result"]
        shown = html.split('class="tolls"')[1].split("</ul>")[0].split("<li ")[1:]
        assert [len(re.findall("<i[ >]", each)) for each in shown] == [10, 0, 0, 10]
        assert f">{escaped}<" in shown[1]
        assert f">{knocked_out}<" in shown[2]
