"""The log's pages: what they show, and undoing down to a line."""

import re
from functools import partial
from html import unescape
from json import dumps
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import services
from companion.models import LogRow
from companion.pages.log import AT_ONCE
from companion.table import cache, selectors
from companion.tap import Tap
from tests.companion.cast import Cast, around, text, value
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast() -> Cast:
    return around(Game(setup("legacy2")))


def test_the_log_tells_who_did_what_newest_first(cast: Cast) -> None:
    cast.game.do("clank", seat=0, count=2)
    cast.game.do("gold", cast.game.bob, seat=1, count=3)
    words = cast.page("log/")
    assert "Alice makes 2 Clank!" in words
    assert words.index("Bob gains 3 gold.") < words.index("Alice makes 2 Clank!")


def test_lines_about_a_seat_are_its_own_and_those_that_name_it(cast: Cast) -> None:
    cast.game.do("clank", seat=0, count=2)
    cast.game.do("clank", seat=1, count=2)
    cast.game.do("attack", size=1, drawn=["blue"], by_hand=True)
    words = cast.page("log/?seat=1")
    assert "Bob takes 1 damage." in words, "an attack that hit Bob is about Bob"
    assert "Alice makes" not in words
    assert "Alice makes" in cast.page("log/?seat=")


@pytest.mark.parametrize(
    "query", ["?seat=9", "?seat=x", "?below=99", "?below=-1", "?seat=²", "?line=x", "?line=99"]
)
def test_a_query_that_means_nothing_shows_lines_all_the_same(cast: Cast, query: str) -> None:
    cast.game.do("clank", seat=0, count=2)
    assert "Alice makes 2 Clank!" in cast.page(f"log/{query}")


def test_an_undone_line_is_struck_with_who_and_when(cast: Cast) -> None:
    cast.game.do("clank", seat=0, count=2)
    cast.game.do("undo", cast.game.bob)
    html = cast.alice.get(cast.url("log/")).content.decode()
    assert "<s>Alice makes 2 Clank!</s>" in html
    assert "undone by Bob," in text(html)
    assert "looked back past a draw" not in text(html)


def test_a_line_of_an_earlier_version_is_read_in_the_words_of_today(cast: Cast) -> None:
    cast.game.do("status", seat=0, status="escaped")
    story = dumps([["status", {"seat": 0, "name": "Alice", "status": "escaped"}]])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE companion_logrow SET story = %s WHERE name = 'status'", [story])
    cache.forget()
    assert "By hand: Alice has escaped." in cast.page("log/")
    assert "By hand: Alice has escaped." in cast.page("")


def test_an_undo_past_a_draw_is_framed_and_named_at_the_top(cast: Cast) -> None:
    cast.game.do("attack", size=2)
    cast.game.do("undo", cast.game.bob)
    html = cast.carol.get(cast.url("log/")).content.decode()
    assert "Somebody has looked back past a draw once" in text(html)
    (undo,) = LogRow.objects.filter(kind="undo")
    assert f'id="line-{undo.sequence}" class="undo rewound"' in html


MOVED: dict[str, Any] = {"color": "red", "count": 1, "from": "supply", "to": "area"}


def test_who_puts_cubes_right_may_say_why(cast: Cast) -> None:
    cast.game.do("move", **MOVED, note="  Counted <twice> ")
    assert (
        "to the Clank! area. Why: Counted &lt;twice&gt;"
        in cast.alice.get(cast.url("log/")).content.decode()
    )


@pytest.mark.parametrize("note", [17, "", "  ", "turned \u202e round", ["a"]])
def test_a_note_that_is_no_plain_text_is_no_line(cast: Cast, note: object) -> None:
    # As a tap of before the rule: today's refuse control signs.
    cast.game.send(Tap(id="old", action={"do": "move", **MOVED, "note": note}))
    words = cast.page("log/")
    assert "to the Clank! area." in words
    assert "Why:" not in words


def gold(cast: Cast, times: int) -> list[int]:
    """Alice gains a gold this many times; returns the numbers of the lines."""
    return [cast.game.do("gold", seat=0, count=1).sequence for _each in range(times)]


def shown(cast: Cast, query: str = "") -> list[int]:
    """The numbers of the lines on a page of the log."""
    html = cast.alice.get(cast.url(f"log/{query}")).content.decode()
    return [int(number) for number in re.findall(r'id="line-(\d+)"', html)]


def link(cast: Cast, name: str, query: str = "") -> str:
    """The address of the link to earlier or newer lines; empty if there is none."""
    html = cast.alice.get(cast.url(f"log/{query}")).content.decode()
    found = re.search(rf'id="{name}"[^>]*href="([^"]*)"', html)
    return unescape(found.group(1)) if found else ""


@pytest.mark.parametrize("query", ["", "?seat=0", "?words=gold"])
def test_a_long_log_is_read_to_its_beginning_and_back(cast: Cast, query: str) -> None:
    lines = gold(cast, 2 * AT_ONCE + 5)[::-1]
    read, at, last = shown(cast, query), query, query
    assert read == lines[:AT_ONCE]
    while at := link(cast, "older", at):
        assert shown(cast, at), "no link leads to a page without a line"
        read += shown(cast, at)
        last = at
    assert [each for each in read if each in lines] == lines
    assert link(cast, "newer", "") == ""
    back = link(cast, "newer", last)
    while "below" in back:
        back = link(cast, "newer", back)
    assert shown(cast, back) == lines[:AT_ONCE], "whoever comes back to the newest follows them"


def test_new_lines_do_not_move_what_somebody_reads_further_down(cast: Cast) -> None:
    gold(cast, AT_ONCE + 5)
    earlier = link(cast, "older")
    before = shown(cast, earlier)
    gold(cast, 3)
    assert shown(cast, earlier) == before


def test_a_line_taken_back_long_after_is_struck_far_down_too(cast: Cast) -> None:
    first = gold(cast, AT_ONCE + 5)[0]
    cast.game.do("undo", cast.game.bob, to=first)
    html = cast.alice.get(cast.url(f"log/?below={first + 1}")).content.decode()
    assert "<s>Alice gains 1 gold.</s>" in html
    assert "undone by Bob," in text(html)
    cast.game.do("redo")
    html = cast.alice.get(cast.url(f"log/?below={first + 1}")).content.decode()
    assert "undone" not in text(html)


def test_a_line_is_found_with_its_neighbours(cast: Cast) -> None:
    lines = gold(cast, 2 * AT_ONCE)
    found = shown(cast, f"?line={lines[10]}")
    assert {lines[5], lines[10], lines[15]} <= set(found)


def test_words_are_found_in_the_whole_log_whoever_did_it(cast: Cast) -> None:
    clank = cast.game.do("clank", cast.game.bob, seat=1, count=2).sequence
    gold(cast, AT_ONCE)
    assert shown(cast, "?words=makes+2+CLANK!") == [clank]
    assert clank in shown(cast, "?words=bob")
    assert shown(cast, "?words=bob&seat=0") == []
    assert "No line says that." in cast.page("log/?words=nothing+of+the+kind")


def test_what_is_done_at_another_table_is_in_no_log_but_its_own(cast: Cast) -> None:
    elsewhere = Game()
    for _each in range(3):
        elsewhere.do("gold", seat=0, count=7)
    cast.game.do("gold", seat=1, count=1)
    before = len(shown(cast, "?words=gold"))
    assert before == 1
    assert "7 gold" not in cast.page("log/")
    assert shown(cast, "?words=7+gold") == []
    lines = [line.sequence for line in selectors.log_of(cast.game.view)]
    assert lines == list(range(1, cast.game.view.sequence + 1))


def test_the_log_tells_which_way_each_switch_of_the_table_went(cast: Cast) -> None:
    table, alice, bob = cast.game.table, cast.game.alice, cast.game.bob
    changes = (
        (partial(services.set_odds, table, alice, on=False), "The odds are hidden."),
        (partial(services.set_odds, table, alice, on=True), "The odds are shown."),
        (partial(services.set_joining, table, alice, is_open=False), "Joining was closed."),
        (partial(services.set_joining, table, alice, is_open=True), "can be joined again."),
        (partial(services.set_runs, table, bob, runs=True), "A device may now run the table."),
        (partial(services.set_runs, table, bob, runs=False), "A device no longer runs the table."),
        (partial(services.remove_device, table, alice, device=bob), "A device was removed."),
        (partial(services.let_in, table, alice, device=bob), "A removed device was let in again."),
    )
    for change, sentence in changes:
        assert sentence not in cast.page("log/")
        change()
        assert sentence in cast.page("log/")


def test_a_longer_log_asks_no_more_of_the_database(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)

    def queries() -> list[int]:
        return [asked_for(query) for query in ("", "?below=5", "?seat=0", "?words=gold")]

    def asked_for(query: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            cast.alice.get(cast.url(f"log/{query}"))
        return len(asked)

    few = queries()
    gold(cast, 20)
    cast.game.do("undo")
    assert queries() == few


# Going back -------------------------------------------------------------------


def line(cast: Cast, number: int) -> int:
    """The sequence of the action with that number, from 0."""
    actions = LogRow.objects.filter(table=cast.game.id, kind="action").order_by("sequence")
    return actions[number].sequence


def test_a_preview_shows_what_falls_and_changes_nothing(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)
    cast.game.do("gold", seat=0, count=2)
    cast.game.do("gold", seat=0, count=3)
    before = cast.game.view.sequence
    words = cast.page(f"log/{line(cast, 1)}/")
    assert "These 2 lines are undone" in words
    assert "Alice gains 3 gold." in words
    assert "Alice gains 1 gold." not in words
    assert "A draw is among them" not in words
    assert cast.game.view.sequence == before


def test_a_preview_past_a_draw_warns(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)
    cast.game.do("attack", size=1)
    assert "A draw is among them" in cast.page(f"log/{line(cast, 0)}/")


def test_going_back_takes_everything_from_that_line_on(cast: Cast) -> None:
    for count in (1, 2, 3):
        cast.game.do("gold", seat=0, count=count)
    url = cast.url(f"log/{line(cast, 1)}/")
    html = cast.bob.get(url).content.decode()
    sent = {"tap": value(html, "tap"), "standing": value(html, "standing")}
    assert cast.bob.post(url, sent).status_code == 302
    assert cast.game.view.state.seats[0].gold == 1
    length = cast.game.view.sequence
    assert cast.bob.post(url, sent).status_code == 302, "twice is once"
    assert cast.game.view.sequence == length


def test_going_back_from_an_old_page_is_refused_with_what_is_true_now(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)
    url = cast.url(f"log/{line(cast, 0)}/")
    html = cast.bob.get(url).content.decode()
    cast.game.do("gold", seat=1, count=5)
    sent = {"tap": value(html, "tap"), "standing": value(html, "standing")}
    answer = cast.bob.post(url, sent)
    assert answer.status_code == 409
    assert "Bob gains 5 gold." in text(answer.content.decode())
    assert cast.game.view.state.seats[0].gold == 1


@pytest.mark.parametrize(
    "sent", [{}, {"tap": "x"}, {"tap": "", "standing": "3"}, {"tap": "x", "standing": "y"}]
)
def test_a_form_that_lacks_something_changes_nothing(cast: Cast, sent: dict[str, str]) -> None:
    cast.game.do("gold", seat=0, count=1)
    before = cast.game.view.sequence
    assert cast.bob.post(cast.url(f"log/{line(cast, 0)}/"), sent).status_code == 422
    assert cast.game.view.sequence == before


def test_a_line_that_fell_already_says_so(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)
    cast.game.do("undo")
    assert "no longer counts" in cast.page(f"log/{line(cast, 0)}/")


def test_who_may_read_and_who_may_go_back(cast: Cast) -> None:
    cast.game.do("gold", seat=0, count=1)
    back = cast.url(f"log/{line(cast, 0)}/")
    assert cast.carol.get(cast.url("log/")).status_code == 200
    assert back not in cast.carol.get(cast.url("log/")).content.decode()
    assert [cast.carol.get(back).status_code, cast.carol.post(back).status_code] == [403, 403]
    assert [cast.mallory.get(cast.url("log/")).status_code, cast.mallory.get(back).status_code] == [
        404,
        404,
    ]
    assert cast.alice.post(cast.url("log/")).status_code == 405
    assert cast.alice.get(cast.url("log/999/")).status_code == 404
    assert cast.alice.get(cast.url("log/1/")).status_code == 404, "a setting cannot be undone"


def test_where_one_phone_is_everybodys_the_log_names_nobody() -> None:
    game = Game(setup("legacy2"), holds=(0, 1))
    cast = around(game)
    game.do("gold", seat=0, count=1)
    game.do("undo")
    words = cast.page("log/")
    assert "undone, " in words
    assert "Alice, Bob" not in words


def test_the_sign_beside_a_line_says_what_it_goes_back_to(cast: Cast) -> None:
    gold(cast, 1)
    at = cast.game.view.sequence
    html = cast.alice.get(cast.url("log/")).content.decode()
    sign = html.partition(f'id="back-{at}"')[2].partition("</a>")[0]
    assert f'title="Back to before line {at}"' in sign
    assert f"Back to before line {at}: Alice gains 1 gold" in text(sign)
