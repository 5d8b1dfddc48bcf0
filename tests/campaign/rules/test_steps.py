"""The walk-throughs before and after a game."""

from fractions import Fraction

import pytest

from campaign.rules import ledger
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.standings import standings
from campaign.rules.steps import walkthrough as steps
from campaign.rules.steps.midnight_oil import midnight_oil
from campaign.rules.steps.step import Step
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

    assert f"space {space} " in texts(before(desk, "map", players))[-1]
    assert clank in texts(before(desk, "order", players))[0]


def test_the_board_leaves_room_for_the_row_where_the_game_has_one() -> None:
    room = "The board lies above the map; leave room for a row between them."
    assert room in texts(before(in_game(), "map"))
    assert room not in texts(before(in_game("legacy1"), "map"))


def test_each_takes_what_is_theirs_and_a_new_character_its_name_and_stickers() -> None:
    new = (
        "Dov plays for the first time: the name goes on the deck box and the Journal, the mark "
        "stickers of the colour come from A13."
    )
    desk = in_game(players="ana ben cleo")
    desk.write("finish ana 5 ben 6 cleo 7", "pack")

    lines = texts(before(desk, "personal"))
    assert lines[-2:] == ["Each: cubes 30, destination markers 3.", new]
    assert "Each: Journal, figure on the disc of their colour, deck box, mark stickers." in lines
    desk.write("start 2 ana ben cleo dov", "finish ana 5 ben 6 cleo 7 dov 8", "pack")
    assert new not in texts(before(desk, "personal"))


def test_every_token_of_the_rulebook_has_its_place() -> None:
    assert texts(before(group_of_four(), "tokens")) == [
        "Artifacts lie face up on the spaces of their value; those without one go back into the box.",
        "Ore, shuffled, lies face down on its spaces, the rest in the bank.",
        "Major secrets, shuffled face down: one on each of their spaces, also where a minor one "
        "follows; the rest in the bank, apart from the minor ones.",
    ]


def test_cubes_leave_contracts_that_are_still_open() -> None:
    desk = in_game()
    off = "Cubes come off the contracts that are still open."
    desk.write("contract 031 group boxes 2", "finish ana 5 ben 6 cleo 7 dov 8")
    assert off not in texts(after(desk, "sort"))
    desk.write("contract 032 group cubes 9")
    assert off in texts(after(desk, "sort"))


def test_absent_journals_are_skipped() -> None:
    step = before(group_of_four(), "journals", "ana ben")

    assert texts(step) == ["Skip the Journals of characters that nobody plays: Cleo, Dov."]


def test_journals_are_read_by_name_once_somebody_plays() -> None:
    sentence = "Each player reads their Journal passage for this game"
    assert str(before(group_of_four(), "journals", "ana ben").title) == f"{sentence}: Ana, Ben."
    assert str(before(group_of_four(), "journals", "").title) == f"{sentence}."


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


def test_setups_are_not_done_before_any_contract_is_known_to_have_one() -> None:
    desk = in_game()
    assert before(desk, "contract_setups").done is None
    desk.write("contract 031 group name Goat")
    assert before(desk, "contract_setups").done is None, "what stands on it, only the group sees"


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
        "Ben: chance 1/2.", "Cleo: chance 1/2.", "Card 004 “Burn the Midnight Oil”: Cardporium.",
    ]  # fmt: skip


def test_once_a_box_is_checked_nobody_else_is_asked_to_check_one() -> None:
    desk = in_game(players="ana ben cleo")
    drafts = before(desk, "midnight_oil").drafts
    assert [draft.arguments["character"] for draft in drafts] == ["ana", "ben", "cleo"]

    desk.store(drafts[1])

    step = before(desk, "midnight_oil")
    assert step.done is False
    assert texts(step) == [
        "Ben takes Card 004 “Burn the Midnight Oil”.", "Card 004 “Burn the Midnight Oil”: Cardporium.",
    ]  # fmt: skip
    press(desk, step)
    assert (before(desk, "midnight_oil").done, before(desk, "midnight_oil").drafts) == (True, ())
    assert desk.state.contracts["004"].owner == "ben"
    desk.write("finish ana 5 ben 6 cleo 7", "pack", "start 2 ana ben cleo")
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

    desk.write("pack", "start 2 cleo ana")
    assert "Card 002 “Burn the Midnight Oil”: Filing Cabinet." in texts(
        before(desk, "midnight_oil")
    )
    press(desk, before(desk, "midnight_oil"))

    owners = {key: desk.state.contracts[key].owner for key in ("002", "003")}
    assert owners == {"002": "cleo", "003": "ana"}
    assert desk.state.contracts["002"].active
    assert next(r.contracts for r in standings(desk.state) if r.character == "ana") == 1
    with pytest.raises(LedgerError, match="already on the table"):
        desk.store(
            Draft(verb="contract", arguments={"card": "002", "kind": "solo", "owner": "ana"})
        )


def test_without_packing_the_midnight_oil_goes_home_before_anybody_gets_one() -> None:
    """C4: no card is dealt while another game's still lies in a supply."""
    desk = in_game(players="ana ben cleo")
    desk.write("tick oil ana", "contract 004 solo for ana", "finish ana 5 ben 6 cleo 7")
    for players in ("ana ben cleo dov", "ana ben"):
        desk.write(f"start 2 {players}")
        step = before(desk, "midnight_oil")
        assert (step.done, texts(step)) == (
            False,
            ["Card 004 “Burn the Midnight Oil”: supply of Ana."],
        )
        assert "004" not in " ".join(texts(before(desk, "contracts")))
        desk.write("abandon")
    desk.write("start 2 ana ben")

    press(desk, before(desk, "midnight_oil"))

    owners = [draft.arguments["owner"] for draft in before(desk, "midnight_oil").drafts]
    assert owners == ["ana", "ben"]


def test_employee_of_the_month_counts_in_its_starting_deck() -> None:
    """C6."""
    desk = after_game("ana 85 ben 70 cleo 1 dov 12")
    desk.write("employee ana", "pack")
    deck = texts(before(desk, "personal", "ana ben"))
    assert deck[0] == "Ana: cards in the starting deck 11."

    desk.write("fetch 005 employee", "employee ben")

    deck = texts(before(desk, "personal", "ana ben"))
    assert deck[:2] == [
        "Ana: cards in the starting deck 10.",
        "Ben: cards in the starting deck 11.",
    ]


def test_the_first_player_is_one_press() -> None:
    desk = in_game(players="ana ben cleo")

    desk.store(before(desk, "order").drafts[1])

    assert desk.state.running is not None
    assert desk.state.running.players == ("cleo", "ana", "ben")


def test_whoever_was_not_there_last_time_catches_up_before_the_prologue() -> None:
    desk = after_game()
    desk.write("pack", "start 2 ana ben cleo", "finish ana 1 ben 2 cleo 3", "pack")
    desk.write("start 3 ana ben cleo dov", "milestone mark ana")

    step = before(desk, "joining")
    assert (step.joining, step.done) == (("dov",), False)
    desk.write("joining dov")
    assert before(desk, "joining").done is True
    assert "joining" not in [s.key for s in steps.setup(group_of_four().state)]


def test_packing_is_the_last_step() -> None:
    desk = in_game()
    assert after(desk, "pack").drafts == ()
    desk.write("finish ana 5 ben 6 cleo 7 dov 8")
    assert after(desk, "pack").done is False

    press(desk, after(desk, "pack"))

    assert (after(desk, "pack").done, after(desk, "pack").drafts) == (True, ())
    assert [step.key for step in steps.cleanup(desk.state)][-1] == "pack"


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


def test_unassigned_contracts_go_into_a_tuckbox_or_the_filing_cabinet() -> None:
    desk = in_game()
    desk.write("fetch 040 group", "fetch 041 group")
    assert [draft.arguments for draft in before(desk, "unassigned").asks] == [
        {"card": "040"},
        {"card": "041"},
    ]
    desk.write("tuckbox 041 ana")
    assert texts(before(desk, "unassigned")) == ["Card 040"]

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


def test_every_draft_of_a_walk_through_can_be_written() -> None:
    desk = in_game(players="ana ben cleo")
    desk.write("contract 031 group by 1 setup", "fetch 040 group", "mission prologue 3 epilogue 4")

    for step in (*steps.setup(desk.state), *steps.cleanup(desk.state)):
        for draft in step.drafts:
            ledger.attempt(desk.state, draft)
