"""The frame of an evening: whose game an entry is, packing, late entries, who plays."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules import export, ledger, line
from campaign.rules.entries import Draft, Entry, Value, standing
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.rules.state import State
from campaign.rules.steps.walkthrough import cleanup, placed
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game
from tests.campaign.rules.test_laws import LINES

EVERYBODY = "ana ben cleo dov"


def late(desk: Desk, game: int, verb: str, **arguments: Value) -> Entry:
    """Write an entry for an earlier game, as the site does."""
    draft = ledger.clean(desk.campaign, Draft(verb=verb, arguments=arguments, game=game))
    entry = desk.entry(draft)
    ledger.apply(desk.state, entry)
    ledger.check_late(desk.campaign, desk.entries, entry)
    return desk.store(draft)


def refused(desk: Desk, game: int, verb: str, **arguments: Value) -> LedgerError:
    before = desk.state
    with pytest.raises(LedgerError) as caught:
        late(desk, game, verb, **arguments)
    assert desk.state is before
    return caught.value


# Whose game an entry is ----------------------------------------------------------


def test_from_the_first_entry_on_entries_belong_to_game_1() -> None:
    desk = group_of_four()

    assert {entry.game for entry in desk.entries} == {1}
    assert ledger.as_of(desk.campaign, desk.entries, 0) == ledger.new_campaign(desk.campaign)


def test_entries_stored_before_keep_game_0_and_fold_as_before() -> None:
    desk = group_of_four()
    old = [replace(entry, game=0) for entry in desk.entries]

    assert ledger.fold(desk.campaign, old).characters["ana"].joined_in == 0


def test_what_a_prologue_gives_after_packing_counts_for_the_coming_game() -> None:
    """C1: a contract fetched in game 2's Prologue has its bonus in game 2."""
    desk = after_game()
    desk.write("pack", "contract 140 group boxes 1", "milestone M1 ana")
    desk.write("milestone M2 ana", "milestone M3 ana", f"start 2 {EVERYBODY}")
    desk.write("contract 140 tick ana", "contract 140 points 10 bonus 5")

    contract = desk.state.contracts["140"]
    assert (contract.fetched_in, contract.resolved_in) == (2, 2)
    assert desk.entries[-1].game == 2
    desk.write("finish ana 9 ben 8 cleo 7 dov 6")
    step = next(step for step in cleanup(desk.state) if step.key == "milestone_passages")
    assert [line.params["space"] for line in step.lines] == [3]


def test_without_packing_entries_stay_with_the_game_that_is_over() -> None:
    desk = after_game()
    desk.write("fetch 061")

    assert (desk.entries[-1].game, desk.state.tonight) == (1, 1)


def test_a_game_is_packed_once_and_only_when_it_is_over() -> None:
    assert group_of_four().refusal("pack").code == "no_game"
    desk = in_game()
    assert desk.refusal("pack").code == "game_running"
    desk.write("finish ana 1 ben 2 cleo 3 dov 4", "pack")
    assert desk.refusal("pack").code == "already_packed"
    assert desk.state.tonight == 2
    assert desk.write("start 2 ana ben").packed is False


def test_packing_an_abandoned_game_leaves_its_number() -> None:
    desk = in_game()
    desk.write("abandon", "pack")

    assert desk.state.tonight == 1
    assert desk.write("start 1 ana ben").running is not None


# Late entries --------------------------------------------------------------------


def two_games() -> Desk:
    """Game 1 with a zero for Cleo, packed; game 2 over and packed as well."""
    desk = after_game("ana 85 ben 70 cleo 0 dov 12")
    desk.write("pack", f"start 2 {EVERYBODY}", "finish ana 5 ben 9 cleo 0 dov 1", "pack")
    return desk


def test_a_late_memorial_acts_in_its_game() -> None:
    """C5."""
    desk = two_games()

    entry = late(desk, 1, "memorial", space="7", character="cleo")

    assert entry.game == 1
    assert [mark.game for mark in desk.state.spaces["7"].marks] == [1]
    assert "7" in ledger.as_of(desk.campaign, desk.entries, 1).spaces
    assert ledger.fold(desk.campaign, desk.entries) == desk.state


def test_a_late_entry_that_does_not_stand_then_is_refused() -> None:
    desk = two_games()
    assert refused(desk, 1, "memorial", space="7", character="ana").code == "not_fallen"
    desk.write("contract 140 group", "contract 140 fail")
    assert refused(desk, 1, "keep", contract="140").code == "not_then"


def test_only_verbs_of_open_tasks_may_be_late() -> None:
    desk = two_games()

    assert refused(desk, 1, "fetch", card="061").code == "not_late"
    assert refused(desk, 7, "memorial", space="7", character="cleo").code == "wrong_game"


def test_a_late_employee_never_takes_the_card_from_a_later_winner() -> None:
    desk = two_games()

    assert refused(desk, 1, "employee", character="ana").code == "employee_since"
    late(desk, 2, "employee", character="ben")
    assert desk.state.employee == "ben"


def test_scores_are_corrected_in_their_own_game() -> None:
    desk = two_games()

    desk.write("correct 1 ana 1 ben 70 cleo 0 dov 12")

    assert desk.entries[-1].game == 1
    assert ledger.as_of(desk.campaign, desk.entries, 1).games["1"].winner == "ben"


def test_a_strike_that_a_late_entry_needs_is_refused() -> None:
    desk = after_game("ana 85 ben 70 cleo 30 dov 12")
    desk.write("correct 1 ana 85 ben 70 cleo 0 dov 12")
    correct = desk.entries[-1].number
    desk.write("pack", f"start 2 {EVERYBODY}", "finish ana 5 ben 9 cleo 3 dov 1", "pack")
    late(desk, 1, "memorial", space="7", character="cleo")

    with pytest.raises(FoldError) as caught:
        desk.strike(correct)

    assert caught.value.key == "in_the_way"


def test_a_late_tick_leaves_the_ticks_of_a_later_game() -> None:
    desk = in_game(players="ana ben cleo")
    desk.write("finish ana 1 ben 2 cleo 3", "pack", "start 2 ana ben cleo", "tick oil ana")

    late(desk, 1, "tick", track="midnight-oil", character="ana")

    track = desk.state.tracks["midnight-oil/ana"]
    assert (track.ticked, track.game, track.lately) == (2, 2, 1)


def test_late_entries_survive_a_file() -> None:
    desk = two_games()
    late(desk, 1, "memorial", space="7", character="cleo")
    desk.write("contract 140 group", "waive memorial:cleo:2", "joining dov milestones 1")
    owner = MemberName(key="m1", name="Alice", role=Role.OWNER)
    entries = tuple(desk.entries)
    document = Document(campaign="legacy2", title="Year", members=(owner,), entries=entries)

    again = export.read(export.write(document))

    assert again.entries == document.entries
    assert export.state_of(again) == desk.state


def test_a_file_whose_late_entry_does_not_stand_then_is_refused() -> None:
    desk = two_games()
    entry = late(desk, 1, "memorial", space="7", character="cleo")
    scores = {"ana": 85, "ben": 70, "cleo": 3, "dov": 12}
    forged = [
        replace(e, arguments={"scores": scores}) if e.verb == "finish" else e for e in desk.entries
    ]
    forged[-1] = entry

    with pytest.raises(FoldError):
        ledger.fold(desk.campaign, forged)


# Who plays -----------------------------------------------------------------------


def test_who_plays_can_change_while_the_game_runs() -> None:
    """Dan cancels at 20:00."""
    desk = in_game()

    desk.write("players ben ana cleo")

    assert desk.state.running is not None
    assert desk.state.running.players == ("ben", "ana", "cleo")
    assert desk.refusal("players ana").code == "player_count"
    desk.write("finish ana 1 ben 2 cleo 3")
    assert desk.refusal("players ana ben").code == "no_game"


# Laws ----------------------------------------------------------------------------

EVENINGS = st.lists(
    st.one_of(
        LINES,
        st.sampled_from(["pack", "finish ana 9 ben 0 cleo 3 dov 0", "players ana ben cleo dov"]),
        st.tuples(st.sampled_from(["1", "7"]), st.sampled_from(["ben", "dov"]), st.integers(1, 3)),
        st.tuples(st.integers(1, 5), st.integers(1, 3)),
    ),
    max_size=40,
)


@given(EVENINGS)
@settings(max_examples=300, deadline=None)
def test_as_of_a_game_is_the_standing_entries_up_to_it_in_order(texts: list[object]) -> None:
    """With packing and late entries; every game has a state, and the last one is today's."""
    desk = in_game()
    for text in texts:
        try:
            _written(desk, text)
        except LedgerError:
            continue

    games, stood = sorted({entry.game for entry in desk.entries}), desk.state
    for game in range(games[-1] + 1):
        stood = ledger.new_campaign(desk.campaign)
        for entry in standing(desk.entries):
            if entry.game <= game:
                stood = ledger.apply(stood, entry)
        assert ledger.as_of(desk.campaign, desk.entries, game) == stood
    assert stood == desk.state == ledger.fold(desk.campaign, desk.entries)


def _written(desk: Desk, text: object) -> None:
    if isinstance(text, str):
        desk.write(text)
    elif isinstance(text, tuple) and len(text) == 3:
        late(desk, text[2], "memorial", space=text[0], character=text[1])
    elif isinstance(text, tuple):
        late(desk, text[1], "read", passage=str(text[0]))


@given(EVENINGS)
@settings(max_examples=60, deadline=None)
def test_without_late_entries_as_of_is_what_stood_then(texts: list[object]) -> None:
    desk = in_game()
    stood = dict[int, State]()
    for text in texts:
        if isinstance(text, str) and not text.startswith("correct"):
            try:
                desk.write(text)
            except LedgerError:
                continue
            stood[desk.entries[-1].game] = desk.state

    for game, state in stood.items():
        assert ledger.as_of(desk.campaign, desk.entries, game) == state


# What is written a little late --------------------------------------------------


def test_what_the_steps_after_a_packed_game_offer_is_written_for_that_game() -> None:
    desk = in_game()
    desk.write("contract 032 group", "contract 032 done ana", "finish ana 9 ben 8 cleo 0 dov 6")
    desk.write("pack")

    offered = [d for step in cleanup(desk.state) for d in (*step.drafts, *step.asks)]

    assert {draft.verb for draft in offered} == {"memorial", "destroy", "employee"}
    assert {draft.game for draft in offered} == {1}


def test_in_a_legacy_1_campaign_everything_that_is_made_up_for_stays_with_its_game() -> None:
    desk = in_game("legacy1")
    desk.write("finish ana 9 ben 8 cleo 0 dov 6", "pack")
    offered = [d for step in cleanup(desk.state) for d in (*step.drafts, *step.asks)]
    assert {"valuable", "tick"} <= {draft.verb for draft in offered}
    assert {draft.game for draft in offered} == {1}


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("employee ana", 1),
        ("employee ben", None),
        ("memorial 7 cleo", 1),
        ("read 14", 1),
        ("read 15", None),
        ("destroy 032", 1),
        ("destroy 061", None),
        ("contract 044 group", None),
    ],
)
def test_what_makes_up_for_a_packed_game_is_its_own_and_nothing_else_is(
    typed: str, game: int | None
) -> None:
    desk = in_game()
    desk.write("mission epilogue 14", "contract 032 group", "contract 032 done ana")
    desk.write("finish ana 9 ben 8 cleo 0 dov 6")
    assert placed(desk.state, line.parse(desk.reading(), typed)).game is None, "not late yet"
    desk.write("pack")

    draft = placed(desk.state, line.parse(desk.reading(), typed))

    assert draft.game == game
    follows = [each.render() for each in line.preview(desk.reading(), typed).consequences]
    assert ("This is for game 1." in follows) is (game == 1)


def test_packing_away_says_first_what_is_left_open() -> None:
    desk = in_game()
    desk.write("mission epilogue 14", "finish ana 9 ben 8 cleo 0 dov 6")
    named = [
        "Still open: Cleo scored 0 in game 1 and has no memorial yet.",
        "Still open: Ana won game 1 but is not Employee of the Month.",
        "Still open: Read this game’s Epilogue passage aloud and follow it.",
    ]
    pack = next(step for step in cleanup(desk.state) if step.key == "pack")
    assert [each.render() for each in pack.lines][:3] == named
    assert [each.render() for each in line.preview(desk.reading(), "pack").consequences] == named
    coming = line.preview(desk.reading(), "contract 031 group").consequences
    first = "Before it counts for game 2, the last one is packed away."
    assert [each.render() for each in coming] == [first, *named]

    desk.write("employee ana", "memorial 7 cleo", "read 14")

    assert line.preview(desk.reading(), "pack").consequences == ()


def test_employee_of_the_month_in_the_middle_of_a_game_is_remarked_upon() -> None:
    desk = in_game()
    said = line.preview(desk.reading(), "employee ana").consequences
    assert [each.params for each in said] == [{"game": 1}]
    desk.write("finish ana 9 ben 8 cleo 7 dov 6")
    assert line.preview(desk.reading(), "employee ana").consequences == ()
