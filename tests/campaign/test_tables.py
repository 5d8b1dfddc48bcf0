"""A game's table: opened with the characters of tonight, its result written when confirmed."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from accounts.identity import Person
from accounts.models import Device
from campaign.errors import CampaignError
from campaign.rules.entries import Draft
from campaign.selectors.plays import bg_stats_of
from campaign.services.tables import open_table_for_game
from companion import services as table_services
from companion.models import Table
from companion.services import Links, results
from companion.sharing import bgstats
from companion.table import selectors as companion
from companion.tap import parse_tap
from kernel.errors import Refusal
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import DeviceFactory
from tests.campaign.taking import look, taken
from tests.made_once import MadeOnce

RECORD = json.dumps(
    {
        "format": "dragonbag-table",
        "version": 1,
        "edition": "legacy2",
        "seats": [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}],
        "actions": [],
    }
)


def campaign_of_three() -> Desk:
    made = desk({"alice": "owner", "bob": "keeper"})
    made.type("alice", 'recruit ana name "Ana the Quick" colour red player Alice')
    made.type("alice", "recruit ben colour blue player Bob")
    made.type("alice", "recruit cleo")
    return made


@pytest.fixture
def campaign(made_campaign: MadeOnce[Desk], db: None) -> Desk:
    return made_campaign()


@pytest.fixture
def device(db: None) -> Device:
    return DeviceFactory.create()


def opened(campaign: Desk, device: Device, title: str = "Friday") -> Table:
    alice = campaign.people["alice"]
    person = Person(account=alice.account, device=device)
    return open_table_for_game(alice, person, title=title, links=links(campaign))


def links(campaign: Desk) -> Links:
    home = f"/campaigns/{campaign.campaign.pk}/"
    return Links(back=f"{home}games/1/", drawer=f"{home}drawer/")


def tap(table: Table, device: Device, number: int, action: dict[str, object]) -> None:
    sent = {"id": f"tap-{number}", "action": action}
    if action["do"] in ("end_turn", "refill", "out_turn"):
        state = companion.view_of(table.pk).state
        sent["expects"] = {"turn": state.turn.number, "phase": state.turn.phase}
    table_services.take_tap(table.pk, parse_tap(sent), device)


def played(table: Table, device: Device, *, over: bool = True) -> None:
    """Both leave with an artifact and some points."""
    actions: list[dict[str, object]] = [
        {"do": "take", "seat": 0, "token": "artifact", "value": 10},
        {"do": "take", "seat": 1, "token": "artifact", "value": 15},
        {"do": "score", "seat": 0, "cards": 7},
    ]
    if over:
        actions += [{"do": "status", "seat": seat, "status": "escaped"} for seat in (1, 0)]
    for number, action in enumerate(actions):
        tap(table, device, number, action)


# Opening ----------------------------------------------------------------------------


def test_the_table_has_the_characters_and_colours_of_tonight(
    campaign: Desk, device: Device
) -> None:
    campaign.type("alice", "start 1 ben ana cleo")
    table = opened(campaign, device, "Friday night")
    board = companion.view_of(table.pk)
    assert [(seat.name, seat.color) for seat in board.state.seats] == [
        ("Ben", "blue"),
        ("Ana the Quick", "red"),
        ("Cleo", "green"),
    ]
    assert (board.settings.title, board.settings.return_link) == (
        "Friday night",
        links(campaign).back,
    )
    assert board.settings.drawer_link == links(campaign).drawer
    assert campaign.state.games["1"].table == str(table.pk)
    person = board.settings.person(device.pk)
    assert person
    assert person.seats == (1,), "who opens it sits at their own character"


def test_tables_of_before_learn_where_they_are_taken_over(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    other = Table.objects.filter(pk=table.pk)
    import_module("campaign.migrations.0011_take_over_links").link(apps, None)
    assert other.get().take_over_link == f"{links(campaign).back}result/"
    other.update(return_link="/somewhere/", take_over_link="")
    import_module("campaign.migrations.0011_take_over_links").link(apps, None)
    assert other.get().take_over_link == ""


def test_who_asks_again_gets_the_same_table(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    assert opened(campaign, device) == opened(campaign, device)
    assert Table.objects.count() == 1


def test_no_game_no_table(campaign: Desk, device: Device) -> None:
    with pytest.raises(CampaignError, match="Start the game first"):
        opened(campaign, device)


def test_a_table_for_one_is_refused_in_words(db: None, device: Device) -> None:
    house = desk(kind="house")
    house.type("alice", "recruit ana")
    house.type("alice", "start 1 ana")
    house.campaign.__class__.objects.update(edition="base")
    with pytest.raises(CampaignError, match="No table can be opened for this game"):
        opened(house, device)


def test_a_title_that_no_page_can_show_is_refused_in_words(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    with pytest.raises(CampaignError, match="No table can be opened for this game"):
        opened(campaign, device, "Fri\0day")
    assert not Table.objects.exists()


def test_a_table_that_the_campaign_did_not_open_tells_it_nothing(
    campaign: Desk, device: Device
) -> None:
    """Somebody removed from a table may write its address into another ledger."""
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    played(table, device)
    other = desk()
    for text in ("recruit ana", "recruit ben", "start 1 ana ben"):
        other.type("alice", text)
    for named in ("the kitchen", str(table.pk)):
        other.write("alice", Draft(verb="mission", arguments={"game": 1, "table": named}))
        with pytest.raises(CampaignError, match="no table of its own"):
            look(other)
    own = opened(other, device)
    assert own != table
    assert other.state.games["1"].table == str(own.pk)


def test_the_table_and_the_campaign_tell_bg_stats_of_one_play(
    campaign: Desk, device: Device
) -> None:
    campaign.type("alice", "start 1 ben ana cleo side A")
    table = opened(campaign, device)
    played(table, device)
    tap(table, device, 50, {"do": "status", "seat": 2, "status": "knocked_out"})
    tap(table, device, 51, {"do": "score", "seat": 1, "cards": 0})
    taken(campaign, "alice")
    results.write(table.pk)
    view = companion.view_of(table.pk)
    link = json.loads(json.dumps(bgstats.link_json(bgstats.play_of(view))))
    one = json.loads(bgstats.file([bgstats.play_of(view)]))
    other = json.loads(bg_stats_of(campaign.campaign))

    def told(file: dict[str, Any]) -> object:
        (play,) = file["plays"]
        people = {each["id"]: each["uuid"] for each in file["players"]}
        seats = [
            (people[each["playerRefId"]], each["score"], each["winner"], each["seatOrder"])
            for each in play["playerScores"]
        ]
        return file["games"], play["uuid"], play["playDate"], seats

    assert told(one) == told(other)
    assert link["sourcePlayId"] == one["plays"][0]["uuid"]
    assert [each["sourcePlayerId"] for each in link["players"]] == [
        each["uuid"] for each in one["players"]
    ]
    names = [each["name"] for each in one["players"]]
    assert names == ["Ben", "Ana the Quick", "Cleo"], "no member's name leaves the campaign"


def test_a_campaigns_table_has_no_rematch(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    played(table, device)
    with pytest.raises(Refusal, match="belongs to an evening of a campaign"):
        table_services.rematch(table, device)
    assert Table.objects.count() == 1
