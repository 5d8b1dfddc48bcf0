"""The contracts of the ledger lie on the table of its game, with the numbers of tonight."""

import json
from typing import Any

import pytest

from accounts.models import Device
from companion.errors import StaleError
from companion.models import LogRow, Table
from companion.table import selectors as companion
from tests.campaign.browser import Pages, text
from tests.campaign.desk import Desk, desk
from tests.campaign.taking import taken
from tests.campaign.test_tables import campaign, campaign_of_three, device, opened, tap
from tests.made_once import MadeOnce, made_once

__all__ = ["campaign", "device"]


def lying(table: Table) -> dict[str, Any]:
    return {each.key: each for each in companion.view_of(table.pk).state.contracts}


def four_contracts() -> Desk:
    campaign = campaign_of_three()
    campaign.type("alice", "start 1 ana ben")
    campaign.type("alice", 'contract 031 group name "The Goat" cubes 2:2,3:3 by 1')
    campaign.type("alice", "contract 032 solo for ben boxes 3")
    campaign.type("alice", "contract 033 solo for cleo boxes 3")
    return campaign


made_started = made_once(four_contracts)


@pytest.fixture
def started(made_started: MadeOnce[Desk], db: None) -> Desk:
    return made_started()


def test_the_table_carries_the_contracts_of_tonight(started: Desk, device: Device) -> None:
    started.type("bob", "tick 032 ben")

    there = lying(opened(started, device))

    assert list(there) == ["031", "032"], "who is absent keeps a solo contract away"
    goat, solo = there["031"], there["032"]
    assert (goat.name, goat.need, goat.cubes, goat.due, goat.new) == (
        "The Goat",
        2,
        True,
        True,
        True,
    )
    assert (solo.name, solo.solo, solo.need, solo.have) == (None, 1, 3, 1)


def test_the_numbers_follow_the_players_until_the_first_action(
    started: Desk, device: Device
) -> None:
    table = opened(started, device)
    assert lying(table)["031"].need == 2

    started.type("alice", "players cleo ben ana")

    there = lying(table)
    assert there["031"].need == 3
    assert {key: each.solo for key, each in there.items()} == {"031": None, "032": 1, "033": 0}


def test_what_the_prologue_brings_lies_there_until_the_first_action(
    started: Desk, device: Device
) -> None:
    table = opened(started, device)

    entry = started.type("alice", "contract 040 group")
    assert "040" in lying(table)
    started.strike("alice", entry.number)
    assert "040" not in lying(table)


def test_what_comes_in_mid_game_is_laid_on_the_table_once_it_is_committed(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    tap(table, device, 2, {"do": "contract", "key": "42"})

    with django_capture_on_commit_callbacks() as committed:
        entry = started.type("bob", "contract 041 solo for ana boxes 2 by 1")
        started.type("bob", "contract 042 group")
        started.type("bob", "contract 043 solo for cleo")
        assert "041" not in lying(table), "never in the entry's own transaction"
    for _twice in range(2):
        for each in committed:
            each()

    there = lying(table)
    assert list(there) == ["031", "032", "42", "041"], (
        "what lies there already comes no second time"
    )
    laid = there["041"]
    assert (laid.solo, laid.need, laid.due, laid.new) == (0, 2, True, True)
    assert LogRow.objects.filter(table=table, tap_id=str(entry.key)).count() == 1


def test_it_is_laid_by_the_member_who_wrote_it(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table, pages = opened(started, device), Pages(started)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    with django_capture_on_commit_callbacks(execute=True):
        started.type("bob", "contract 041 group")
    assert author(table, "041") == (device.pk, "Ben"), "from a device that is not at the table"

    pages.post("bob", "to-table", 1)
    own = table.presences.exclude(device=device).get().device
    with django_capture_on_commit_callbacks(execute=True):
        started.type("bob", "contract 042 group")
        started.type("alice", "contract 043 group")
    assert author(table, "042") == (own.pk, "Ben")
    assert author(table, "043")[1] == "Ana the Quick"


def author(table: Table, key: str) -> tuple[int | None, str]:
    row = next(row for row in LogRow.objects.filter(table=table) if f'"{key}"' in row.payload)
    return row.device_id, row.actor_name


def test_cubes_that_the_ledger_has_lie_on_a_table_that_is_opened_later(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    started.type("alice", "players ana ben cleo")
    started.type("bob", "cube 031 ben")
    started.type("bob", "cube 031 ana")

    with django_capture_on_commit_callbacks(execute=True):
        table = opened(started, device)

    assert lying(table)["031"].ticks == (1, 0)
    seats = companion.view_of(table.pk).state.seats
    assert [seat.board for seat in seats] == [1, 1, 0]

    tap(table, device, 1, {"do": "contract_tick", "contract": "031", "seat": 2})
    assert [row.verb for row in taken(started)] == ["cube"], "those two are in the ledger already"
    assert started.state.contracts["031"].cubes == ("ben", "ana", "cleo")
    assert taken(started) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("contract 040 group", False),
        ("contract 041 group", True),
        ("contract 042 solo for cleo", False),
    ],
)
def test_a_contract_that_the_table_refuses_is_told(
    started: Desk, device: Device, line: str, is_told: bool
) -> None:
    """The last place is free for 040; there is none for 041, and 042 does not belong there tonight."""
    table, pages = opened(started, device), Pages(started)
    for number in range(37):
        tap(table, device, number, {"do": "contract", "key": f"x{number}"})
    if "040" not in line:
        started.type("alice", "contract 040 group")
    assert pages.type("bob", line) == 302
    told = text(pages.get("bob", "home"))
    assert ("does not lie on the table, which has room for 40" in told) == is_told


@pytest.mark.django_db(transaction=True)
def test_what_finds_no_room_on_a_new_table_is_told(started: Desk, device: Device) -> None:
    for number in range(100, 139):
        started.type("alice", f"contract {number} group")
    pages = Pages(started)
    assert pages.post("bob", "open-table", 1).status_code == 302
    told = text(pages.get("bob", "home"))
    assert "Contract 138 does not lie on the table, which has room for 40" in told
    assert "Contract 137 does not lie" not in told


@pytest.mark.django_db(transaction=True)
def test_a_contract_that_a_busy_table_has_not_taken_is_told(
    started: Desk, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_sent: object, **_more: object) -> None:
        raise StaleError(companion.view_of(table.pk).state, 0)

    table, pages = opened(started, device), Pages(started)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    monkeypatch.setattr("campaign.services.onto_table.take_tap", busy)
    pages.type("bob", "contract 041 group")
    assert "Contract 041 does not lie on the table yet" in text(pages.get("bob", "home"))


def test_a_table_that_refuses_a_contract_holds_up_no_entry(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    for number in range(38):
        tap(table, device, number, {"do": "contract", "key": f"x{number}"})

    with django_capture_on_commit_callbacks(execute=True):
        started.type("bob", "contract 041 group")

    assert "041" in started.state.contracts
    assert "041" not in lying(table)


def test_an_edition_without_contracts_gets_none(db: None, device: Device) -> None:
    house = desk(kind="house")
    house.type("alice", "recruit ana")
    house.type("alice", "recruit ben")
    house.campaign.__class__.objects.update(edition="base")
    house.type("alice", "start 1 ana ben")

    assert lying(opened(house, device)) == {}


def test_a_contract_of_the_table_can_be_ticked_to_its_end(started: Desk, device: Device) -> None:
    table = opened(started, device)
    for number, seat in enumerate((0, 1)):
        tap(table, device, number, {"do": "contract_tick", "contract": "031", "seat": seat})
    assert lying(table)["031"].status == "completed"


def test_house_tokens_lie_on_every_later_table(started: Desk, device: Device) -> None:
    started.type("alice", "house minor Owl points 2")
    table = opened(started, device)
    assert [t.name for t in tokens(table)] == ["Owl"]

    entry = started.type("alice", "house market Fang points 3 price 4")
    assert [(t.name, t.price) for t in tokens(table)] == [("Owl", None), ("Fang", 4)]
    started.strike("alice", entry.number)
    assert [t.name for t in tokens(table)] == ["Owl"]

    tap(table, device, 1, {"do": "take", "seat": 0, "token": "house_1"})
    started.type("alice", "house market Fang points 3")
    assert [t.name for t in tokens(table)] == ["Owl"], "a game that has begun keeps its tokens"


def tokens(table: Table) -> list[Any]:
    known = companion.view_of(table.pk).state.edition.tokens
    return [token for key, token in known.items() if key.startswith("house_")]


def test_nothing_sealed_reaches_the_table(campaign: Desk, device: Device) -> None:
    """Every text of the ledger but the names of what lies on the table is a secret word."""
    secret = "Xyzzyplugh"
    lines = (
        "start 1 ana ben side {0}",
        "contract 031 group name Goat boxes 2",
        "contract 050 group name {0}",
        "contract 050 fail",
        "contract 050 back always {0}",
        "contract 051 solo for cleo name {0}",
        "fetch 017 blue {0}",
        "tuckbox 052 cleo",
        "rules 20B {0}",
        "note {0}",
    )
    for line in lines:
        campaign.type("alice", line.format(secret))

    table = opened(campaign, device)
    view = companion.view_of(table.pk)
    told = json.dumps(
        [
            *Table.objects.filter(pk=table.pk).values(
                "snapshot",
                "brought_json",
                "title",
                "house_rules",
                "return_link",
                "drawer_link",
                "take_over_link",
            ),
            [str(each) for each in view.state.contracts],
        ]
    )

    assert "031" in told
    assert secret.casefold() not in told.casefold()
    for number in ("050", "051", "052", "017"):
        assert f'"{number}' not in told.replace("\\", "")


# What the campaign's pages show of it ------------------------------------------------------


PLACES: tuple[tuple[str, tuple[object, ...]], ...] = (
    ("home", ()),
    ("game", (1,)),
    ("contracts", ()),
    ("contract", ("032",)),
)


@pytest.mark.parametrize(("page", "keys"), PLACES)
def test_pages_show_what_the_table_has_and_mark_it(
    started: Desk, device: Device, page: str, keys: tuple[object, ...]
) -> None:
    table, pages = opened(started, device), Pages(started)
    assert "not yet written" not in text(pages.get("bob", page, *keys))

    tap(table, device, 1, {"do": "contract_tick", "contract": "032", "seat": 1})
    tap(table, device, 2, {"do": "contract", "key": "131", "name": "Owl"})

    shown = text(pages.get("bob", page, *keys))
    assert "not yet written" in shown
    assert "1 box more: 1 of 3." in shown
    assert ("Owl" in shown) == (page != "contract")
    assert ("It came to the table first." in shown) == (page != "contract")

    started.type("bob", "tick 032 ben")
    assert "1 box more" not in text(pages.get("bob", page, *keys))


def test_how_one_ended_at_the_table_is_told_until_it_is_written(
    started: Desk, device: Device
) -> None:
    table, pages = opened(started, device), Pages(started)
    for number, seat in enumerate((0, 1)):
        tap(table, device, number, {"do": "contract_tick", "contract": "031", "seat": seat})
    tap(table, device, 5, {"do": "contract_back", "contract": "031", "points": 4, "bonus": 2})

    shown = text(pages.get("alice", "contract", "031"))
    assert "Completed by Ben." in shown
    assert "2 cubes more: 2 of 2." in shown
    assert "Points: 4. Bonus in its first game: 2." in " ".join(shown.split())


def test_an_earlier_day_tells_nothing_of_tonights_table(started: Desk, device: Device) -> None:
    table, pages = opened(started, device), Pages(started)
    tap(table, device, 1, {"do": "contract", "key": "131", "name": "Owl"})
    assert "Owl" in text(pages.get("bob", "contracts"))
    assert "Owl" not in text(pages.get("bob", "contracts", **{"as-of": "0"}))
