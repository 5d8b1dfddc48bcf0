"""One tap on a card, a contract or a character writes, and undo is beside it; and the line's undo."""

import re

import pytest

from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory
from tests.made_once import MadeOnce, made_once

pytestmark = pytest.mark.django_db

LINES = (
    "recruit ana player Alice",
    "recruit ben player Bob",
    "start 1 ana ben",
    "fetch 017 blue",
    "contract 031 group boxes 2",
    "contract 032 group cubes 9",
    "contract 033 solo for ana boxes 2",
)


def in_the_first_game() -> Pages:
    UserFactory.create(username="mallory")
    made = desk({"alice": "owner", "bob": "player", "carol": "guest"})
    for line in LINES:
        made.type("alice", line)
    return Pages(made)


made_table = made_once(in_the_first_game)


@pytest.fixture
def table(made_table: MadeOnce[Pages], db: None) -> Pages:
    return made_table()


def tapped(table: Pages, who: str, page: str, key: str, verb: str) -> str:
    """Send the first one-tap form of a verb, exactly as the page has it; the page after it."""
    shown = text(table.get(who, page, key))
    forms = re.findall(r'<form class="one-tap".*?</form>', shown, re.DOTALL)
    form = next(f for f in forms if f'/write/{verb}/"' in f)
    sent = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    sent.pop("csrfmiddlewaretoken", None)
    reply = table.client(who).post(table.url("write", verb), sent, follow=True)
    assert reply.redirect_chain == [(table.url(page, key), 302)]
    return reply.content.decode()


def undo(table: Pages, who: str, shown: str) -> int:
    """Send the undo that a page offers."""
    (numbers,) = re.findall(r'name="numbers" value="([^"]*)"', shown)
    return table.post(who, "undo", numbers=numbers).status_code


@pytest.mark.parametrize(
    ("page", "key", "verb"),
    [
        ("card", "017", "mark"),
        ("card", "017", "scratch"),
        ("card", "017", "destroy"),
        ("contract", "031", "tick_contract"),
        ("contract", "032", "cube"),
        ("contract", "033", "tick_contract"),
        ("character", "ben", "milestone"),
    ],
)
def test_one_tap_writes_and_one_undoes_it(table: Pages, page: str, key: str, verb: str) -> None:
    before = table.desk.state

    shown = tapped(table, "bob", page, key, verb)

    assert table.desk.state != before
    assert table.desk.campaign.entries.latest("number").verb == verb
    assert 'class="undo"' in shown
    assert undo(table, "bob", shown) == 302
    assert table.desk.state == before


def test_a_tap_is_for_ones_own_character_or_for_the_owner_of_a_solo_contract(table: Pages) -> None:
    tapped(table, "bob", "card", "017", "mark")
    tapped(table, "bob", "contract", "032", "cube")
    tapped(table, "bob", "contract", "033", "tick_contract")

    state = table.desk.state
    assert [mark.character for mark in state.cards["017"].marks] == ["ben"]
    assert state.contracts["032"].cubes == ("ben",)
    assert state.contracts["033"].ticked == 1


def test_a_tap_sent_twice_is_written_once(table: Pages) -> None:
    key = "7d3a1a52-5d0c-4a6e-9f0c-0c6f5a1f0b11"
    for _each in range(2):
        table.post("bob", "write", "scratch", sure="yes", key=key, **{"a-card": "017"})
    assert table.desk.state.cards["017"].scratched == 1


def test_guests_get_no_button_and_strangers_no_page(table: Pages) -> None:
    assert "one-tap" not in text(table.get("carol", "card", "017"))
    last = table.desk.last
    for who, status in (("carol", 403), ("mallory", 404)):
        sent = {"a-card": "017", "sure": "yes"}
        assert table.post(who, "write", "scratch", **sent).status_code == status
        assert table.post(who, "undo", numbers=str(last)).status_code == status
    assert table.desk.last == last


def test_a_player_undoes_nothing_of_anothers(table: Pages) -> None:
    before = table.desk.state
    assert table.post("bob", "undo", numbers=str(table.desk.last)).status_code == 302
    assert table.post("bob", "undo", numbers="x 99999 -1").status_code == 302
    assert table.desk.state == before


def test_a_line_of_several_cards_is_written_and_undone_as_one(table: Pages) -> None:
    before = table.desk.state
    reply = table.client("bob").post(table.url("line"), {"line": "fetch 61 62 blue"}, follow=True)
    assert {"061", "062"} <= set(table.desk.state.cards)
    assert undo(table, "bob", reply.content.decode()) == 302
    assert table.desk.state == before


def test_a_line_of_several_is_written_whole_or_not_at_all(table: Pages) -> None:
    before = table.desk.campaign.sequence
    assert table.type("bob", "fetch 61 17 blue") == 422
    assert table.desk.campaign.sequence == before


def test_a_line_of_several_sent_twice_is_written_once(table: Pages) -> None:
    key = "7d3a1a52-5d0c-4a6e-9f0c-0c6f5a1f0b11"
    for _each in range(2):
        assert table.post("bob", "line", line="scratch 17 17", key=key).status_code == 302
    assert table.desk.state.cards["017"].scratched == 2


def test_undo_typed_strikes_the_writers_own_last_entry(table: Pages) -> None:
    table.type("bob", "fetch 018 blue")
    table.type("alice", "fetch 019 blue")
    assert "Undo: Fetched Card 018." in text(table.get("bob", "line", line="undo"))

    assert table.type("bob", "undo") == 302
    assert set(table.desk.state.cards) >= {"017", "019"}
    assert "018" not in table.desk.state.cards
    assert table.type("bob", "undo") == 422
    assert "There is no entry of yours to undo." in text(table.get("bob", "line", line="undo"))


def test_who_has_one_character_may_leave_it_out(table: Pages) -> None:
    assert table.type("bob", "tick 031") == 302
    assert table.type("bob", "done 032 told") == 422
    assert table.type("bob", "done 031 told") == 422
    assert table.type("bob", "tick 031") == 302
    assert table.desk.state.contracts["031"].stars == ("ben",)


@pytest.mark.parametrize("verb", ["mark", "milestone", "cross", "memorial", "scratch", "condition"])
def test_forms_start_with_ones_own_character(table: Pages, verb: str) -> None:
    assert '<option value="ben" selected>' in text(table.get("bob", "write", verb))
    assert '<option value="ana" selected>' in text(table.get("alice", "write", verb))


def test_a_new_character_is_asked_for_by_name(table: Pages) -> None:
    shown = text(table.get("alice", "write", "recruit"))
    assert 'name="a-character"' not in shown
    sent = {"a-name": "Madame Sørensen", "a-colour": "green", "sure": "yes"}
    assert table.post("alice", "write", "recruit", **sent).status_code == 302
    assert table.desk.state.characters["madame-sørensen"].name == "Madame Sørensen"
    assert table.post("alice", "write", "recruit", **{"a-name": ""}).status_code == 422


def test_a_slip_is_put_right_by_one_tap(table: Pages) -> None:
    assert 'value="fetch 018 blue"' in text(table.get("bob", "line", line="fetsh 018 blue"))
    assert 'value="mark 017 ben"' in text(table.get("bob", "line", line="mark 017 bem"))
