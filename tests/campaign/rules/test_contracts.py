"""Contracts: laid out, worked on, completed or failed, read to the end, put away."""

from dataclasses import replace

import pytest

from campaign.rules import contracts
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.state import Marker, Place
from tests.campaign.rules.desk import Desk, in_game

TRACK = "contract 031 group cubes 5:2,7:3,9:4"


def test_a_group_contract_lies_in_the_row_and_a_solo_one_with_its_owner() -> None:
    state = in_game().write("contract 031 group name Goat by 3", "contract 032 solo for ben")

    assert state.cards["031"].place == Place(where="row")
    assert state.cards["032"].place == Place(where="supply", character="ben")
    assert (state.contracts["031"].name, state.contracts["031"].deadline) == ("Goat", 3)


def test_a_contract_waiting_in_a_tuckbox_comes_to_the_table() -> None:
    desk = in_game()
    desk.write("tuckbox 040 dov", "card 040 solo")

    state = desk.write("contract 040 new for dov boxes 3")

    assert not state.contracts["040"].group
    assert state.cards["040"].place == Place(where="supply", character="dov")


def test_the_last_checkbox_completes_the_contract() -> None:
    desk = in_game()
    desk.write("contract 031 group boxes 2", "contract 031 tick ana")
    assert desk.state.contracts["031"].active

    assert "completed by Ben" in desk.says("contract 031 tick ben")
    state = desk.write("contract 031 tick ben")

    contract = state.contracts["031"]
    assert (contract.status, contract.stars) == ("completed", ("ben",))
    assert state.cards["031"].place == Place(where="supply", character="ben")


@pytest.mark.parametrize(
    ("players", "cubes"), [("ana ben", 5), ("ana ben cleo", 7), ("ana ben cleo dov", 9)]
)
def test_a_cube_track_ends_on_the_box_for_the_number_of_players(players: str, cubes: int) -> None:
    desk = in_game(players=players)
    desk.write(TRACK)

    for placed in range(1, cubes + 1):
        assert desk.state.contracts["031"].active
        desk.write(f"cube 031 {('ana', 'ben')[placed % 2]}")

    contract = desk.state.contracts["031"]
    assert contract.status == "completed"
    assert contract.stars == (contract.cubes[-1],)


def test_a_track_without_numbers_ends_on_its_star() -> None:
    desk = in_game()
    desk.write("contract 031 group cubes 2", "cube 031 ana")
    assert desk.state.contracts["031"].active

    assert desk.write("cube 031 cleo").contracts["031"].stars == ("cleo",)


def test_cubes_go_home_after_the_game_and_ticks_stay() -> None:
    """Case C77: the deadline is still ahead, so the contract is kept."""
    desk = in_game()
    desk.write(
        f"{TRACK} by 2", "contract 032 group boxes 3", "cube 031 ana", "contract 032 tick ana"
    )

    state = desk.write("finish ana 5 ben 6 cleo 7 dov 8")

    assert state.contracts["031"].active
    assert state.contracts["031"].cubes == ()
    assert state.contracts["032"].ticked == 1


def test_several_may_complete_a_contract_together() -> None:
    desk = in_game()

    state = desk.write("contract 031 group", "contract 031 done ana cleo")

    assert state.contracts["031"].stars == ("ana", "cleo")


def test_told_by_the_text_a_contract_is_completed_unfinished() -> None:
    desk = in_game()

    state = desk.write("contract 031 group boxes 5", "contract 031 done ana told")

    assert state.contracts["031"].status == "completed"


def test_setup_is_done_anew_in_every_game() -> None:
    desk = in_game()
    desk.write("contract 031 group setup", "contract 032 group")
    assert contracts.setup_waiting(desk.state) == ("031",)

    desk.write("contract 031 setup")
    assert contracts.setup_waiting(desk.state) == ()

    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "start 2 ana ben")
    assert contracts.setup_waiting(desk.state) == ("031",)


def test_what_is_due_before_scoring_fails_all_at_once() -> None:
    desk = in_game()
    desk.write("contract 031 group by 1", "contract 032 group by 1", "contract 033 group by 2")
    assert [c.key for c in contracts.due(desk.state)] == ["031", "032"]

    state = desk.write("deadline")

    statuses = {key: contract.status for key, contract in state.contracts.items()}
    assert statuses == {"031": "failed", "032": "failed", "033": "active"}


def resolved(desk: Desk, how: str) -> Desk:
    desk.write("contract 031 group name Goat", f"contract 031 {how}")
    desk.write(
        "contract 031 back always fetch what it lists",
        "contract 031 back completed turn read on",
        "contract 031 back failed turn take damage",
        "contract 031 back always scoring destroy it",
    )
    return desk


def test_a_completed_back_is_read_in_its_parts() -> None:
    desk = resolved(in_game(), "done ana")
    contract = desk.state.contracts["031"]
    assert contracts.open_boxes(contract) == (1, 2, 4)

    desk.write("contract 031 box 1")
    assert desk.refusal("contract 031 box 2").code == "box_later"
    desk.write("contract 031 turn", "contract 031 box 2", "contract 031 points 15 bonus 5")
    assert desk.refusal("contract 031 box 4").code == "box_later"
    desk.write("finish ana 35 ben 6 cleo 7 dov 8", "contract 031 box 4", "destroy 031")

    assert desk.state.contracts["031"].fate == "destroyed"
    assert desk.state.cards["031"].destroyed


def test_a_failed_back_waits_for_no_turn() -> None:
    desk = resolved(in_game(), "fail")
    assert contracts.open_boxes(desk.state.contracts["031"]) == (1, 3, 4)

    state = desk.write("contract 031 box 1", "contract 031 box 3")

    assert contracts.open_boxes(state.contracts["031"]) == (4,)
    assert desk.refusal("contract 031 turn").code == "not_waiting"


def test_a_contract_read_to_the_end_is_kept_in_the_box() -> None:
    desk = in_game()

    state = desk.write("contract 031 group", "contract 031 done ana", "contract 031 keep")

    assert state.contracts["031"].fate == "kept"
    assert state.cards["031"].place == Place(where="box")


def test_only_the_star_players_score_and_the_bonus_is_for_its_first_game() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 032 group", "contract 031 done ana")
    first = desk.write("contract 031 points 15 bonus 5").contracts["031"]
    assert (contracts.score(first, "ana"), contracts.score(first, "ben")) == (20, 0)

    desk.write("finish ana 35 ben 6 cleo 7 dov 8", "start 2 ana ben", "contract 032 done ben")
    later = desk.write("contract 032 points 15 bonus 5").contracts["032"]
    assert contracts.score(later, "ben") == 15


def test_destination_markers_are_neutral_or_the_owners_and_return() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 032 solo for ana")
    state = desk.write("contract 031 marker 7", "contract 032 marker w45")

    assert state.contracts["031"].markers == (Marker(space="7"),)
    assert state.contracts["032"].markers == (Marker(space="w45", character="ana"),)
    assert desk.write("contract 031 done ana").contracts["031"].markers == ()


def test_a_deadline_may_be_set_later() -> None:
    desk = in_game()

    state = desk.write("contract 031 group", "contract 031 deadline 4")

    assert state.contracts["031"].deadline == 4


def test_a_contract_found_by_its_name() -> None:
    desk = in_game()

    state = desk.write("contract 031 group name Lost Goat", "contract Lost done ana")

    assert state.contracts["031"].status == "completed"


def test_in_legacy_1_a_contract_needs_no_kind_and_is_resolved_first() -> None:
    desk = in_game("legacy1")
    desk.write("contract 031 new name Goat boxes 1")

    assert "resolve it first when the turn ends" in desk.says("contract 031 tick ana")


def test_a_contract_that_was_kept_can_come_to_the_table_again_and_no_other() -> None:
    desk = in_game()
    desk.write("contract 031 group boxes 1", "contract 031 tick ana")
    assert _refused(desk, "031") == "contract_known"
    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "contract 031 keep", "start 2 ana ben")

    state = desk.write("contract 031 group boxes 2")

    contract = state.contracts["031"]
    assert (contract.status, contract.ticked, contract.fetched_in) == ("active", 0, 2)
    assert (contract.stars, contract.earlier) == ((), ("ana",))
    desk.write("contract 032 group", "destroy 032")
    assert _refused(desk, "032") == "contract_known"


def _refused(desk: Desk, card: str) -> str:
    with pytest.raises(LedgerError) as caught:
        desk.store(Draft(verb="contract", arguments={"card": card, "kind": "group"}))
    return caught.value.code


def test_who_completed_it_can_be_put_right_in_the_same_game_and_nothing_else_changes() -> None:
    desk = in_game()
    before = desk.write("contract 031 group", "done 031 ana", "contract 031 points 10").contracts
    after = desk.write("done 031 ben cleo").contracts
    assert after["031"] == replace(before["031"], stars=("ben", "cleo"))
    assert desk.state.cards["031"].place.character == "ben"
    assert desk.refusal("done 031 ben cleo").code == "not_active"
    desk.write("finish ana 35 ben 6 cleo 7 dov 8", "start 2 ana ben cleo dov")
    assert desk.refusal("done 031 dov").code == "not_active"
