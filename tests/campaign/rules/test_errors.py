"""Every reason to refuse an entry or a line; nothing changes."""

import pytest

from campaign.rules.errors import SENTENCES
from tests.campaign.rules.desk import Desk, after_game, group_of_four, in_game, new_desk

BLUE = "fetch 017 Giant blue"
OPEN = "contract 031 group boxes 2 setup"
SOLO = "contract 031 solo for ana"
TRACK = "contract 031 group cubes 9"
DONE = "contract 031 group", "contract 031 done ana"

BEFORE_PLAY: list[tuple[str, tuple[str, ...], str]] = [
    # characters
    ("unknown_character", (), "tick oil zoe"),
    ("named_twice", (), "start 1 ana ana"),
    ("character_taken", (), "recruit ana"),
    ("too_many_characters", (), "recruit eve"),
    ("colour_taken", (), "character ana colour blue"),
    ("journal_taken", ("character ana journal X",), "character ben journal x"),
    ("nothing_to_change", (), "character ana"),
    ("no_condition", (), "recover ana Cursed"),
    # cards
    ("unknown_card", (), "point 017"),
    ("already_fetched", (BLUE,), "fetch 17"),
    ("card_destroyed", (BLUE, "destroy 017"), "point 017"),
    ("whose_place", (BLUE,), "put 017 tuckbox"),
    ("nobodys_place", (BLUE,), "put 017 adventure ana"),
    ("no_boxes_left", ("fetch 004", "card 004 boxes 1", "scratch 004"), "scratch 004"),
    ("too_few_boxes", ("fetch 004", "scratch 004", "scratch 004"), "card 004 boxes 1"),
    ("nothing_to_change", (BLUE,), "card 017"),
    # marks
    ("not_markable", ("fetch 017 Wolf monster",), "mark 017 ana"),
    ("kind_unknown", ("fetch 017",), "mark 017 ana"),
    ("not_available", (BLUE, "cabinet 017"), "mark 017 ana"),
    ("already_marked", (BLUE, "mark 017 ana"), "mark 017 ben"),
    ("no_mark_to_cover", (BLUE, "mark 017 ana"), "mark 017 cleo over ben"),
    ("own_mark", (BLUE, "mark 017 ana"), "mark 017 ana over ana"),
    # stickers and passages
    ("rules_taken", ("rules 20b",), "rules 20B"),
    ("only_market_has_price", (), "house minor Owl points 1 price 3"),
    ("too_many_house_tokens", ("house minor Owl points 1",) * 60, "house minor Owl points 1"),
    ("token_taken", ("token 24",), "token 24"),
    ("already_read", ("read 45",), "read 45"),
    ("already_read", ("journal C ben",), "journal c ben"),
    # milestones
    ("no_milestone", (), "cross 1 ben"),
    ("no_milestone", ("milestone mark ben",), "cross 1 ben"),
    ("already_crossed", ("milestone M4 ben", "cross 1 ben"), "cross 1 ben"),
    # the map
    ("already_remnant", ("remnant 7",), "remnant 7"),
    ("space_marked", ("space 7 mark ana",), "space 7 mark ana"),
    ("same_space", (), "space 7 to 7"),
    ("path_known", ("space 7 to 8",), "space 8 to 7"),
    ("unknown_space", (), "space Landing mark ana"),
    ("unknown_target", (), "sticker A13 Lnding"),
    ("not_fallen", (), "memorial 7 ana"),
    # contracts
    ("unknown_contract", (), "contract 031 done ana"),
    ("not_a_contract", (BLUE,), "contract 017 new"),
    ("not_a_contract", (), "contract 017 blue"),
    ("bad_argument", (), "contract 017 new"),
    ("who_owns", (), "contract 031 solo"),
    ("nobody_owns", (), "contract 031 group for ana"),
    ("one_requirement", (), "contract 031 group boxes 3 cubes 9"),
    ("track_numbers", (), "contract 031 group cubes 3:2,5:2"),
    ("track_numbers", (), "contract 031 group cubes 3:1"),
    ("not_active", (OPEN, "contract 031 fail"), "contract 031 tick ana"),
    ("not_flipped", (OPEN,), "contract 031 box 1"),
    ("not_flipped", (OPEN,), "contract 031 keep"),
    ("no_setup", (SOLO,), "contract 031 setup"),
    ("setup_done", (OPEN, "contract 031 setup"), "contract 031 setup"),
    ("no_checkboxes", (SOLO,), "contract 031 tick ana"),
    ("not_owner", (SOLO,), "contract 031 done ben"),
    ("not_owner", ("contract 031 solo for ana boxes 2",), "contract 031 tick ben"),
    ("not_yet_done", (OPEN, "contract 031 tick ana"), "contract 031 done ana"),
    ("no_game", (TRACK,), "cube 031 ana"),
    ("no_back_box", DONE, "contract 031 box 1"),
    ("box_done", (*DONE, "contract 031 back always A", "contract 031 box 1"), "contract 031 box 1"),
    ("box_not_for_this", (*DONE, "contract 031 back failed A"), "contract 031 box 1"),
    (
        "box_order",
        (*DONE, "contract 031 back always A", "contract 031 back completed B"),
        "contract 031 box 2",
    ),
    ("box_later", (*DONE, "contract 031 back completed turn A"), "contract 031 box 1"),
    ("not_completed", (OPEN, "contract 031 fail"), "contract 031 points 5"),
    ("not_waiting", DONE, "contract 031 turn"),
    ("boxes_open", (*DONE, "contract 031 back always A"), "contract 031 keep"),
    ("contract_over", (*DONE, "contract 031 keep"), "contract 031 points 5"),
    ("marker_there", (OPEN, "contract 031 marker 7"), "contract 031 marker 7"),
    ("nothing_due", (OPEN,), "deadline"),
    ("card_destroyed", ("fetch 031 X group", "destroy 031"), "contract 031 new"),
    # games
    ("next_game", (), "start 2 ana ben"),
    ("player_count", (), "start 1 ana"),
    ("no_game", (), "finish ana 5 ben 6"),
    ("no_game", (), "abandon"),
    ("unknown_game", (), "correct 1 ana 5 ben 6"),
    ("unknown_game", (), "mission 1 side North"),
    ("nothing_to_change", ("start 1 ana ben",), "mission 1"),
]

IN_PLAY: list[tuple[str, tuple[str, ...], str]] = [
    ("game_running", (), "start 2 ana ben"),
    ("not_playing", (TRACK,), "cube 031 dov"),
    ("no_cube_track", (OPEN,), "cube 031 ana"),
    ("contract_due", ("contract 031 group by 1",), "finish ana 5 ben 6 cleo 7"),
    ("scores_missing", (), "finish ana 5 ben 6"),
    ("scores_extra", (), "finish ana 5 ben 6 cleo 7 dov 8"),
    ("name_winner", (), "finish ana 7 ben 7 cleo 0"),
    ("wrong_winner", (), "finish ana 7 ben 6 cleo 0 winner ben"),
    ("no_winner", (), "finish ana 0 ben 0 cleo 0 winner ben"),
    ("box_later", (*DONE, "contract 031 back always scoring A"), "contract 031 box 1"),
    ("not_fallen", ("finish ana 7 ben 6 cleo 0",), "memorial 7 ana"),
    ("remembered", ("finish ana 7 ben 6 cleo 0", "memorial 7 cleo"), "memorial 8 cleo"),
    ("deadline_beyond", (), "contract 031 group by 13"),
    ("deadline_past", ("finish ana 7 ben 6 cleo 0",), "contract 031 group by 1"),
    ("deadline_past", ("finish ana 7 ben 6 cleo 0", OPEN), "contract 031 deadline 1"),
]

LINES: list[tuple[str, str]] = [
    ("line.empty", "   "),
    ("line.quote", 'fetch 017 "Giant'),
    ("line.meant", "fetsh 017"),
    ("unknown_card.meant", "scratch burgel ben"),
    ("line.unknown", "jump 017"),
    ("line.ambiguous", "m 017 ana"),
    ("line.name", "fetch 018 Blue Dragon blue"),
    ("line.expected", "start one"),
    ("line.label", "recruit Dora colour pink"),
    ("bad_argument.large", "counter gems to 10000"),
    ("bad_argument.small", "counter gems to -10000"),
    ("line.missing", "mark"),
    ("line.extra", "remnant 7 8 9 10"),
]

LEGACY_1: list[tuple[str, tuple[str, ...], str]] = [
    ("level_order", (), "promote ana silver"),
    (
        "level_top",
        ("promote ana copper", "promote ana silver", "promote ana gold"),
        "promote ana gold",
    ),
    ("whose_track", (), "tick goals"),
    ("nobodys_track", (), "tick dran ana"),
]


def check(desk: Desk, kind: str, before: tuple[str, ...], text: str) -> None:
    desk.write(*before)

    refused = desk.refusal(text)

    assert refused.key.partition(".")[0] == kind
    assert "{" not in refused.message


@pytest.mark.parametrize(("kind", "before", "text"), BEFORE_PLAY)
def test_refused_before_the_first_game(kind: str, before: tuple[str, ...], text: str) -> None:
    check(group_of_four(), kind, before, text)


@pytest.mark.parametrize(("kind", "before", "text"), IN_PLAY)
def test_refused_in_a_game_of_three(kind: str, before: tuple[str, ...], text: str) -> None:
    check(in_game(players="ana ben cleo"), kind, before, text)


@pytest.mark.parametrize(("kind", "before", "text"), LEGACY_1)
def test_refused_in_legacy_1(kind: str, before: tuple[str, ...], text: str) -> None:
    check(group_of_four("legacy1"), kind, before, text)


@pytest.mark.parametrize(("kind", "text"), LINES)
def test_lines_that_mean_nothing(kind: str, text: str) -> None:
    assert group_of_four().refusal(text).key == kind


def test_a_contract_on_the_table_cannot_come_again() -> None:
    desk = new_desk()
    desk.write(OPEN)

    refused = desk.refusal("contract 031 group")

    assert refused.code == "line"
    assert "done" in refused.message


def test_two_characters_with_one_beginning_are_asked_about() -> None:
    desk = new_desk()
    desk.write("recruit anna", "recruit anton", BLUE)

    refused = desk.refusal("mark 017 an")

    assert refused.key == "line.ambiguous"
    assert refused.message == "“an” can mean Anna, Anton."


def test_after_a_game_only_the_finished_contracts_are_scored() -> None:
    desk = after_game()

    assert desk.refusal("finish ana 5 ben 6 cleo 7 dov 8").code == "no_game"


TESTED_ELSEWHERE = {
    # from arguments that no line can contain, from ledgers, files and members
    "unknown_verb", "verb_not_here", "bad_argument.missing", "bad_argument.unknown",
    "bad_argument.wrong", "wrong_game", "forbidden", "forbidden.game", "forbidden.contract",
    "forbidden.strike", "forbidden.late", "nothing_to_undo", "lot_wrong", "number_taken", "unknown_entry", "already_struck", "needs_ledger",
    "in_the_way", "other_meaning", "bad_ledger", "bad_file", "track_full", "no_space_left",
    "contract_known", "name_winner.shared",
    # in test_evening.py, test_tasks.py, test_joining.py and test_takeover.py
    "not_late", "not_then", "already_packed", "employee_since", "task_gone", "no_such_space",
    "no_marker_left", "joining_begun", "joining_numbers", "table_needs",
}  # fmt: skip


def test_a_house_campaign_may_share_a_victory() -> None:
    desk = group_of_four("house")
    desk.write("start 1 ana ben cleo")

    assert desk.refusal("finish ana 7 ben 7 cleo 3").key == "name_winner.shared"
    assert desk.write("finish ana 7 ben 7 cleo 3 shared").games["1"].winners == ("ana", "ben")
    assert desk.write("correct 1 ana 7 ben 7 cleo 3 winner ben").games["1"].winners == ("ben",)


def test_every_reason_is_tested() -> None:
    listed = {kind for kind, _, _ in BEFORE_PLAY + IN_PLAY + LEGACY_1} | {k for k, _ in LINES}

    assert set(SENTENCES) == (listed - {"bad_argument"}) | TESTED_ELSEWHERE
