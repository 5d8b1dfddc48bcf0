"""The ledger: folded, struck, read as of a game; bad input changes nothing."""

from dataclasses import replace
from uuid import UUID

import pytest

from campaign.rules import ledger
from campaign.rules.arguments.kind import Ref
from campaign.rules.entries import Draft, standing, struck
from campaign.rules.errors import FoldError, LedgerError
from kernel.message import paragraph
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game, new_desk


def year() -> Desk:
    """Two games with a little of everything."""
    desk = in_game()
    desk.write(
        "fetch 017 Frost Giant blue",
        "mark 017 ana",
        "milestone M4 ben",
        "contract 031 group name Goat by 2 boxes 2",
        "contract 031 tick ana",
        "finish ana 85 ben 70 cleo 0 dov 12",
        "memorial 12 cleo",
        "employee ana",
        "start 2 ana ben cleo dov",
        "fetch 018 Ice Queen blue",
        "contract 031 tick ben",
        "rules 20b",
        "finish ana 5 ben 90 cleo 44 dov 45",
        "employee ben",
    )
    return desk


def test_the_fold_of_the_entries_is_what_was_applied_one_by_one() -> None:
    desk = year()

    assert ledger.fold(desk.campaign, desk.entries) == desk.state


def test_as_of_a_game_is_what_stood_when_it_ended() -> None:
    desk = after_game()
    desk.write("memorial 12 cleo")
    then = desk.state
    desk.write("start 2 ana ben", "rules 20b", "milestone M4 ana")

    assert ledger.as_of(desk.campaign, desk.entries, 1) == then
    assert ledger.as_of(desk.campaign, desk.entries, 2) == desk.state
    assert ledger.as_of(desk.campaign, desk.entries, 0).game == 0


def test_as_of_a_game_leaves_out_what_was_struck_later() -> None:
    desk = year()
    milestone = next(e for e in desk.entries if e.verb == "milestone")

    desk.strike(milestone.number)

    then = ledger.as_of(desk.campaign, desk.entries, 1)
    assert then.characters["ben"].milestones == ()
    assert then.games["1"].winner == "ana"


def test_striking_the_last_entry_restores_what_was_before() -> None:
    desk = year()
    before = desk.state
    desk.write("destroy 017")

    assert desk.strike(len(desk.entries)) == before
    assert struck(desk.entries) == {desk.entries[-2].id}


def test_striking_an_old_entry_keeps_what_came_after() -> None:
    desk = year()

    state = desk.strike(next(e.number for e in desk.entries if e.verb == "mark"))

    assert state.cards["017"].marks == ()
    assert state.games["2"].winner == "ben"
    assert ledger.fold(desk.campaign, desk.entries) == state


def test_what_later_entries_need_stands_in_the_way() -> None:
    desk = year()
    fetch = next(e for e in desk.entries if e.verb == "fetch")
    mark = next(e for e in desk.entries if e.verb == "mark")
    before = (desk.state, len(desk.entries))

    with pytest.raises(FoldError) as caught:
        desk.strike(fetch.number)

    assert caught.value.key == "in_the_way"
    assert caught.value.number == mark.number
    assert caught.value.cause.code == "unknown_card"
    assert caught.value.message.startswith(f"Entry {mark.number} stands in the way: No card")
    assert (desk.state, len(desk.entries)) == before


def test_a_game_cannot_be_struck_while_entries_of_it_stand() -> None:
    desk = year()
    start = next(e for e in desk.entries if e.verb == "start")

    with pytest.raises(FoldError) as caught:
        desk.strike(start.number)

    assert caught.value.cause.code == "no_game"


def test_a_game_begun_by_mistake_can_be_struck() -> None:
    desk = after_game()
    before = desk.write("start 2 ana ben")
    assert before.game == 2

    state = desk.strike(len(desk.entries))

    assert state.game == 1
    desk.write("start 2 ana cleo")
    assert ledger.fold(desk.campaign, desk.entries) == desk.state


def test_striking_a_strike_makes_the_entry_stand_again() -> None:
    desk = year()
    before = desk.write("token 24")
    number = len(desk.entries)

    desk.strike(number)
    assert "24" not in desk.state.tokens
    assert desk.strike(number + 1) == before
    assert desk.entries[number - 1] in standing(desk.entries)


def test_an_entry_is_struck_once() -> None:
    desk = year()
    desk.write("token 24")
    number = len(desk.entries)
    desk.strike(number)

    with pytest.raises(LedgerError) as caught:
        desk.strike(number)

    assert caught.value.code == "already_struck"


def test_an_unknown_entry_cannot_be_struck() -> None:
    desk = year()
    unknown = replace(desk.strike_entry(1), strikes=UUID(int=999))

    with pytest.raises(LedgerError) as caught:
        ledger.strike(desk.campaign, desk.entries, unknown)

    assert caught.value.code == "unknown_entry"


def test_a_strike_never_makes_a_later_entry_mean_something_else() -> None:
    desk = in_game()
    desk.write("milestone M1 ben", "milestone M4 ben", "milestone M5 ben", "cross 2 ben")
    first = next(e for e in desk.entries if e.verb == "milestone")

    with pytest.raises(FoldError) as caught:
        desk.strike(first.number)

    assert caught.value.cause.code == "other_meaning"
    assert caught.value.number == desk.entries[-1].number


def test_a_strike_never_ticks_another_box_of_a_contract() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 031 done ana")
    desk.write("contract 031 back failed A", "contract 031 back always B")
    desk.write("contract 031 back always C", "contract 031 box 2")
    first = next(e for e in desk.entries if e.verb == "back")

    with pytest.raises(FoldError):
        desk.strike(first.number)


MEANT = [
    (("contract 031 group", "contract 031 done ana", "contract 031 back always A"),
     ("contract 031 back always B", "contract 031 box 1")),
    (("contract 031 group by 1", "contract 031 deadline 5"),
     ("contract 032 group by 1", "deadline")),
    (("finish ana 1 ben 2 cleo 0 dov 4", "start 2 ana cleo", "finish ana 1 cleo 0"),
     ("memorial 7 cleo",)),
]  # fmt: skip


@pytest.mark.parametrize(("before", "later"), MEANT)
def test_a_strike_never_lets_a_later_entry_be_about_something_else(
    before: tuple[str, ...], later: tuple[str, ...]
) -> None:
    desk = in_game()
    desk.write(*before)
    struck = desk.entries[-1].number
    desk.write(*later)

    with pytest.raises(FoldError) as caught:
        desk.strike(struck)

    assert caught.value.cause.code == "other_meaning"


def test_a_contract_entered_by_mistake_can_be_struck_although_it_failed_with_others() -> None:
    desk = in_game()
    desk.write("contract 031 group by 1", "contract 032 group by 1", "deadline")

    state = desk.strike(desk.entries[-2].number)

    assert {key: contract.status for key, contract in state.contracts.items()} == {"031": "failed"}


def test_an_entry_belongs_to_the_current_game() -> None:
    desk = in_game()
    early = replace(desk.entry(Draft(verb="token", arguments={"group": 24})), game=0)

    with pytest.raises(LedgerError) as caught:
        ledger.apply(desk.state, early)

    assert caught.value.code == "wrong_game"


def test_a_strike_needs_the_whole_ledger() -> None:
    desk = in_game()

    with pytest.raises(LedgerError) as caught:
        ledger.apply(desk.state, desk.strike_entry(1))

    assert caught.value.code == "needs_ledger"


@pytest.mark.parametrize("number", [0, 1, 5])
def test_entry_numbers_rise(number: int) -> None:
    desk = in_game()
    wrong = replace(desk.entries[-1], number=number, id=UUID(int=99))

    with pytest.raises(FoldError) as caught:
        ledger.fold(desk.campaign, [*desk.entries, wrong])

    assert caught.value.cause.code == "number_taken"


def test_a_ledger_that_the_rules_do_not_allow_names_its_first_bad_entry() -> None:
    desk = year()
    bad = [e for e in desk.entries if e.verb != "recruit"]

    with pytest.raises(FoldError) as caught:
        ledger.fold(desk.campaign, bad)

    assert caught.value.key == "bad_ledger"
    assert caught.value.number == bad[0].number


def test_an_unknown_verb_is_named() -> None:
    desk = in_game()

    with pytest.raises(LedgerError) as caught:
        ledger.clean(desk.campaign, Draft(verb="jump", arguments={}))

    assert caught.value.message == "There is no such verb: jump."


def test_a_draft_is_cleaned_before_it_is_stored() -> None:
    campaign = new_desk().campaign

    cleaned = ledger.clean(campaign, Draft(verb="token", arguments={"group": "24"}))

    assert cleaned.arguments == {"group": 24}


def test_a_trial_stores_nothing() -> None:
    desk = in_game()
    before = desk.state

    after = ledger.attempt(desk.state, Draft(verb="token", arguments={"group": 24}))

    assert "24" in after.tokens
    assert desk.state is before


def test_changes_are_exactly_what_an_entry_touched() -> None:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "contract 031 group cubes 9", "cube 031 ana")
    before = desk.state

    marked = desk.write("mark 017 ana")
    assert [(c.kind, c.key) for c in ledger.changes(before, marked)] == [("cards", "017")]

    over = desk.write("finish ana 85 ben 70 cleo 0 dov 12")
    kinds = {(c.kind, c.key) for c in ledger.changes(marked, over)}
    assert kinds == {("games", "1"), ("contracts", "031")}

    undone = ledger.changes(over, before)
    assert ("cards", "017") in {(c.kind, c.key) for c in undone}


def test_a_strike_shows_as_removed_objects() -> None:
    desk = in_game()
    desk.write("token 24")
    before = desk.state

    after = desk.strike(len(desk.entries))

    assert ledger.changes(before, after) == (ledger.Change("tokens", "24", None),)


def test_entries_say_what_happened_with_the_names_known_now() -> None:
    desk = group_of_four()
    entry = desk.store(Draft(verb="cabinet", arguments={"card": "031"}))
    assert paragraph(ledger.describe(desk.state, entry)).startswith("Put Card 031 into")

    desk.write("card 031 name Goat")

    assert "Card 031 “Goat”" in paragraph(ledger.describe(desk.state, entry))
    assert "sealed" in paragraph(ledger.describe(new_desk().state, entry))


def test_an_entry_that_cannot_be_read_still_has_a_sentence() -> None:
    desk = in_game()
    odd = replace(desk.entries[0], verb="jump", arguments={"how": ["high"]})

    assert "jump" in paragraph(ledger.describe(desk.state, odd))
    assert ledger.touched(desk.campaign, odd) == frozenset()
    assert paragraph(ledger.describe(desk.state, desk.strike_entry(1))) == "An entry is struck."


def test_entries_can_be_filtered_by_what_they_touch() -> None:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "contract 031 group", "contract 031 done ana cleo")
    desk.write("mark 017 ben", "sticker B2 on space 7")

    refs = [ledger.touched(desk.campaign, entry) for entry in desk.entries[-3:]]

    assert refs[0] == {
        Ref("contract", "031"), Ref("card", "031"), Ref("character", "ana"),
        Ref("character", "cleo"),
    }  # fmt: skip
    assert refs[1] == {Ref("card", "017"), Ref("character", "ben")}
    assert refs[2] == {Ref("sticker", "B2"), Ref("space", "7")}
