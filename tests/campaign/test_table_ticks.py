"""What a member ticks in the ledger is ticked on the open table of its game, and counts once."""

from typing import Any

import pytest

from accounts.models import Device
from companion.models import Table
from tests.campaign.browser import Pages, text
from tests.campaign.desk import Desk
from tests.campaign.taking import taken
from tests.campaign.test_table_contracts import lying, made_started, started
from tests.campaign.test_tables import campaign, device, opened, tap

__all__ = ["campaign", "device", "made_started", "started"]


@pytest.mark.parametrize("tapped", [False, True], ids=["before the first tap", "after it"])
@pytest.mark.parametrize(("line", "key"), [("cube 031 ben", "031"), ("tick 032 ben", "032")])
def test_what_is_ticked_in_the_ledger_is_ticked_on_the_open_table(
    started: Desk,
    device: Device,
    django_capture_on_commit_callbacks: Any,
    line: str,
    key: str,
    tapped: bool,
) -> None:
    table = opened(started, device)
    if tapped:
        tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})

    with django_capture_on_commit_callbacks() as committed:
        entry = started.type("bob", line)
        assert not tapped or not lying(table)[key].ticks, "never in the entry's own transaction"
    for _twice in range(2):
        for each in committed:
            each()

    assert marks(table, key) == 1
    assert taken(started) == [], "the ledger has it already"
    with django_capture_on_commit_callbacks(execute=True):
        started.strike("bob", entry.number)
    assert marks(table, key) == 0, "what is struck is taken off again"
    assert taken(started) == []


def marks(table: Table, key: str) -> int:
    there = lying(table)[key]
    return int(len(there.ticks) + there.have)


def test_a_tick_of_both_table_and_ledger_is_one(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    tap(table, device, 1, {"do": "contract_tick", "contract": "032", "seat": 1})
    with django_capture_on_commit_callbacks(execute=True):
        first = started.type("bob", "tick 032 ben")
    assert marks(table, "032") == 1
    with django_capture_on_commit_callbacks(execute=True):
        started.type("bob", "tick 032 ben")
    assert marks(table, "032") == 2
    with django_capture_on_commit_callbacks(execute=True):
        started.strike("bob", first.number)
    assert marks(table, "032") == 2, "what was tapped at the table stays there"


def test_a_cube_typed_by_one_completes_what_another_began_at_the_table(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    tap(table, device, 1, {"do": "contract_tick", "contract": "031", "seat": 0})

    with django_capture_on_commit_callbacks(execute=True):
        started.type("bob", "cube 031 ben")
    there = lying(table)["031"]
    assert (there.ticks, there.status, there.stars) == ((0, 1), "completed", (1,))

    taken(started)
    known = started.state.contracts["031"]
    assert sorted(known.cubes) == ["ana", "ben"]
    assert known.stars == ("ben",)
    assert taken(started) == []


def test_a_struck_tick_that_completed_its_contract_opens_it_again(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    with django_capture_on_commit_callbacks(execute=True):
        for who in ("ana", "ben"):
            started.type("bob", f"cube 031 {who}")
    assert lying(table)["031"].status == started.state.contracts["031"].status == "completed"

    with django_capture_on_commit_callbacks(execute=True):
        started.strike("bob", started.last)
    there = lying(table)["031"]
    assert (there.status, there.ticks) == ("active", (0,))


def test_what_was_undone_at_the_table_is_not_taken_back_twice(
    started: Desk, device: Device, django_capture_on_commit_callbacks: Any
) -> None:
    table = opened(started, device)
    with django_capture_on_commit_callbacks(execute=True):
        entry = started.type("bob", "cube 031 ben")
    tap(table, device, 1, {"do": "contract_untick", "contract": "031", "seat": 1})
    tap(table, device, 2, {"do": "contract_tick", "contract": "031", "seat": 0})

    with django_capture_on_commit_callbacks(execute=True):
        started.strike("bob", entry.number)

    assert lying(table)["031"].ticks == (0,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["tick 032 ben"], ""),
        (["cube 031 ana", "cube 031 ana"], ""),
        (["tick 040 cleo"], "On the table, Contract 040 has fewer boxes ticked than here."),
        (["done 032 ben told"], "On the table, Contract 032 is still open."),
        (["contract 032 fail"], "On the table, Contract 032 is still open."),
        (["deadline"], "On the table, Contract 031 “The Goat” is still open."),
    ],
)
def test_what_the_table_cannot_follow_is_told(
    started: Desk, device: Device, lines: list[str], told: str
) -> None:
    """Cleo does not sit there; how a contract ends is tapped where it lies."""
    started.type("alice", "contract 040 group boxes 3")
    table, pages = opened(started, device), Pages(started)
    tap(table, device, 1, {"do": "clank", "seat": 0, "count": 1})
    for line in lines:
        assert pages.type("bob", line) == 302
    shown = text(pages.get("bob", "home"))
    assert told in shown
    assert ("On the table, Contract" in shown) == bool(told)
