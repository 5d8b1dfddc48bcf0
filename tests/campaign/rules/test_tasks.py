"""Open tasks of finished games, and what the site keeps: Midnight Oil, markers, new cards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.errors import LedgerError
from campaign.rules.midnight_oil import burning
from campaign.rules.state import State
from campaign.rules.tasks import open_tasks
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game
from tests.campaign.rules.test_evening import late

EVERYBODY = "ana ben cleo dov"


def keys(state: State) -> list[str]:
    return [task.key for task in open_tasks(state)]


def test_what_is_left_of_a_game_stays_open_over_the_next_begin() -> None:
    desk = in_game()
    desk.write("milestone M1 ben", "milestone M2 ben", "milestone M3 ben")
    desk.write("contract 140 group", "contract 140 done ana")
    desk.write("finish ana 85 ben 70 cleo 0 dov 12")
    found = ["memorial:cleo:1", "employee:1", "back:140:1", "passage:ben:3"]
    assert keys(desk.state) == found

    desk.write("pack", f"start 2 {EVERYBODY}")

    assert keys(desk.state) == found
    assert {task.draft.game for task in open_tasks(desk.state) if task.draft} == {1}


def test_a_task_is_gone_once_it_is_done() -> None:
    desk = in_game()
    desk.write("milestone M1 ben", "milestone M2 ben", "milestone M3 ben")
    desk.write("contract 140 group", "contract 140 done ana")
    desk.write("finish ana 85 ben 70 cleo 0 dov 12", "pack", f"start 2 {EVERYBODY}")

    late(desk, 1, "memorial", space="7", character="cleo")
    late(desk, 1, "employee", character="ana")
    late(desk, 1, "destroy", card="140")
    late(desk, 1, "journal", passage="C", character="ben", space=3)

    assert keys(desk.state) == []


def test_a_milestone_passage_read_after_the_game_needs_no_space() -> None:
    desk = in_game()
    desk.write("milestone M1 ben", "milestone M2 ben", "journal A ben", "milestone M3 ben")
    desk.write("finish ana 85 ben 70 cleo 1 dov 12", "journal C ben")

    assert desk.state.passages["ben/C"].space == 3
    assert desk.state.passages["ben/A"].space == 0
    assert keys(desk.state) == ["employee:1"]
    assert desk.refusal("journal D ben space 9").code == "no_such_space"


def test_nobody_won_so_the_card_belongs_in_the_cabinet() -> None:
    desk = after_game("ana 85 ben 70 cleo 1 dov 12")
    desk.write("employee ana", "pack", f"start 2 {EVERYBODY}")
    desk.write("finish ana 0 ben 0 cleo 0 dov 0")

    assert "employee:2" in keys(desk.state)
    desk.write("employee nobody")
    assert "employee:2" not in keys(desk.state)


def test_waiving_closes_a_task_for_good() -> None:
    desk = after_game()
    desk.write("waive memorial:cleo:1")

    assert keys(desk.state) == ["employee:1"]
    assert desk.refusal("waive memorial:cleo:1").code == "task_gone"
    assert desk.refusal("waive nonsense").code == "task_gone"
    desk.strike(len(desk.entries))
    assert keys(desk.state) == ["memorial:cleo:1", "employee:1"]


# Midnight Oil --------------------------------------------------------------------


def with_oil() -> Desk:
    """Three play, and Ana has Burn the Midnight Oil."""
    desk = in_game(players="ana ben cleo")
    desk.write("tick oil ana", "contract 004 solo for ana", "finish ana 9 ben 8 cleo 7")
    return desk


def test_packing_brings_the_midnight_oil_home() -> None:
    """C4."""
    desk = with_oil()
    assert "oil:004:1" in keys(desk.state)

    desk.write("pack")

    assert desk.state.cards["004"].place.where == "cabinet"
    assert desk.state.contracts["004"].fate == "kept"
    assert "oil:004:1" not in keys(desk.state)
    desk.write("start 2 ana ben cleo", "contract 004 solo for ben")
    assert (desk.state.cards["004"].place.character, desk.state.contracts["004"].owner) == (
        "ben",
        "ben",
    )


def test_without_packing_it_is_an_open_task() -> None:
    desk = with_oil()
    desk.write(f"start 2 {EVERYBODY}")
    assert "oil:004:1" in keys(desk.state)

    desk.write("cabinet 004")

    assert not burning(desk.state)
    assert desk.state.contracts["004"].fate == "kept"
    assert "oil:004:1" not in keys(desk.state)


OIL = [
    "contract 002 solo for ana",
    "contract 003 solo for ben",
    "contract 004 solo for cleo",
    "contract 004 done cleo",
    "contract 004 keep",
    "cabinet 002",
    "destroy 003",
    "fetch 003 oil",
    "put 004 supply ana",
    "tick oil ana",
    "finish ana 1 ben 2 cleo 3",
    "pack",
    "start 2 ana ben cleo",
    "start 3 ana ben cleo",
]


@given(
    st.lists(
        st.sampled_from(OIL),
        max_size=25,
    )
)
@settings(max_examples=100, deadline=None)
def test_each_midnight_oil_is_in_one_place_and_home_after_packing(texts: list[str]) -> None:
    desk = in_game(players="ana ben cleo")
    for text in texts:
        try:
            desk.write(text)
        except LedgerError:
            continue
        for key in ("002", "003", "004"):
            card = desk.state.cards.get(key)
            places = {"cabinet", "supply", "destroyed"}
            assert card is None or card.place.where in places
        if text == "pack":
            assert not burning(desk.state)


# Markers and cards that the ledger does not know ---------------------------------


def test_a_player_has_three_destination_markers() -> None:
    desk = in_game()
    desk.write("contract 140 solo for ana", "contract 141 solo for ana", "contract 142 group")
    for space in ("1", "2"):
        desk.write(f"contract 140 marker {space}", f"contract 142 marker {space}")
    desk.write("contract 141 marker 3", "contract 142 marker 3", "contract 142 marker 4")

    refused = desk.refusal("contract 141 marker 4")

    assert (refused.code, refused.params["count"]) == ("no_marker_left", 3)
    desk.write("contract 140 done ana", "contract 141 marker 4")


@pytest.mark.parametrize(
    ("text", "where", "kind"),
    [
        ("mark 017 ana", "adventure", "blue"),
        ("scratch 017", "adventure", ""),
        ("put 017 starting ana", "starting", ""),
        ("destroy 017", "destroyed", ""),
    ],
)
def test_a_card_the_ledger_does_not_know_becomes_known(text: str, where: str, kind: str) -> None:
    card = group_of_four().write(text).cards["017"]

    assert (card.place.where, card.kind) == (where, kind)


def test_an_unknown_name_is_still_refused() -> None:
    assert group_of_four().refusal("mark Axe ana").code == "unknown_card"
