"""All plays for a spreadsheet and for BG Stats: finished games only, the same every time."""

import csv
import json
from io import BytesIO, StringIO
from uuid import UUID

import pytest

from accounts.identity import Person
from campaign.rules.entries import Draft
from campaign.selectors.plays import bg_stats_of, csv_of
from campaign.services import unpacking
from campaign.services.exports import export_campaign
from campaign.services.imports import read_archive
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory
from tests.made_once import MadeOnce, made_once


def two_games_and_a_third() -> Desk:
    made = desk({"alice": "owner", "bob": "player"})
    made.write("alice", Draft(verb="recruit", arguments={"character": "ana", "player": "alice"}))
    name = {"character": "ben", "name": "=HYPERLINK(1)", "player": "bob"}
    made.write("alice", Draft(verb="recruit", arguments=name))
    made.type("alice", "recruit cleo name Cleo")
    for line in (
        "start 1 ana ben on 2026-01-10 side A",
        "finish ana -3 ben 60",
        "start 2 cleo ana",
        "finish cleo 40 ana 40 winner cleo",
        "start 3 ana ben",
        "abandon",
        "start 3 ana ben",
    ):
        made.type("alice", line)
    return made


made_table = made_once(two_games_and_a_third)


@pytest.fixture
def table(made_table: MadeOnce[Desk], db: None) -> Desk:
    return made_table()


def rows(table: Desk) -> list[dict[str, str]]:
    text = csv_of(table.campaign)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))


def test_a_row_for_each_player_of_each_finished_game(table: Desk) -> None:
    short = [(row["game"], row["character"], row["score"], row["winner"]) for row in rows(table)]
    assert short == [
        ("1", "Ana", "-3", "0"),
        ("1", "'=HYPERLINK(1)", "60", "1"),
        ("2", "Cleo", "40", "1"),
        ("2", "Ana", "40", "0"),
    ]
    first = rows(table)[0]
    assert (first["date"], first["side"], first["seat"], first["rank"]) == (
        "2026-01-10",
        "A",
        "1",
        "2",
    )
    assert [row["player"] for row in rows(table)] == ["Alice", "Bob", "Cleo", "Alice"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_no_text_becomes_a_formula(table: Desk, start: str) -> None:
    type(table.campaign).objects.update(name=f"{start}1+1")
    assert all(row["campaign"] == f"'{start}1+1" for row in rows(table))


def test_bg_stats_gets_finished_games_with_scores_as_text(table: Desk) -> None:
    content = json.loads(bg_stats_of(table.campaign))
    first, second = content["plays"]
    assert [score["score"] for score in first["playerScores"]] == ["-3", "60"]
    assert [score["winner"] for score in second["playerScores"]] == [True, False]
    assert [score["startPlayer"] for score in first["playerScores"]] == [True, False]
    assert first["playDate"] == "2026-01-10 00:00:00"
    names = {player["id"]: player["name"] for player in content["players"]}
    seen = [names[score["playerRefId"]] for score in first["playerScores"]]
    assert seen == ["Alice", "Bob"]
    assert content["games"][0]["bggId"] == 383010
    assert {play["gameRefId"] for play in content["plays"]} == {content["games"][0]["id"]}


def identities(text: str) -> dict[str, list[str]]:
    content = json.loads(text)
    return {
        kind: [item["uuid"] for item in content[kind]] for kind in ("games", "players", "plays")
    }


def test_identities_are_upper_case_and_never_change(table: Desk) -> None:
    first = identities(bg_stats_of(table.campaign))
    for each in (uuid for kind in first.values() for uuid in kind):
        assert each == each.upper()
        assert UUID(each).version == 5
    table.type("alice", "correct 1 ana 61 ben 60")
    table.type("alice", "finish ana 1 ben 2")
    later = identities(bg_stats_of(table.campaign))
    assert later["plays"][:2] == first["plays"]
    assert len(set(later["plays"])) == 3
    out = BytesIO()
    export_campaign(table.campaign, out)
    out.seek(0)
    person = Person(account=UserFactory.create())
    copy = unpacking.import_campaign(person, read_archive(out), member="alice")
    assert identities(bg_stats_of(copy.campaign)) == later
