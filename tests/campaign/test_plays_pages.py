"""The pages of all plays: found, counted, carried off, for their readers alone."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Device
from campaign.models import SamePerson
from campaign.selectors import figures
from companion import codes, services
from companion.models import SeatResult, Table, TableResult
from tests.campaign.played import client, get, of, over
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)

QUERIES = 12
VIEWS = ("plays", "people", "editions", "names", "csv")


@pytest.mark.parametrize("view", VIEWS)
def test_a_stranger_sees_empty_pages(view: str) -> None:
    over(Game())
    reply = get(Client(), view)
    assert reply.status_code == 200
    assert b"Alice" not in reply.content
    assert "no-store" in reply.headers["Cache-Control"]


@pytest.mark.parametrize("view", [*VIEWS, "person"])
def test_a_page_reads_three_hundred_games_in_as_many_queries_as_one(
    view: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    browser = client(game.alice)
    many(game.alice, 299)
    with django_assert_max_num_queries(QUERIES):
        reply = get(browser, view, **({"name": "Alice"} if view == "person" else {}))
    assert reply.status_code == 200
    assert b"Alice" in reply.content


def many(device: Device, count: int) -> None:
    setting = services.read_setup(
        edition="base",
        seats=[{"name": "Alice", "color": "red"}, {"name": "Bob", "color": "blue"}],
    )
    opener = services.Opener(device=device)
    first = services.open_table(setting, opener=opener, title="Friday")
    rows = []
    for _ in range(count):
        row = Table.objects.get(pk=first.pk)
        row.pk, row.join_code, row.tv_code = None, codes.join_code(), codes.tv_code()
        row.link_token = codes.link_token()
        row.id = Table._meta.pk.get_default()
        rows.append(row)
    Table.objects.bulk_create(rows)
    at = TableResult.objects.first().ended_at  # type: ignore[union-attr]
    made = TableResult.objects.bulk_create(
        TableResult(
            table=row, sequence=0, over=True, counted=True, edition_name="Clank!", ended_at=at
        )
        for row in rows
    )
    SeatResult.objects.bulk_create(
        SeatResult(
            result=result, index=index, name=name, color=color, points=30 - index, rank=index + 1,
            won=not index, fell=False, damage=1, expected=1.5,
        )
        for result in made
        for index, (name, color) in enumerate((("Alice", "red"), ("Bob", "blue")))
    )  # fmt: skip


def test_the_spreadsheet_has_a_row_for_each_seat_and_no_formula() -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    services.rename_seat(game.table, game.alice, seat=1, name="=1+1")
    text = get(client(game.alice), "csv").content.decode("utf-8-sig")
    first, second = csv.DictReader(StringIO(text))
    assert (first["person"], first["points"], first["won"]) == ("Alice", "25", "0")
    assert (second["name"], second["place"], second["counted"]) == ("'=1+1", "1", "1")


def test_names_are_put_together_on_the_page() -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    browser = client(game.alice)
    address = reverse("plays:names")
    assert browser.post(address, {"name": "Bob", "person": "Robert"}).status_code == 302
    assert b"Robert" in get(browser, "people").content
    for name, person in (
        ("Mallory", "Bob"),
        ("Alice", ""),
        ("Alice", "alice"),
        ("Alice", "\u202e"),
    ):
        assert browser.post(address, {"name": name, "person": person}).status_code == 422
    same = SamePerson.objects.get()
    assert Client().post(reverse("plays:forget-name"), {"same": same.pk}).status_code == 302
    assert SamePerson.objects.exists()
    browser.post(reverse("plays:forget-name"), {"same": same.pk})
    assert not SamePerson.objects.exists()


def test_an_unnamed_seat_is_nobody_and_reads_as_its_colour() -> None:
    setting = services.read_setup(
        edition="base",
        seats=[{"name": "Rot", "color": "red"}, {"name": "Bob", "color": "blue"}],
    )
    game = over(Game(setting), cards={0: 0, 1: 0})
    (play,) = of(game.alice)
    assert play.seats[0].person == ""
    assert [each.person for each in figures.people([play])] == ["Bob"]
    assert ">Red" in get(client(game.alice), "plays").content.decode()
