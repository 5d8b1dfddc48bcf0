"""The walk-through after a game."""

import pytest

from campaign.rules.entries import Draft
from campaign.rules.steps import walkthrough as steps
from tests.campaign.rules.desk import after_game, group_of_four, in_game
from tests.campaign.rules.test_steps import after, press, texts


def test_there_is_nothing_to_clean_up_before_the_first_game() -> None:
    assert steps.cleanup(group_of_four().state) == ()


def test_deadlines_come_before_the_scores() -> None:
    desk = in_game()
    desk.write("contract 031 group by 1")
    assert [step.key for step in steps.cleanup(desk.state)][:2] == ["deadlines", "mission_report"]
    assert after(desk, "deadlines").done is False

    press(desk, after(desk, "deadlines"))

    assert after(desk, "deadlines").done is True
    assert desk.state.contracts["031"].status == "failed"


def test_what_a_failed_contract_asks_for_is_done_before_the_scores() -> None:
    desk = in_game()
    desk.write("contract 031 group by 1", "deadline")
    desk.write("contract 031 back failed now A", "contract 031 back always scoring B")
    step = after(desk, "deadlines")
    assert step.done is False
    assert texts(step) == ["Contract 031: box 1 is next."]

    press(desk, step)

    step = after(desk, "deadlines")
    assert (step.done, step.drafts) == (True, ())


def test_points_of_contracts_are_told_before_the_scores_are_written() -> None:
    desk = in_game()
    desk.write("contract 031 group name Goat", "contract 031 done ana cleo")
    desk.write("contract 032 group", "contract 032 fail", "contract 033 group")
    assert texts(after(desk, "mission_report")) == [
        "Contract 031 “Goat”: look for points on its back."
    ]

    desk.write("contract 031 points 5 bonus 3")

    assert texts(after(desk, "mission_report")) == [
        "Ana scores 8 for Contract 031 “Goat”.",
        "Cleo scores 8 for Contract 031 “Goat”.",
    ]


def test_the_fallen_are_named_until_they_are_remembered() -> None:
    desk = after_game()
    assert texts(after(desk, "memorials")) == [
        "Cleo has no memorial yet.",
        "A mark that is there already is covered by the new one.",
    ]

    desk.write("memorial 12 cleo")

    assert after(desk, "memorials").done is True
    assert texts(after(desk, "memorials")) == []


def test_contracts_are_read_to_their_end_and_those_with_nothing_on_the_back_destroyed() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 031 done ana")
    desk.write("contract 032 group", "contract 032 fail")
    desk.write("contract 031 back always scoring A", "finish ana 9 ben 1 cleo 2 dov 3")

    press(desk, after(desk, "after_scoring"))
    assert after(desk, "after_scoring").done is None, "nobody has said what is on the back of 032"
    press(desk, after(desk, "flipped_contracts"))
    assert after(desk, "after_scoring").done is True

    fates = {key: contract.fate for key, contract in desk.state.contracts.items()}
    assert fates == {"031": "kept", "032": "destroyed"}
    assert after(desk, "flipped_contracts").done is True


def test_the_winner_takes_employee_of_the_month() -> None:
    """Case C87: a winner who already has it keeps it."""
    desk = after_game()
    press(desk, after(desk, "employee"))
    assert desk.state.employee == "ana"
    assert after(desk, "employee").done is True

    desk.write("start 2 ana ben", "finish ana 50 ben 6")
    assert after(desk, "employee").drafts == ()

    desk.write("start 3 ana ben", "finish ana 0 ben 0")
    press(desk, after(desk, "employee"))
    assert desk.state.employee == ""


@pytest.mark.parametrize("scores", ["ana 0 ben 0", "ana -2 ben 0", "ana -3 ben -1"])
def test_nobody_wins_with_nobody_above_nothing(scores: str) -> None:
    desk = in_game()
    desk.write("finish ana 35 ben 6 cleo 7 dov 8", "start 2 ana ben", f"finish {scores}")
    assert desk.state.games["2"].winner == ""


def test_milestone_passages_are_read_after_the_game_that_covered_the_space() -> None:
    desk = in_game()
    desk.write(*["milestone M1 ben"] * 3, "finish ana 5 ben 6 cleo 7 dov 8")

    assert texts(after(desk, "milestone_passages")) == ["Ben: the passage of space 3."]


def test_open_contracts_are_stored_and_the_last_game_ends_the_campaign() -> None:
    desk = group_of_four()
    for game in range(1, 13):
        desk.write(f"start {game} ana ben", "finish ana 5 ben 6", "employee ben")
    desk.write("contract 031 group", "contract 032 solo for ana")

    assert texts(after(desk, "pack")) == [
        "Into each deck box: the starting deck, cubes, destination markers and mark stickers.",
        "Contract 031 waits in the box with the reserve.",
        "Contract 032 waits in its owner’s deck box.",
        "The campaign is over: read passage 82 before free play.",
    ]


def test_legacy_1_reviews_its_employees() -> None:
    desk = in_game("legacy1")
    desk.write("finish ana 85 ben 70 cleo 0 dov -3")

    step = after(desk, "reviews")
    assert texts(step) == [
        "Ana: checkmarks 2, and one for each row completed.",
        "Ben: checkmarks 1, and one for each row completed.",
        "Anyone who has filled their Associate Status track is promoted and reads its passage.",
    ]
    press(desk, step)
    assert desk.state.tracks["checkmarks/ana"].ticked == 2
    assert after(desk, "reviews").drafts == ()
    press(desk, after(desk, "valuable"))
    assert desk.state.valuable == "ana"
    assert after(desk, "valuable").done is True
    assert after(desk, "dran").drafts == (Draft(verb="tick", arguments={"track": "dran"}),)
    press(desk, after(desk, "dran"))
    assert (after(desk, "dran").drafts, after(desk, "dran").done) == ((), True)


def test_legacy_1_reads_its_contracts_to_their_end() -> None:
    desk = in_game("legacy1")
    desk.write("contract 031 new", "contract 031 done ana", "contract 031 back always scoring A")
    desk.write("finish ana 85 ben 70 cleo 1 dov 2")
    assert after(desk, "contract_texts").done is False

    press(desk, after(desk, "contract_texts"))

    assert after(desk, "contract_texts").done is True
