"""Who plays can change until the table has its first action; the table follows."""

import pytest

from accounts.models import Device
from campaign.errors import CampaignError
from campaign.models import Character
from campaign.pages.colours import colours_of
from companion import services as table_services
from companion.models import Table
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import DeviceFactory
from tests.campaign.test_tables import campaign, device, opened, tap

__all__ = ["campaign", "device"]


def seats(table: Table) -> list[tuple[str, str]]:
    return list(table.seats.values_list("name", "color"))


def holders(table: Table) -> dict[str, list[Device]]:
    return {
        seat.name: [holding.presence.device for holding in seat.holdings.all()]
        for seat in table.seats.all()
    }


def test_an_open_table_takes_the_new_players_under_the_same_codes(
    campaign: Desk, device: Device
) -> None:
    """Dan cancels at 20:00, Cleo begins: Ben's phone watches, Ana's keeps its seat."""
    campaign.type("alice", "start 1 ana ben cleo")
    table, bens = opened(campaign, device), DeviceFactory.create()
    table_services.hold_seat(table, bens, seat=1)

    campaign.type("bob", "players cleo ana")

    now = Table.objects.get(pk=table.pk)
    assert [name for name, _ in seats(now)] == ["Cleo", "Ana the Quick"]
    assert (now.join_code, now.tv_code) == (table.join_code, table.tv_code)
    assert holders(now) == {"Cleo": [], "Ana the Quick": [device]}
    assert now.presences.filter(device=bens, removed_at=None).exists()
    tap(now, device, 1, {"do": "clank", "seat": 1, "count": 1})
    assert Table.objects.get(pk=table.pk).version == 1


def test_after_the_first_action_who_plays_stays(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    before = campaign.campaign.sequence

    with pytest.raises(CampaignError) as caught:
        campaign.type("alice", "players ben ana")

    assert caught.value.code == "table_begun"
    assert campaign.campaign.sequence == before
    assert campaign.state.running is not None
    assert campaign.state.running.players == ("ana", "ben")
    assert [name for name, _ in seats(table)] == ["Ana the Quick", "Ben"]


def test_a_struck_change_of_players_changes_the_table_back(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    entry = campaign.type("alice", "players ben ana cleo")
    assert len(seats(table)) == 3

    campaign.strike("alice", entry.number)

    assert [name for name, _ in seats(table)] == ["Ana the Quick", "Ben"]
    assert holders(table)["Ana the Quick"] == [device]


def test_without_a_table_only_the_ledger_changes(campaign: Desk) -> None:
    campaign.type("alice", "start 1 ana ben")

    campaign.type("alice", "players ben cleo")

    assert campaign.state.running is not None
    assert campaign.state.running.players == ("ben", "cleo")


def test_a_character_has_one_colour_on_pages_and_tables(db: None, device: Device) -> None:
    """Whoever chooses none keeps the one that was given, in whatever order they play."""
    made = desk({"alice": "owner"})
    for line in ("recruit dagmar", "recruit cara", "recruit ben", "start 1 ben dagmar cara"):
        made.type("alice", line)
    colors = colours_of(made.state)
    table = opened(made, device)
    assert seats(table) == [(key.title(), colors[key]) for key in ("ben", "dagmar", "cara")]

    made.type("alice", "character ben colour blue")

    assert colours_of(made.state) == {**colors, "ben": "blue"}
    assert seats(table)[0] == ("Ben", "blue")
    rows = Character.objects.filter(campaign=made.campaign).values_list("key", "drawn")
    assert dict(rows) == colours_of(made.state)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    made.type("alice", "character ben colour yellow")
    assert seats(table)[0] == ("Ben", "blue"), "the table has begun"
