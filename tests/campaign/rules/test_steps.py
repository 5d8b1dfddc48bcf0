"""The walk-throughs before and after a game."""

from fractions import Fraction

import pytest

from campaign.rules import ledger, steps
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.midnight_oil import midnight_oil
from campaign.rules.standings import standings
from campaign.rules.step import Step
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game


def named(found: tuple[Step, ...], key: str) -> Step:
    (step,) = (step for step in found if step.key == key)
    return step


def before(desk: Desk, key: str, players: str = "ana ben cleo dov") -> Step:
    return named(steps.setup(desk.state, tuple(players.split())), key)


def after(desk: Desk, key: str) -> Step:
    return named(steps.cleanup(desk.state), key)


def texts(step: Step) -> list[str]:
    return [str(line) for line in step.lines]


def press(desk: Desk, step: Step) -> None:
    for draft in step.drafts:
        desk.store(draft)


def test_the_setup_walks_through_the_rulebooks_steps_in_order() -> None:
    keys = [step.key for step in steps.setup(group_of_four().state, ("ana", "ben"))]

    assert keys[0] == "prologue_setup"
    assert keys.index("prologue") < keys.index("contract_setups") < keys.index("midnight_oil")
    assert keys.index("midnight_oil") < keys.index("rows") < keys.index("hidden")
    assert keys[-2:] == ["hands", "arrive"]


@pytest.mark.parametrize(
    ("players", "space", "clank"),
    [
        ("ana ben", 3, "3, 2"),
        ("ana ben cleo", 2, "3, 2, 1"),
        ("ana ben cleo dov", 1, "3, 2, 1, 0"),
    ],
)
def test_numbers_follow_the_number_of_players(players: str, space: int, clank: str) -> None:
    desk = group_of_four()

    assert f"space {space} " in texts(before(desk, "map", players))[0]
    assert clank in texts(before(desk, "order", players))[0]


def test_absent_journals_are_skipped() -> None:
    step = before(group_of_four(), "journals", "ana ben")

    assert texts(step) == ["Skip the Journals of those nobody plays: Cleo, Dov."]


def test_contracts_are_laid_out_and_their_setups_listed_until_done() -> None:
    desk = in_game()
    desk.write("contract 031 group name Goat setup", "contract 032 solo for ana setup")

    laid_out = texts(before(desk, "contracts"))
    assert laid_out == [
        "Contract 031 “Goat”: into the contracts row.",
        "Contract 032: into the supply of Ana.",
    ]
    step = before(desk, "contract_setups")
    assert step.done is False
    press(desk, step)
    assert before(desk, "contract_setups").done is True

    desk.write("finish ana 5 ben 6 cleo 7 dov 8")
    step = before(desk, "contract_setups")
    assert (texts(step), step.drafts) == (["Contract 031 “Goat”", "Contract 032"], ())


def test_two_players_each_take_their_own_midnight_oil() -> None:
    desk = group_of_four()

    oil = midnight_oil(desk.state, ("ana", "cleo"))

    assert oil is not None
    assert oil.cards == ("002", "003")
    assert oil.for_everybody
    assert before(desk, "midnight_oil", "ana cleo").drafts == ()


def test_of_three_players_one_with_the_fewest_boxes_is_chosen_by_lot() -> None:
    """Case C75: with no box checked everybody has the same chance."""
    desk = group_of_four()
    three = ("ana", "ben", "cleo")
    even = midnight_oil(desk.state, three)
    assert even is not None
    assert even.chances == dict.fromkeys(three, Fraction(1, 3))

    desk.write("tick oil ana")

    oil = midnight_oil(desk.state, three)
    assert oil is not None
    assert oil.cards == ("004",)
    assert oil.chances == {"ben": Fraction(1, 2), "cleo": Fraction(1, 2)}
    assert texts(before(desk, "midnight_oil", "ana ben cleo")) == [
        "Ben: chance 1/2.", "Cleo: chance 1/2.", "Card 004, sealed: Cardporium.",
    ]  # fmt: skip


def test_once_a_box_is_checked_nobody_else_is_asked_to_check_one() -> None:
    desk = in_game(players="ana ben cleo")
    drafts = before(desk, "midnight_oil").drafts
    assert [draft.arguments["character"] for draft in drafts] == ["ana", "ben", "cleo"]

    desk.store(drafts[1])

    step = before(desk, "midnight_oil")
    assert step.done is False
    assert texts(step) == [
        "Ben takes Card 004, sealed.", "Card 004, sealed: Cardporium.",
    ]  # fmt: skip
    press(desk, step)
    assert (before(desk, "midnight_oil").done, before(desk, "midnight_oil").drafts) == (True, ())
    assert desk.state.contracts["004"].owner == "ben"
    desk.write("finish ana 5 ben 6 cleo 7", "start 2 ana ben cleo")
    drafts = before(desk, "midnight_oil").drafts
    assert [draft.arguments["character"] for draft in drafts] == ["ana", "cleo"]


def test_burn_the_midnight_oil_comes_to_the_table_in_every_game_that_needs_it() -> None:
    desk = in_game(players="ana ben")
    step = before(desk, "midnight_oil")
    assert [draft.arguments["owner"] for draft in step.drafts] == ["ana", "ben"]
    press(desk, step)
    assert before(desk, "midnight_oil").done is True
    desk.write("contract 002 done ana", "finish ana 5 ben 6", "contract 002 keep")
    assert desk.state.cards["002"].place.where == "cabinet"

    desk.write("start 2 cleo ana")
    assert "Card 002: Filing Cabinet." in texts(before(desk, "midnight_oil"))
    press(desk, before(desk, "midnight_oil"))

    owners = {key: desk.state.contracts[key].owner for key in ("002", "003")}
    assert owners == {"002": "cleo", "003": "ana"}
    assert desk.state.contracts["002"].active
    assert next(r.contracts for r in standings(desk.state) if r.character == "ana") == 1
    with pytest.raises(LedgerError, match="on the table already"):
        desk.store(
            Draft(verb="contract", arguments={"card": "002", "kind": "solo", "owner": "ana"})
        )


def test_before_the_game_has_begun_no_box_is_checked_for_it() -> None:
    assert before(group_of_four(), "midnight_oil", "ana ben cleo").drafts == ()


def test_artifacts_without_a_space_go_into_the_box_not_into_the_bank() -> None:
    lines = texts(before(group_of_four(), "tokens"))

    (artifacts,) = (line for line in lines if "Artifacts" in line)
    assert artifacts.endswith("back into the box.")
    assert sum("in the bank" in line for line in lines) == 2


def test_four_players_need_no_midnight_oil() -> None:
    assert midnight_oil(group_of_four().state, ("ana", "ben", "cleo", "dov")) is None
    assert before(group_of_four(), "midnight_oil").done is True


def test_the_hidden_step_shows_once_its_sticker_is_in_the_rulebook() -> None:
    desk = group_of_four()
    assert before(desk, "hidden").done is True

    desk.write("rules 3e")

    step = before(desk, "hidden")
    assert step.done is None
    assert "3E" in str(step.title)


def test_unassigned_contracts_go_into_the_filing_cabinet() -> None:
    desk = in_game()
    desk.write("fetch 040 group")

    press(desk, before(desk, "unassigned"))

    assert desk.state.cards["040"].place.where == "cabinet"
    assert before(desk, "unassigned").drafts == ()


def test_known_passages_are_read_with_one_tap() -> None:
    desk = in_game()
    desk.write("mission prologue 3 epilogue 14 side Northrim")
    assert texts(before(desk, "map"))[0] == "Side: Northrim."

    press(desk, before(desk, "prologue"))
    press(desk, after(desk, "epilogue"))

    assert set(desk.state.passages) == {"3", "14"}
    assert before(desk, "prologue").done is True
    assert after(desk, "epilogue").done is True


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
    assert texts(after(desk, "memorials")) == ["Cleo has no memorial yet."]

    desk.write("memorial 12 cleo")

    assert after(desk, "memorials").done is True


def test_contracts_are_read_to_their_end_and_those_with_nothing_on_the_back_destroyed() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 031 done ana")
    desk.write("contract 032 group", "contract 032 fail")
    desk.write("contract 031 back always scoring A", "finish ana 9 ben 1 cleo 2 dov 3")

    press(desk, after(desk, "after_scoring"))
    assert after(desk, "after_scoring").done is True
    press(desk, after(desk, "flipped_contracts"))

    fates = {key: contract.fate for key, contract in desk.state.contracts.items()}
    assert fates == {"031": "kept", "032": "destroyed"}
    assert after(desk, "flipped_contracts").done is True


def test_the_winner_takes_employee_of_the_month() -> None:
    """Case C87: whoever holds it already keeps it."""
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
        desk.write(f"start {game} ana ben", "finish ana 5 ben 6")
    desk.write("contract 031 group", "contract 032 solo for ana")

    assert texts(after(desk, "pack")) == [
        "Into each deck box: the starting deck, cubes, destination markers and mark stickers.",
        "Contract 031 waits in the box with the reserve.",
        "Contract 032 waits in its owner's deck box.",
        "The campaign is over: read passage 82 before free play.",
    ]


def test_legacy_1_reviews_its_employees() -> None:
    desk = in_game("legacy1")
    desk.write("finish ana 85 ben 70 cleo 0 dov -3")

    step = after(desk, "reviews")
    assert texts(step) == [
        "Ana: checkmarks 2, and one for each row completed.",
        "Ben: checkmarks 1, and one for each row completed.",
        "Whoever has filled their Associate Status track is promoted and reads its passage.",
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


def test_every_draft_of_a_walk_through_can_be_written() -> None:
    desk = in_game(players="ana ben cleo")
    desk.write("contract 031 group by 1 setup", "fetch 040 group", "mission prologue 3 epilogue 4")

    for step in (*steps.setup(desk.state), *steps.cleanup(desk.state)):
        for draft in step.drafts:
            ledger.attempt(desk.state, draft)
