"""Reading through the pages: the ledger and its strikes, cause and effect, the box as of a game."""

import re

import pytest
from django.conf import settings

from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk

pytestmark = pytest.mark.django_db


# The ledger -----------------------------------------------------------------


def test_the_ledger_is_filtered(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue", "mark 017 ana", "counter Beers to 1"):
        pages.desk.type("alice", line)
    assert "counter" not in _entries(pages, card="17").lower()
    assert "marks Card 017" in _entries(pages, card="17")
    assert "Beers" not in _entries(pages, character="ana")
    assert "Beers" in _entries(pages, kind="counters")
    assert "Beers" not in _entries(pages, game="0")
    assert pages.get("alice", "ledger", game="none").status_code == 422


def test_the_filter_is_closed_unless_it_has_to_be_mended(pages: Pages) -> None:
    """On a phone the entries come first; all of them are one tap away from some of them."""
    filtered = re.compile(r"<details( open)?>\s*<summary>[^?]*?Filter")
    shown = pages.get("carol", "ledger").content.decode()
    mended = pages.get("carol", "ledger", game="none").content.decode()
    some = pages.get("carol", "ledger", game="0").content.decode()
    assert [found[1] for page in (shown, mended, some) if (found := filtered.search(page))] == [
        None,
        " open",
        None,
    ]
    assert "All entries" in some
    assert "All entries" not in shown


def _entries(pages: Pages, **asked: str) -> str:
    shown = text(pages.get("carol", "ledger", **asked))
    return shown.partition('class="ledger"')[2].partition("</ol>")[0]


def test_a_strike_says_what_it_restores_and_stays_visible(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue Bear", "point 017"):
        pages.desk.type("alice", line)
    number = pages.desk.last
    shown = text(pages.get("alice", "strike", number))
    assert "goes back to how it was" in shown
    assert "Card 017" in shown
    assert pages.post("alice", "strike", number).status_code == 302
    assert pages.desk.state.cards["017"].points == 0
    assert 'class="struck"' in _entries(pages)
    again = pages.post("alice", "strike", number)
    assert again.status_code == 422
    assert "already struck" in text(again)


def test_a_strike_says_what_stands_in_the_way(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue"):
        pages.desk.type("alice", line)
    number = pages.desk.last
    pages.desk.type("alice", "mark 017 ana")
    shown = text(pages.get("alice", "strike", number))
    assert f"Entry {number + 1} needs this one" in shown
    assert "Ana marks Card 017" in shown
    assert pages.url("strike", number + 1) in shown
    assert "fetch 017" not in shown, "it is fetched: to fetch it is no way out"
    assert pages.post("alice", "strike", number).status_code == 422
    assert pages.desk.state.cards["017"].marks


def test_a_contract_tells_how_it_came_to_the_table(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "contract 031 group")
    begun = pages.url("strike", pages.desk.last)
    pages.desk.type("alice", "contract 031 done ana")
    assert begun in text(pages.get("alice", "contract", "031"))


@pytest.mark.parametrize("kind", ["legacy1", "legacy2"])
def test_the_steps_after_a_game_claim_nothing_before_its_scores(kind: str) -> None:
    one = Pages(desk(kind=kind))
    for line in ("recruit ana", "recruit ben", "start 1 ana ben"):
        one.desk.type("alice", line)
    running = text(one.get("alice", "steps", "cleanup"))
    assert "Nobody won" not in running
    assert "Nobody scored 0" not in running
    one.desk.type("alice", "finish ana 0 ben 0")
    assert "Nobody won" in text(one.get("alice", "steps", "cleanup"))


def test_a_line_that_is_drawn_once_shows_each_reader_their_own(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "fetch 017 blue")
    alices = pages.desk.last
    pages.desk.type("dora", "mark 017 ben")
    doras = pages.desk.last
    strikes = {
        (reader, number): pages.url("strike", number) in text(pages.get(reader, "ledger"))
        for reader in ("alice", "carol", "dora", "alice")
        for number in (alices, doras)
    }
    assert strikes == {
        ("alice", alices): True,
        ("alice", doras): True,
        ("dora", alices): False,
        ("dora", doras): True,
        ("carol", alices): False,
        ("carol", doras): False,
    }
    assert "Ben marks" in _entries(pages)
    pages.client("carol").cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Ben marks" not in _entries(pages)
    pages.post("alice", "strike", doras)
    assert 'class="struck"' in _entries(pages)


# As of a game ---------------------------------------------------------------


def test_the_registry_as_of_a_game(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue Bear", "finish ana 1 ben 2"):
        pages.desk.type("alice", line)
    for line in ("start 2 ana ben", "fetch 018 blue Fox", "mark 017 ana"):
        pages.desk.type("alice", line)
    then = text(pages.get("carol", "cards", **{"as-of": "1"}))
    assert "Bear" in then
    assert "Fox" not in then
    assert 'class="mark"' not in then
    assert "You are looking at the past" in then
    now = text(pages.get("carol", "cards"))
    assert "Fox" in now
    assert 'class="mark"' in now


@pytest.mark.parametrize("typed", ["", "-1", "99", "x", "1e9", "٣", "9" * 400])
def test_a_game_that_was_never_played_is_today(pages: Pages, typed: str) -> None:
    for page in ("cards", "map", "characters", "contracts", "reports", "pieces"):
        assert pages.get("alice", page, **{"as-of": typed}).status_code == 200


def test_what_striking_would_bring_back_is_listed_in_the_order_of_the_box(pages: Pages) -> None:
    row = pages.desk.type("alice", "recruit cleo")
    shown = text(pages.get("alice", "strike", row.number))
    found = re.findall(r"(Burgle|Stumble|Sidestep|Scramble) (\d)", shown)
    deck = {"Burgle": 6, "Stumble": 2, "Sidestep": 1, "Scramble": 1}
    assert found == [(name, str(at)) for name, many in deck.items() for at in range(1, many + 1)]
