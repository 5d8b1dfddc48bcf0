"""Importing a saved record: previewed first, refused with the place, and equal to its table."""

import json
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import Device
from companion.models import Table
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game

pytestmark = pytest.mark.django_db
DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"


@pytest.fixture
def cast() -> Cast:
    return around(Game())


def test_a_record_is_looked_at_before_anything_is_stored(client: Client) -> None:
    record = (DEMO / "legacy2-finished.json").read_text()
    answer = client.post("/tables/import/", {"do": "look", "text": record})
    assert answer.status_code == 200
    assert "Every draw matches the seed" in text(answer.content.decode())
    assert not Table.objects.exists()
    client.post("/tables/import/", {"do": "open", "text": record, "title": "Last Friday"})
    assert Table.objects.get().title == "Last Friday"


def test_a_record_without_draws_of_the_server_promises_nothing_about_them(client: Client) -> None:
    record = json.loads((DEMO / "legacy2-finished.json").read_text()) | {"actions": []}
    answer = client.post("/tables/import/", {"do": "look", "text": json.dumps(record)})
    assert "The table drew no cubes itself" in text(answer.content.decode())
    assert "the seed gives" not in text(answer.content.decode())


@pytest.mark.parametrize("do", ["look", "open"])
def test_a_bad_record_is_refused_with_the_place_and_stores_nothing(client: Client, do: str) -> None:
    raw = json.loads((DEMO / "base-just-begun.json").read_text())
    raw["actions"].insert(3, {"do": "gold", "seat": 9, "count": 1})
    answer = client.post("/tables/import/", {"do": do, "text": json.dumps(raw), "title": "x"})
    assert answer.status_code == 422
    assert "Action 4 (index 3): There is no such seat" in text(answer.content.decode())
    assert not Table.objects.exists()
    assert not Device.objects.exists()


def test_nothing_and_too_much_are_refused(client: Client) -> None:
    assert client.post("/tables/import/", {"do": "look", "text": ""}).status_code == 422
    nothing = client.post("/tables/import/", {"do": "look", "text": "[]"})
    assert "The record cannot be read: the record must be" in nothing.content.decode()
    answer = client.post("/tables/import/", {"do": "look", "text": "x" * 2_000_001})
    assert "at most 2 MB" in text(answer.content.decode())


def test_the_record_that_is_saved_can_be_brought_back(cast: Cast) -> None:
    saved = cast.carol.get(cast.url("record/"))
    assert saved.headers["Content-Disposition"].startswith("attachment")
    answer = Client().post("/tables/import/", {"do": "look", "text": saved.content.decode()})
    assert answer.status_code == 200
