"""The demo tables: three records that replay, loaded once, found on the start page."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from companion import demo
from companion.models import Table
from companion.rules.record import read_file, replay
from companion.rules.scoring import winners
from companion.table import selectors

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_base_game_has_just_begun() -> None:
    state = replay(read_file(demo.FOLDER / "base-just-begun.json"))
    assert state.over is None
    assert all(seat.in_play and not seat.artifacts for seat in state.seats)


def test_the_catacombs_game_is_in_its_middle() -> None:
    state = replay(read_file(demo.FOLDER / "catacombs-midway.json"))
    assert state.over is None
    assert any(seat.artifacts for seat in state.seats)
    places = [place for seat in state.seats for place in seat.places]
    assert all(place.isdecimal() for place in places), "a Wayshrine is found by its number"


def test_the_legacy_game_is_over_and_has_a_winner() -> None:
    state = replay(read_file(demo.FOLDER / "legacy2-finished.json"))
    assert state.over == "all_out"
    assert [state.seats[seat].name for seat in winners(state)] == ["Frida"]


def test_it_is_loaded_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_demo")
    told = capsys.readouterr().out
    call_command("load_demo")
    assert "already" in capsys.readouterr().out
    assert Table.objects.count() == len(demo.TABLES)
    host = User.objects.get()
    assert host.check_password(told.split()[-1])


def test_a_newcomer_finds_the_tables_and_may_watch(client: Client) -> None:
    demo.load()
    page = client.get("/").content.decode()
    for title in demo.TABLES.values():
        assert title in page
    table = Table.objects.get(title=demo.TABLES["legacy2-finished"])
    assert selectors.view_of(table.pk).state.over == "all_out"
    assert client.get(f"/tv/{table.tv_code}/").status_code == 200


def test_a_table_where_one_sits_is_not_offered_once_more(client: Client) -> None:
    demo.load()
    table = Table.objects.get(title=demo.TABLES["catacombs-midway"])
    client.post(f"/j/{table.join_code}/sit/", {"seat": "all"})
    page = client.get("/").content.decode()
    assert page.count(table.title) == 1
    assert page.count(demo.TABLES["base-just-begun"]) == 1
