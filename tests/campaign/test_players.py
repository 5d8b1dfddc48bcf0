"""What a player may do at the pages: all of tonight's game, as an owner does; guests read."""

import pytest

from campaign.rules.verbs.index import verbs_of
from campaign.rules.verbs.verb import Verb, Who
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory
from tests.made_once import MadeOnce, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

FOR_KEEPERS = {"recruit", "correct", "abandon", "joining", "waive", "house_token"}
EVENING = (
    "start 1 ana ben",
    "fetch 017 blue",
    "mark 017 ana",
    "sticker A13 017",
    "rules 20b",
    "token 24",
    "contract 031 group boxes 1",
    "contract 031 tick ana",
    "milestone M4 ana",
    "employee ana",
    "finish ana 5 ben 3",
    "destroy 017",
)


def two_players_and_a_guest() -> Pages:
    UserFactory.create(username="mallory")
    made = desk({"alice": "owner", "bob": "player", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob"):
        made.type("alice", line)
    return Pages(made)


made_table = made_once(two_players_and_a_guest)


@pytest.fixture
def table(made_table: MadeOnce[Pages], db: None) -> Pages:
    """Alice's campaign with Bob who plays ben, Carol who looks on, and Mallory outside."""
    return made_table()


def test_a_player_keeps_the_ledger_of_an_evening_alone(table: Pages) -> None:
    assert [table.type("bob", line) for line in EVENING] == [302] * len(EVENING)
    state = table.desk.state
    assert state.games["1"].winner == "ana"
    assert state.cards["017"].destroyed
    assert state.contracts["031"].stars == ("ana",)


@pytest.mark.parametrize("line", ["recruit eve", "correct 1 ana 5 ben 3", "abandon"])
def test_a_player_leaves_what_is_for_keepers(table: Pages, line: str) -> None:
    table.type("alice", "start 1 ana ben")
    before = table.desk.campaign.sequence
    assert table.type("bob", line) == 422
    assert table.desk.campaign.sequence == before


@pytest.mark.parametrize("line", EVENING)
def test_nobody_else_writes_a_line(table: Pages, line: str) -> None:
    before = table.desk.campaign.sequence
    assert table.type("carol", line) == 403
    assert table.type("mallory", line) == 404
    assert table.desk.campaign.sequence == before


def test_each_form_opens_for_whoever_may_write_its_verb(table: Pages) -> None:
    for verb in typed(table):
        player = 403 if verb.key in FOR_KEEPERS else 200
        seen = [table.get(who, "write", verb.key).status_code for who in WHO]
        assert seen == [200, player, 403, 404], verb.key


def typed(table: Pages) -> list[Verb]:
    """The verbs that somebody may write by hand."""
    return [verb for verb in verbs_of(table.desk.campaign.rules) if verb.who is not Who.SITE]


WHO = ("alice", "bob", "carol", "mallory")


def test_the_menu_offers_a_player_what_they_may_write(table: Pages) -> None:
    offered = text(table.get("bob", "verbs"))
    for verb in typed(table):
        assert (f"/write/{verb.key}/" in offered) == (verb.key not in FOR_KEEPERS), verb.key


def test_a_player_strikes_their_own_entries_of_tonight(table: Pages) -> None:
    table.type("bob", "fetch 017 blue")
    assert table.type("bob", "strike last") == 302
    table.type("alice", "fetch 018 blue")
    assert table.type("bob", "strike last") == 422
    assert table.type("carol", "strike last") == 403
    assert table.type("mallory", "strike last") == 404
