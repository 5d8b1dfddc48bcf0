"""Characters, stickers, passages, milestones, the map, tracks, counters, notes and games."""

from dataclasses import replace

import pytest

from campaign.rules import ledger
from campaign.rules.campaigns import Milestones, TrackRule
from campaign.rules.verbs.milestones import count, passages_due
from campaign.rules.verbs.tracks import ticks
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game, new_desk


def test_a_character_has_journal_colour_and_player() -> None:
    desk = new_desk()

    state = desk.write('recruit ana colour rot journal "The Planner" player alice name "Ana Stahl"')

    ana = state.characters["ana"]
    assert (ana.name, ana.journal, ana.colour, ana.player) == (
        "Ana Stahl", "The Planner", "red", "m1",
    )  # fmt: skip


def test_details_change_one_by_one() -> None:
    state = group_of_four().write("character ana name Anna", "character ana player bob")

    assert (state.characters["ana"].name, state.characters["ana"].player) == ("Anna", "m2")
    assert state.characters["ana"].colour == "red"


def test_conditions_come_and_go() -> None:
    desk = group_of_four()
    desk.write("condition ana Cursed", "condition ana Tired of it all")

    state = desk.write("recover ana cursed")

    assert state.characters["ana"].conditions == ("Tired of it all",)


def test_stickers_go_on_cards_spaces_journals_and_other_things() -> None:
    desk = group_of_four()
    desk.write("fetch 017 Giant blue")

    state = desk.write(
        "sticker a13 017",
        "sticker B2 on space 7 note it adds a path",
        "sticker M4 ana",
        'sticker C1 "Clank! board"',
    )

    targets = [(s.label, s.target, s.note) for s in state.stickers.values()]
    assert targets == [
        ("A13", "card:017", ""),
        ("B2", "space:7", "it adds a path"),
        ("M4", "character:ana", ""),
        ("C1", "thing:Clank! board", ""),
    ]


def test_rules_stickers_take_any_letter_and_know_the_printed_slots() -> None:
    state = group_of_four().write("rules 20b", "rules 14B a rule of ours")

    assert (state.rules["20B"].printed, state.rules["14B"].printed) == (True, False)
    assert state.rules["14B"].note == "a rule of ours"


def test_passages_are_kept_by_book_and_by_journal() -> None:
    state = in_game().write("read 45 ana", "journal C ben", "journal C cleo", "read 45 told")

    assert set(state.passages) == {"45", "ben/C", "cleo/C"}
    assert state.passages["45"].times == 2


def milestones(desk: Desk, many: int) -> Desk:
    desk.write(*["milestone M1 ben"] * many)
    return desk


def test_the_third_milestone_space_calls_for_a_passage_after_this_game() -> None:
    """Case C79: two spaces are filled, one more is gained."""
    desk = milestones(in_game(), 2)

    assert desk.says("milestone M4 ben").endswith(
        "After this game Ben reads the passage of milestone space 3."
    )
    ben = desk.write("milestone M4 ben").characters["ben"]
    assert passages_due(desk.state, ben, 1) == (3,)
    assert passages_due(desk.state, ben, 2) == ()


def test_one_game_may_cover_several_thresholds() -> None:
    desk = milestones(in_game(), 9)

    assert passages_due(desk.state, desk.state.characters["ben"], 1) == (3, 9)


def test_a_crossed_out_milestone_still_counts() -> None:
    """Case C81."""
    desk = milestones(in_game(), 4)

    ben = desk.write("cross 4 ben").characters["ben"]

    assert count(ben) == 4
    assert ben.milestones[3].crossed


def test_a_mark_fills_a_milestone_space() -> None:
    ben = in_game().write("milestone M4 ben", "milestone mark ben").characters["ben"]

    assert [m.is_mark for m in ben.milestones] == [False, True]
    assert count(ben) == 2


def test_a_full_journal_takes_no_further_milestone() -> None:
    desk = milestones(in_game(), 3)
    full = replace(desk.campaign, milestones=Milestones(thresholds=(3,), spaces=3))
    desk.state = replace(desk.state, campaign=full)

    assert desk.refusal("milestone M4 ben").code == "no_space_left"


def test_a_memorial_covers_the_mark_that_is_there() -> None:
    """Case C85."""
    desk = in_game()
    desk.write("space 12 mark ana", "finish ana 85 ben 70 cleo 0 dov 12")

    assert "The mark of Ana on Space 12 is covered." in desk.says("memorial 12 cleo")
    marks = desk.write("memorial 12 cleo").spaces["12"].marks

    assert [(m.character, m.memorial, m.covered) for m in marks] == [
        ("ana", False, True),
        ("cleo", True, False),
    ]


def test_a_forgotten_memorial_can_follow_in_the_next_game() -> None:
    desk = after_game()

    marks = desk.write("start 2 ana ben", "memorial w45 cleo").spaces["w45"].marks

    assert marks[0].game == 1


def test_a_destroyed_space_loses_its_marks_and_can_be_marked_again() -> None:
    desk = in_game()
    assert "remnant sticker from T2" in desk.says("remnant 7")

    space = desk.write("space 7 mark ana", "remnant 7", "space 7 mark ana").spaces["7"]

    assert space.remnant
    assert [mark.covered for mark in space.marks] == [True, False]


def test_the_group_draws_its_own_map() -> None:
    state = group_of_four().write(
        "space 7 at 120 400", 'space "Old Mill" to 7', "space 7 name Tall Tower"
    )

    assert (state.spaces["7"].x, state.spaces["7"].y) == (120, 400)
    assert state.spaces["7"].name == "Tall Tower"
    assert list(state.paths) == ["7|Old Mill"]


def test_there_are_twelve_runestones() -> None:
    assert group_of_four().refusal("remnant 13").key == "line.expected"


def test_boxes_are_ticked_one_at_a_time() -> None:
    state = in_game().write("tick midnight oil ana", "tick oil ana", "hake nachtschicht ben")

    assert (ticks(state, "midnight-oil", "ana"), ticks(state, "midnight-oil", "ben")) == (2, 1)


def test_a_full_track_takes_no_further_tick() -> None:
    desk = group_of_four()
    desk.write("tick oil ana")
    tracks = (TrackRule(key="midnight-oil", boxes=1),)
    desk.state = replace(desk.state, campaign=replace(desk.campaign, tracks=tracks))

    assert desk.refusal("tick oil ana").code == "track_full"


def test_legacy_1_keeps_its_own_objects() -> None:
    state = in_game("legacy1").write(
        "tick checkmarks ana", "tick personal goals ana", "tick dran", "promote ana copper",
        "valuable ana",
    )  # fmt: skip

    assert ticks(state, "dran") == 1
    assert state.characters["ana"].level == "copper"
    assert state.valuable == "ana"


def test_counters_are_set_and_changed() -> None:
    desk = new_desk("house")

    state = desk.write("counter Gold to 5", "counter gold by -7", "counter Fame um 3")

    assert {c.name: c.count for c in state.counters.values()} == {"Gold": -2, "Fame": 3}
    assert desk.write("counter Gold to 0").counters["gold"].count == 0


def test_a_note_keeps_the_words_as_they_were_typed() -> None:
    state = in_game().write('note  She said  "never again",  twice')

    assert [note.text for note in state.notes.values()] == ['She said  "never again",  twice']


def test_a_game_is_a_row_of_the_mission_reports() -> None:
    desk = group_of_four()
    desk.write("start 1 ben ana side Northrim on 2026-11-28", "mission prologue 3 epilogue 14")

    game = desk.write("finish ana 85 ben 70").games["1"]

    assert (game.players, game.side, game.date) == (("ben", "ana"), "Northrim", "2026-11-28")
    assert (game.prologue, game.epilogue, game.winner) == ("3", "14", "ana")
    assert list(game.scores) == ["ben", "ana"]


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ("ana 5 ben 9 cleo 0 dov -3", "ben"),
        ("ana 0 ben 0 cleo 0 dov 0", ""),
        ("ana 9 ben 9 cleo 0 dov 1 winner ben", "ben"),
        ("ana -2 ben -5 cleo -4 dov -9", ""),
    ],
)
def test_the_highest_score_above_0_wins(scores: str, winner: str) -> None:
    assert in_game().write(f"finish {scores}").games["1"].winner == winner


def test_corrected_scores_change_the_row_and_nothing_else() -> None:
    desk = after_game()
    before = desk.write("start 2 ana ben")

    state = desk.write("correct 1 ana 65 ben 70 cleo 0 dov 12")

    assert state.games["1"].winner == "ben"
    assert [c.kind for c in ledger.changes(before, state)] == ["games"]


def test_an_abandoned_game_is_played_again_and_keeps_its_changes() -> None:
    desk = in_game()
    desk.write("contract 031 group cubes 9", "cube 031 ana", "read 45", "abandon")

    assert desk.state.contracts["031"].cubes == ()
    state = desk.write("start 1 ana ben", "finish ana 5 ben 9")

    assert state.game == 1
    assert state.games["1"].players == ("ana", "ben")
    assert "45" in state.passages


def test_free_play_goes_on_after_the_last_game() -> None:
    desk = group_of_four()
    for game in range(1, 14):
        desk.write(f"start {game} ana ben", "finish ana 5 ben 9")

    assert desk.state.game == 13


def test_the_preview_of_the_scores_says_who_wins() -> None:
    desk = in_game()

    assert desk.says("finish ana 5 ben 9 cleo 0 dov 1").endswith("The winner is Ben.")
    assert "There is no winner" in desk.says("finish ana 0 ben 0 cleo 0 dov 0")
    assert desk.says("finish ana 9 ben 9 cleo 0 dov 1 winner ana").count("The winner is Ana.") == 1
