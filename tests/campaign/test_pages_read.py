"""What pages read: correct, in a fixed number of queries, and fast."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from accounts.identity import Person
from campaign.models import Campaign, Membership, Photo
from campaign.rules.entries import Draft, Entry
from campaign.selectors import (
    campaign_map,
    cards,
    characters,
    contracts,
    games,
    home,
    ledger,
    photos,
    plays,
)
from campaign.selectors.members import campaigns_of, members_of
from campaign.services import private
from campaign.services.ledger import rebuild, row_for
from tests.campaign.browser import Pages
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import MembershipFactory, PhotoFactory
from tests.yardstick import seconds

pytestmark = pytest.mark.django_db

NAMES = ("ana", "ben", "cleo", "dov")


def large(*, card_count: int, game_count: int, marks: int = 0) -> Membership:
    """A campaign of a given size, written in bulk and then rebuilt from its ledger."""
    made = desk({"alice": "owner", "bob": "keeper"})
    drafts = list(_drafts(card_count, game_count, marks))
    start = made.campaign.sequence
    rows, game = [], 0
    for number, (verb, arguments) in enumerate(drafts, start=start + 1):
        game = int(str(arguments["game"])) if verb == "start" else game
        rows.append(row_for(made.campaign, _entry(number, verb, arguments, game)))
    made.campaign.entries.bulk_create(rows)
    Campaign.objects.filter(pk=made.campaign.pk).update(sequence=len(rows) + start)
    rebuild(made.campaign)
    for number in range(1, card_count // 10 + 1):
        PhotoFactory.create(campaign=made.campaign, about=f"card:{number:03}")
        MembershipFactory.create(campaign=made.campaign)
    return Membership.objects.select_related("campaign", "account").get(pk=made.people["alice"].pk)


def _entry(number: int, verb: str, arguments: dict[str, object], game: int) -> Entry:
    return Entry(
        id=uuid4(),
        number=number,
        verb=verb,
        arguments=arguments,
        game=game,
        member="alice",
        at=datetime(2026, 1, 10, tzinfo=UTC),
    )


def _drafts(
    card_count: int, game_count: int, marks: int
) -> Iterator[tuple[str, dict[str, object]]]:
    for name in NAMES:
        yield "recruit", {"character": name, "player": "alice" if name == "ana" else ""}
    for number in range(1, card_count + 1):
        yield "fetch", {"card": f"{number:03}", "kind": "blue", "name": f"Wren {number}"}
    for number in range(1, marks + 1):
        card = f"{(number - 1) % card_count + 1:03}"
        yield "mark", {"card": card, "character": NAMES[number % 4], "told": True}
    for number in range(1, card_count // 10 + 1):
        yield "sticker", {"label": "A13", "target": f"card:{number:03}"}
        yield "contract", {"card": f"{600 + number}", "kind": "group", "boxes": 3}
        yield "space", {"space": f"w{number}", "character": "ana"}
        yield "note", {"text": f"Note {number}", "about": "character:ana"}
    for number in range(1, game_count + 1):
        yield "start", {"game": number, "players": list(NAMES)}
        yield "finish", {"scores": {name: number + at for at, name in enumerate(NAMES)}}


READS: dict[str, Callable[[Membership], object]] = {
    "home": home.home_of,
    "registry": lambda member: cards.registry_of(member.campaign, cards.CardFilter()),
    "sheet": lambda member: characters.sheet_of(member, "ana"),
    "contracts": lambda member: contracts.contract_board(member.campaign),
    "map": lambda member: campaign_map.map_of(member.campaign),
    "reports": lambda member: games.reports_of(member.campaign),
    "ledger": lambda member: ledger.lines_of(member, ledger.rows_of(member.campaign)[:50]),
    "as of": lambda member: cards.registry_of(member.campaign, cards.CardFilter(), 1),
    "photos": lambda member: photos.photos_of(member.campaign),
    "line": lambda member: ledger.reading_of(member.campaign),
    "csv": lambda member: plays.csv_of(member.campaign),
    "BG Stats": lambda member: plays.bg_stats_of(member.campaign),
    "members": lambda member: members_of(member.campaign),
    "campaigns": lambda member: campaigns_of(Person(account=member.account)),
}


@contextmanager
def counted() -> Iterator[list[int]]:
    found: list[int] = []
    with CaptureQueriesContext(
        connection,
    ) as queries:
        yield found
    found.append(len(queries))


@pytest.fixture(scope="module")
def sizes(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Membership, Membership]]:
    """A campaign after two evenings and one after a year, created once for all these tests."""
    photos_of_them = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with django_db_blocker.unblock(), photos_of_them, transaction.atomic():
        small = large(card_count=10, game_count=2, marks=8)
        yield small, large(card_count=400, game_count=12, marks=300)
        transaction.set_rollback(True)


@pytest.mark.parametrize("what", READS)
def test_the_number_of_queries_does_not_grow(
    sizes: tuple[Membership, Membership], what: str
) -> None:
    counts = []
    for member in sizes:
        with counted() as found:
            READS[what](member)
        counts += found
    assert counts[0] == counts[1] <= 32


@pytest.mark.parametrize("what", READS)
def test_a_year_of_400_cards_and_300_marks_is_read_fast(
    sizes: tuple[Membership, Membership], what: str
) -> None:
    assert seconds(lambda: READS[what](sizes[1]), tries=5) < 0.1


# What they say ------------------------------------------------------------------------


@pytest.fixture
def table() -> Desk:
    made = desk({"alice": "owner", "bob": "player"})
    for line in (
        "recruit ana name Ana player Alice",
        "recruit ben name Ben player Bob",
        "fetch 018 blue Wren",
        "fetch 017 blue Owl",
        "fetch 020 monster",
        "start 1 ana ben",
        "mark 017 ben",
        "sticker A13 017",
        "contract 031 group by 3 boxes 2",
        "contract 032 solo for ben by 1",
        "contract 032 marker 7",
        "contract 031 tick ben",
        "space 7 mark ana",
        "milestone M4 ben",
        "tick midnight oil ben",
        "journal C ben",
    ):
        made.type("alice", line)
    return made


def keys(registry: cards.Registry) -> list[str]:
    return [row.card.key for row in registry.rows if row.card.key.isdecimal()]


def test_the_registry_stands_in_the_order_of_the_cardporium(table: Desk) -> None:
    registry = cards.registry_of(table.campaign, cards.CardFilter())
    assert keys(registry) == ["017", "018", "020", "031", "032"]
    assert registry.rows[0].stickers[0].label == "A13"
    assert registry.total == len(registry.rows)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (cards.CardFilter(words="owl"), ["017"]),
        (cards.CardFilter(words="01"), ["017", "018"]),
        (cards.CardFilter(kind="monster"), ["020"]),
        (cards.CardFilter(where="adventure"), ["017", "018", "020"]),
        (cards.CardFilter(marked=True), ["017"]),
        (cards.CardFilter(character="ben", marked=True), ["017"]),
        (cards.CardFilter(words="nothing"), []),
    ],
)
def test_the_registry_is_searched(table: Desk, asked: cards.CardFilter, found: list[str]) -> None:
    assert keys(cards.registry_of(table.campaign, asked)) == found


def test_a_sheet_shows_all_there_is_of_a_character(table: Desk) -> None:
    sheet = characters.sheet_of(table.people["alice"], "ben")
    assert sheet
    assert (sheet.player, len(sheet.deck), sheet.tracks) == ("Bob", 10, {"midnight-oil": 1})
    assert [card.key for card, _ in sheet.marks] == ["017"]
    assert [contract.key for contract in sheet.contracts] == ["032"]
    assert sheet.passages == ("ben/C",)
    assert characters.sheet_of(table.people["alice"], "zoe") is None
    assert characters.sheet_of(table.people["alice"], "ben", game=1)
    assert characters.sheet_of(table.people["alice"], "ben", game=0) is None


def test_private_notes_are_on_the_own_sheet_of_their_writer_only(table: Desk) -> None:
    note = private.write_note(table.people["bob"], "Between us")
    for who, key, seen in (("bob", "ben", (note,)), ("bob", "ana", ()), ("alice", "ben", ())):
        sheet = characters.sheet_of(table.people[who], key)
        assert sheet
        assert sheet.private == seen


def test_contracts_stand_by_deadline_and_say_what_they_wait_for(table: Desk) -> None:
    found = contracts.contract_board(table.campaign)
    rows = [(r.contract.key, r.reached, r.needed, r.due) for r in found.open]
    assert rows == [("032", 0, 0, True), ("031", 1, 2, False)]
    table.type("alice", "contract 032 done ben")
    table.type("alice", "contract 032 back completed turn Wait")
    table.type("alice", "contract 032 back always now Read")
    (flipped,) = contracts.contract_board(table.campaign).flipped
    assert (flipped.open_boxes, flipped.waiting) == ((1, 2), (1,))


def test_a_setup_is_due_only_while_a_game_runs_that_has_not_done_it(table: Desk) -> None:
    def due() -> list[str]:
        board = contracts.contract_board(table.campaign)
        return [row.contract.key for row in board.open if row.setup_due]

    table.type("alice", "contract 033 group setup")
    assert due() == ["033"]
    table.type("alice", "contract 033 setup")
    assert due() == []
    table.type("alice", "contract 032 fail")
    table.type("alice", "finish ana 50 ben 60")
    table.type("alice", "pack")
    assert due() == [], "between two games nobody can do it"
    table.type("alice", "start 2 ana ben")
    assert due() == ["033"]


def test_the_map_knows_marks_and_destinations(table: Desk) -> None:
    (seven,) = campaign_map.map_of(table.campaign).spaces
    assert [mark.character for mark in seven.space.marks] == ["ana"]
    assert [contract.key for contract in seven.destinations] == ["032"]
    assert not seven.arranged


def test_the_reports_have_a_row_for_every_game_of_the_sheet(table: Desk) -> None:
    Photo.objects.all().delete()
    PhotoFactory.create(campaign=table.campaign, about="game:1")
    reports = games.reports_of(table.campaign)
    assert [row.number for row in reports.rows] == list(range(1, 13))
    assert [row.photos for row in reports.rows] == [1] + [0] * 11
    assert reports.next_number == 2
    assert games.games_of(table.campaign) == [0, 1]


def test_home_shows_the_evening_at_hand_and_the_last_one(table: Desk) -> None:
    before = home.home_of(table.people["alice"])
    assert before.running
    assert before.last is None
    table.type("alice", "contract 032 fail")
    table.type("alice", "finish ana 50 ben 60")
    after = home.home_of(table.people["alice"])
    assert after.running is None
    assert after.last
    assert after.last.number == 1
    assert after.standings[0].character == "ben"
    assert after.lines[0].row.verb == "finish"
    assert [row.contract.key for row in after.contracts.open] == ["031"]


def test_only_who_leads_by_games_won_wears_the_crown(table: Desk) -> None:
    def crowned() -> list[str]:
        shown = Pages(table).get("alice", "home").context["page"]  # type: ignore[attr-defined]
        return [row.standing.character for row in shown.standings if row.crowned]

    assert crowned() == [], "nobody has won anything yet"
    table.type("alice", "contract 032 fail")
    table.type("alice", "finish ana 50 ben 60")
    assert crowned() == ["ben"]


def test_as_of_shows_cards_as_they_were(table: Desk) -> None:
    table.type("alice", "contract 032 fail")
    table.type("alice", "finish ana 50 ben 60")
    table.type("alice", "start 2 ana ben")
    table.write("alice", Draft(verb="fetch", arguments={"card": "050"}))
    assert "050" in keys(cards.registry_of(table.campaign, cards.CardFilter()))
    assert "050" not in keys(cards.registry_of(table.campaign, cards.CardFilter(), 1))
    assert keys(cards.registry_of(table.campaign, cards.CardFilter(), 0)) == []
