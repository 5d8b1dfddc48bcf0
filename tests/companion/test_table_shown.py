"""What the table's page and its television show: words, names, chances, ways in."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.device_cookie import COOKIE
from companion import services
from companion.fragments.board import fragments
from companion.rules.record import Record, steps
from companion.table.naming import called
from kernel.text import isolated
from tests.companion.browser import Paper
from tests.companion.cast import text
from tests.companion.game import Game, setup
from web import qr

pytestmark = pytest.mark.django_db(transaction=True)

LEAVES = """value='{"do":"leave","seat":0}'"""
COLORS = ("red", "blue", "green", "yellow")


def seated(*names: str) -> Record:
    """The setup of a game of people of these names."""
    seats = [{"name": name, "color": color} for name, color in zip(names, COLORS, strict=False)]
    return services.read_setup(edition="base", seats=seats)


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy1", "legacy2"])
def test_every_edition_speaks_its_own_words(edition: str) -> None:
    game = Game(setup(edition))
    page = Paper(game).html()
    assert game.view.state.edition.words["deep"] in page
    assert "Alice plays, then ends the turn." in page


def test_who_carries_an_artifact_is_told_how_to_get_out() -> None:
    game = Game()
    assert "At the exit: Leave." not in Paper(game).html()
    game.do("take", seat=0, token="artifact", value=10)
    page = Paper(game).html()
    assert page.count("Alice plays, then ends the turn. At the exit: Leave.") == 1
    assert LEAVES in fragments(game.view, "en")["next"]
    game.do("zone", seat=0, zone="deep")
    deep = Paper(game).html()
    assert "At the exit: Leave." not in deep
    assert LEAVES not in deep
    game.do("zone", seat=0, zone="safe")
    assert LEAVES in fragments(game.view, "en")["next"]
    game.do("leave", seat=0)
    assert "At the exit: Leave." not in Paper(game).html()
    assert LEAVES not in Paper(game).html()


def test_a_long_name_is_its_first_word_on_the_buttons_of_a_phone() -> None:
    names = (
        "Dora of the High Meadow",
        "Anna-Maria Sophia",
        "Anna Maria Sophie",
        "Anna Cecilia Lang",
    )
    game = Game(seated(*names))
    called = ("Dora", "Anna-Maria", "Anna Maria Sophie", "Anna Cecilia Lang")
    for name, short in zip(names, called, strict=True):
        html = fragments(game.view, "en")
        assert f"End {short}’s turn" in html["next"]
        assert f"Your turn, {short}<" in html["next-step"]
        assert f"{name} plays" in html["next-step"]
        game.turn()
    seats = [fragments(game.view, "en")[f"seat-{at}"] for at in range(4)]
    assert ['data-called="' in seat for seat in seats] == [True, True, False, False]


def short(*names: str) -> list[str]:
    """What a heading and the buttons call people of these names."""
    seats = steps(seated(*names))[0].seats
    return [called(seats, at) for at in range(len(seats))]


def test_a_name_without_a_gap_is_cut_short_in_the_heading_and_on_the_buttons() -> None:
    names = {
        "Donaudampfschifffahrtskapitän": "Donaudampfs…",
        "Bartholomäus-Maximilian": "Bartholomäus",
        "Konstantinos": "Konstantinos",
        "Wolkenburgerin Emilia": "Wolkenburge…",
    }
    assert short(*names) == list(names.values())
    alike = ("Donaudampfschiff Anna", "Donaudampfschiff Emilia", "א" * 14)
    assert short(*alike) == [
        "Donaudampfs… Anna",
        "Donaudampfs… Emilia",
        isolated("א" * 11 + "…"),
    ]


def test_every_seat_has_a_letter_beside_its_shape_and_only_who_is_in_stands_somewhere() -> None:
    game = Game()
    page = Paper(game).html()
    assert re.findall(r'id="seat-\d".*?<i aria-hidden="true">(\w)</i>', page, re.S) == ["R", "B"]
    assert page.count("above the Depths</span></span>") == 2
    game.do("take", seat=0, token="artifact", value=10)
    game.do("status", seat=0, status="escaped")
    assert Paper(game).html().count("above the Depths</span></span>") == 1


@pytest.mark.parametrize(("holds", "said"), [((0,), " undone by Alice"), ((0, 1), " undone")])
def test_a_struck_out_line_names_who_took_it_back_if_that_is_one_person(
    holds: tuple[int, ...], said: str
) -> None:
    game = Game(holds=holds)
    game.do("gold", seat=0, count=1)
    game.do("undo")
    (line,) = re.findall(r'<li [^>]*class="undone">.*?</time>(.*?)</small>', Paper(game).html())
    assert line == said


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_menu_calls_a_page_as_its_own_tab_does(language: str) -> None:
    table = Paper(Game())
    headers = {"Accept-Language": language}
    menu = table.client.get(table.url, headers=headers).content.decode()
    result = table.client.get(f"{table.url}result/", headers=headers).content.decode()
    tab = rf'href="{table.url}(?P<to>scores|log|fairness)/[^"]*">(?:<svg.*?</svg>)?(?P<text>[^<]+)</a>'
    in_menu = dict(re.findall(tab, menu.split('class="menu"')[1].split("</details>")[0], re.S))
    on_tabs = dict(re.findall(tab, result.split('class="tabs"')[1].split("</nav>")[0], re.S))
    assert in_menu == on_tabs
    assert len(in_menu) == 3


def test_the_menu_leads_to_the_television() -> None:
    table = Paper(Game())
    menu = table.html().split('class="menu"')[1].split("</details>")[0]
    link = next(part for part in menu.split("<a ") if "Television" in part)
    shown = Client().get(link.split('href="')[1].split('"')[0])
    assert shown.status_code == 200
    assert '<body class="tv"' in shown.content.decode()


def test_the_manual_and_the_help_call_the_buttons_as_the_board_does() -> None:
    manual = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text()
    turn = manual.split("## A usual turn")[1].split("\n## ")[0]
    names = re.findall(r"\*\*(.+?)\*\*", turn)
    game = Game(setup("catacombs"))
    game.do("zone", seat=1, zone="deep")
    view = re.sub(r"<[^>]+>", "", Paper(game).html())
    help_page = unescape(Client().get("/help/").content.decode())
    assert len(names) > 8
    for name in names:
        assert re.search(re.escape(name).replace("…", ".+"), view), name
        assert "…" in name or name in help_page, name


def test_a_page_asks_the_database_no_more_after_a_long_game() -> None:
    game = Game()
    paper = Paper(game)
    paper.html()
    game.do("clank", seat=0, count=1)
    with CaptureQueriesContext(
        connection,
    ) as few:
        paper.html()
    for _ in range(30):
        game.do("gold", seat=0, count=1)
    with CaptureQueriesContext(connection) as many:
        paper.html()
    assert len(many) == len(few)


def test_the_seat_that_plays_is_chosen_where_one_phone_holds_all() -> None:
    one = Game(holds=(0, 1))
    one.turn()
    assert 'data-acting="1"' in Paper(one).html()
    own = Game()
    own.turn()
    assert 'data-acting="0"' in Paper(own).html()
    assert 'data-acting="1"' in Paper(own).html("?seat=1")


CLANK = '{"do":"clank","seat":null,"count":1}'


def pressed(paper: Paper, seat: int, action: str) -> str:
    """The page after a button was pressed for a seat, without scripts."""
    moved = paper.send({"action": action, "seat": str(seat)})
    return paper.html(moved["Location"].removeprefix(paper.url))


def test_without_scripts_one_phone_for_all_follows_the_turn() -> None:
    paper = Paper(Game(holds=(0, 1)))
    assert 'data-acting="0"' in pressed(paper, 0, CLANK)
    pressed(paper, 0, '{"do":"end_turn"}')
    page = pressed(paper, 0, '{"do":"refill","attack":false}')
    assert 'data-acting="1"' in page
    assert "+ Clank! for Bob" not in text(page)
    assert f'href="{paper.url}">Look again' in page


def test_a_seat_that_was_chosen_stays_chosen_and_the_buttons_say_so() -> None:
    paper = Paper(Game(holds=(0, 1)))
    page = pressed(paper, 1, CLANK)
    assert 'data-acting="1"' in page
    assert "+ Clank! for Bob" in text(page)
    assert f'href="{paper.url}?seat=1">Look again' in page
    own = Paper(Game())
    assert "+ Clank! for Bob" in text(own.html("?seat=1"))
    assert "+ Clank! for" not in text(own.html())


def test_narrow_buttons_say_the_bare_name_as_they_do_with_scripts() -> None:
    page = text(Paper(Game()).html("?seat=1"))
    assert "Damage Bob Heal Bob Gold + 1 Bob" in page


def test_after_a_refusal_the_way_back_follows_the_turn_too() -> None:
    paper = Paper(Game(holds=(0, 1)))
    spent = '{"do":"gold","seat":null,"count":-9}'
    for seat, query in ((0, ""), (1, "?seat=1")):
        refused = paper.send({"action": spent, "seat": str(seat)}).content.decode()
        assert f'href="{paper.url}{query}">' in refused


def test_a_name_that_looks_like_markup_is_only_a_name() -> None:
    game = Game()
    services.rename_seat(game.table, game.alice, seat=0, name="<svg/onload=x>'\"{0}")
    page = Paper(game).html()
    assert "<svg/onload" not in page
    assert "&lt;svg/onload=x&gt;" in page


def test_the_odds_can_be_switched_off_for_a_table() -> None:
    game = Game()
    paper = Paper(game)
    assert "knocked out" in paper.html()
    services.set_odds(game.table, game.alice, on=False)
    assert paper.client.get(f"{paper.url}odds/").status_code == 404
    assert 'class="odd' not in paper.html()
    assert "If Alice makes more Clank! first" not in paper.html()


def test_the_odds_tell_what_more_noise_would_do_before_it_is_made() -> None:
    game = Game()
    paper = Paper(game)
    before = game.view.sequence
    page = paper.client.get(f"{paper.url}odds/?seat=0").content.decode()
    assert "If Alice makes more Clank! first" in page
    assert all(f"+{more}" in page for more in range(1, 5))
    assert game.view.sequence == before


def test_the_television_needs_no_device_and_has_nothing_to_send() -> None:
    game = Game()
    page = Client().get(f"/tv/{game.table.tv_code}/")
    assert page.status_code == 200
    assert "<form" not in page.content.decode()
    assert Client().get("/tv/ABCDEFGHJKLM/").status_code == 404


def test_the_television_shows_the_way_in_while_a_seat_is_free() -> None:
    game = Game(setup(seats=3))
    tv = f"/tv/{game.table.tv_code}/"
    page = Client().get(tv).content.decode()
    assert "data-free" in page
    assert game.table.join_code in page
    services.hold_seat(game.table, game.bob, seat=2)
    assert "data-free" not in Client().get(tv).content.decode()


def test_the_television_s_code_leads_phones_to_the_network_and_not_to_themselves(
    settings: Settings,
) -> None:
    settings.NETWORK_ADDRESS = "192.0.2.7"
    game = Game(setup(seats=3))
    page = Client(HTTP_HOST="127.0.0.1:8950").get(f"/tv/{game.table.tv_code}/").content.decode()
    assert "192.0.2.7:8950/join/" in page.replace("<wbr>", "")
    assert qr.svg(f"http://192.0.2.7:8950/j/{game.table.link_token}/") in page


def test_behind_a_proxy_the_code_names_the_public_address_however_the_page_was_asked_for(
    settings: Settings,
) -> None:
    settings.PROXY, settings.NAMED_HOSTS = ["127.0.0.1"], ["dragons.example"]
    game = Game(setup(seats=3))
    page = Client(HTTP_HOST="127.0.0.1:8000").get(f"/tv/{game.table.tv_code}/").content.decode()
    assert qr.svg(f"https://dragons.example/j/{game.table.link_token}/") in page


def test_the_television_tells_the_points_once_the_game_is_over() -> None:
    game = Game()
    game.do("gold", seat=1, count=7)
    game.do("take", seat=1, token="artifact", value=10)
    tv = f"/tv/{game.table.tv_code}/"
    assert 'aria-label="Points"' not in Client().get(tv).content.decode()
    for seat in (0, 1):
        game.do("damage", seat=seat, count=10)

    def points() -> list[tuple[str, str]]:
        told = Client().get(tv).content.decode().split('aria-label="Points"')[1]
        return re.findall(r'class="name"[^>]*>(\w+)</span><b class="odd">(\d+)</b>', told)

    assert points() == [("Alice", "0"), ("Bob", "17")], "nobody is ahead before it is settled"
    assert "Not settled yet." in Client().get(tv).content.decode()
    game.do("score", seat=1, cards=3)
    assert points() == [("Bob", "20"), ("Alice", "0")]
    assert "Not settled yet." not in Client().get(tv).content.decode()


def test_an_account_that_opened_the_table_plays_from_a_browser_that_never_tapped(
    alice: User, alice_client: Client
) -> None:
    game = Game(account=alice)
    clank = {"do": "clank", "seat": "0", "count": "1", "tap": "first"}
    answer = alice_client.post(f"/tables/{game.id}/act/", clank)
    assert answer.status_code == 302
    assert COOKIE in answer.cookies
    assert game.view.state.seats[0].made == 1


@pytest.mark.parametrize(
    ("edition", "place", "other"),
    [("base", "above", "below"), ("legacy2", "outside", "inside")],
)
def test_who_could_fall_is_told_where_they_stand_and_what_a_tap_changes(
    edition: str, place: str, other: str
) -> None:
    game = Game(setup(edition))
    game.do("clank", seat=1, count=5)
    game.do("damage", seat=1, count=9)
    game.do("end_turn")
    html = fragments(game.view, "en")["at-risk"]
    assert f"Bob: {place}. No: {other}" in text(html)
    game.do("zone", seat=1, zone="deep")
    assert f"Bob: {other}. No: {place}" in text(fragments(game.view, "en")["at-risk"])
