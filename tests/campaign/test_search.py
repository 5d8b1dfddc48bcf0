"""Search over one campaign and over all of mine: what is written is found, what is sealed is not."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.models import LedgerEntry, Membership
from campaign.services import private, trash
from tests.campaign.browser import Pages, client_of, text
from tests.campaign.conftest import four_and_two_characters
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory
from tests.made_once import MadeOnce, made_once

LINES = (
    "fetch 017 blue Frost Giant",
    "fetch 018 blue",
    "mark 017 ana",
    'contract 131 group name "The Locked Pantry" by 2 boxes 4',
    'note "Whoever drops a cube brings the crisps."',
    "start 1 ana ben",
    "read 45",
)


def typed_into_its_pages() -> Pages:
    pages = four_and_two_characters()
    for line in LINES:
        assert pages.type("alice", line) == 302, line
    return pages


made_written = made_once(typed_into_its_pages)


@pytest.fixture
def written(made_written: MadeOnce[Pages], db: None) -> Pages:
    return made_written()


def found(pages: Pages, words: str, who: str = "carol") -> str:
    reply = pages.get(who, "search", words=words)
    assert reply.status_code == 200
    page = text(reply)
    return page[page.index("<h1") :]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("frost", "Frost Giant"),
        ("17", "Frost Giant"),
        ("card 017", "Frost Giant"),
        ("GIANT frost", "Frost Giant"),
        ("18", "/cards/018/"),
        ("pantry", "/contracts/131/"),
        ("131", "The Locked Pantry"),
        ("Ana", "/characters/ana/"),
        ("crisps", "Whoever drops a cube brings the crisps."),
        ("passage 45", "45"),
        ("mark 17", "#entry-"),
        ("ana marks 17", "#entry-"),
        ("of ana burgle", "Card “Burgle 1” of Ana"),
    ],
)
def test_what_is_written_is_found(written: Pages, words: str, expected: str) -> None:
    page = found(written, words)
    assert expected in page
    assert "Nothing found" not in page


def test_a_character_comes_before_the_cards_of_their_deck(written: Pages) -> None:
    page = found(written, "ana")
    assert page.index("/characters/ana/") < page.index("/cards/")


@pytest.mark.parametrize("words", ["019", "20", "nobody", "frost ogre", "46"])
def test_what_is_sealed_is_not_found(written: Pages, words: str) -> None:
    assert "Nothing found" in found(written, words)


def test_what_was_struck_is_sealed_again(written: Pages) -> None:
    number = LedgerEntry.objects.get(verb="note").number
    assert written.post("alice", "strike", number).status_code == 302
    assert "Nothing found" in found(written, "crisps")
    assert "Nothing found" in found(written, "note crisps")


def test_a_private_note_is_found_by_nobody(written: Pages) -> None:
    private.write_note(written.desk.people["dora"], "I hid the lantern")
    for who in ("alice", "carol", "dora"):
        assert "Nothing found" in found(written, "lantern", who)


def test_an_empty_search_finds_nothing_and_says_nothing(written: Pages) -> None:
    page = found(written, "")
    assert "Nothing found" not in page
    assert "Frost" not in page


def test_a_line_leads_to_its_page_of_the_ledger(written: Pages) -> None:
    for _ in range(60):
        written.desk.type("alice", "counter Beers by 1")
    number = LedgerEntry.objects.get(verb="note").number
    page = found(written, "crisps")
    start = page.index("/ledger/?page=")
    address = page[start : page.index('"', start)]
    assert address == f"/ledger/?page=2#entry-{number}"
    shown = text(written.get("alice", "ledger", page="2"))
    assert f'id="entry-{number}"' in shown


# All of mine --------------------------------------------------------------------


def everywhere(client: Client, words: str) -> str:
    return text(client.get("/campaigns/search/", {"words": words}))  # type: ignore[arg-type]


@pytest.fixture
def two(written: Pages) -> Desk:
    other = desk({"alice": "owner"})
    other.type("alice", "fetch 017 blue Ember Fox")
    return other


def test_all_of_mine_are_searched_and_nobody_elses(two: Desk) -> None:
    alice, carol = client_of("alice"), client_of("carol")
    assert "Frost Giant" in everywhere(alice, "17")
    assert "Ember Fox" in everywhere(alice, "17")
    assert "Ember Fox" not in everywhere(carol, "17")
    assert "Frost Giant" in everywhere(carol, "17")
    UserFactory.create(username="mallory")
    for stranger in (Client(), client_of("mallory")):
        assert "Frost" not in everywhere(stranger, "17")
        assert "Ember" not in everywhere(stranger, "17")


def test_a_former_member_and_the_trash_find_nothing(two: Desk) -> None:
    trash.trash(two.campaign)
    assert "Ember Fox" not in everywhere(client_of("alice"), "17")
    Membership.objects.filter(name="Carol").update(left="2026-01-11T00:00Z")
    assert "Frost Giant" not in everywhere(client_of("carol"), "17")


def test_a_search_asks_a_fixed_number_of_questions(
    written: Pages, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of("alice")
    with django_assert_max_num_queries(14):
        everywhere(client, "17")
