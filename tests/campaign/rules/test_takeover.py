"""Taking over, case by case: what is offered, in which order, and what is left alone."""

import pytest

from campaign.rules import roles
from campaign.rules.errors import LedgerError
from campaign.rules.takeover.contract_proposals import Doubt, OtherPoints
from campaign.rules.takeover.table import Answers
from campaign.rules.tasks import open_tasks
from tests.campaign.rules.evening import evening, finish

BOXES = "contract 031 group boxes 3"
TRACK = "contract 032 group cubes 2:2,3:3,5:4"
SOLO = "contract 033 solo for ben boxes 1 by 1"


def test_nothing_is_offered_while_table_and_ledger_agree() -> None:
    made = evening(BOXES, TRACK, SOLO)
    assert not made.difference().ready
    assert made.take_over() == 0


def test_ticks_are_taken_over_by_seat_and_only_once() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0)
    made.tap("contract_tick", contract="031", seat=1)
    assert made.says() == ["tick_contract 031 ana 1", "tick_contract 031 ben 1"]
    assert (made.take_over(), made.contract("031").ticked) == (2, 2)
    assert made.take_over() == 0
    made.tap("contract_tick", contract="031", seat=0)
    assert made.says() == ["tick_contract 031 ana 2"]
    made.take_over()
    assert (made.contract("031").status, made.contract("031").stars) == ("completed", ("ana",))
    assert made.take_over() == 0


def test_who_ticked_the_last_box_has_the_star_even_if_others_ticked_between() -> None:
    made = evening(BOXES)
    for seat in (0, 1, 0):
        made.tap("contract_tick", contract="031", seat=seat)
    made.take_over()
    assert made.contract("031").stars == ("ana",)


def test_cubes_are_written_once_their_track_is_completed() -> None:
    made = evening(TRACK)
    for seat in (0, 1):
        made.tap("contract_tick", contract="032", seat=seat)
    assert made.take_over() == 0
    made.tap("contract_tick", contract="032", seat=0)
    made.take_over()
    assert made.contract("032").cubes == ("ana", "ben", "ana")
    assert made.contract("032").stars == ("ana",)


def test_several_stars_and_a_completion_by_its_text() -> None:
    made = evening(BOXES, TRACK)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.tap("contract_status", contract="031", status="completed", seats=[1, 0])
    made.tap("contract_status", contract="032", status="completed", seats=[2])
    made.take_over()
    assert made.contract("031").stars == ("ben", "ana")
    assert made.contract("032").stars == ("cleo",)
    assert made.take_over() == 0


def test_the_order_is_that_of_the_evening() -> None:
    made = evening(BOXES, TRACK, SOLO)
    made.tap("contract_status", contract="033", status="failed")
    made.tap("contract_tick", contract="032", seat=1, count=3)
    made.tap("contract_back", contract="032", points=5)
    made.tap("contract_tick", contract="031", seat=0)
    made.tap("contract", key="40", need=2)
    made.tap("contract_tick", contract="40", seat=0)
    finish(made, fallen=2)
    assert [proposal.key for proposal in made.difference().proposals] == [
        "contract 040",
        "tick_contract 031 ana 1",
        "tick_contract 040 ana 1",
        "cube 032 ben 1",
        "fail 033",
        "points 032",
        "finish",
        "memorial cleo",
    ]


def test_a_failed_contract_with_all_its_boxes_agrees_too() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.take_over()
    made.tap("contract_status", contract="031", status="failed")
    made.take_over()
    assert made.contract("031").status == "failed"
    assert made.take_over() == 0


def test_points_and_bonus_and_their_correction() -> None:
    made = evening(BOXES)
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    made.tap("contract_back", contract="031", points=10, bonus=5)
    made.take_over()
    assert (made.contract("031").points, made.contract("031").bonus) == (10, 5)
    made.tap("contract_back", contract="031", points=7, bonus=0)
    made.take_over()
    assert (made.contract("031").points, made.contract("031").bonus) == (7, 0)
    assert made.take_over() == 0


def test_points_corrected_in_the_ledger_since_stay() -> None:
    made = evening(BOXES)
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    made.tap("contract_back", contract="031", points=10)
    made.take_over()
    made.type("contract 031 points 12")
    assert made.take_over() == 0
    assert made.contract("031").points == 12


def test_what_the_table_lost_is_struck() -> None:
    made = evening(BOXES, TRACK)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.tap("contract_back", contract="031", points=10)
    made.tap("contract_tick", contract="032", seat=1, count=3)
    made.take_over()
    while len(made.boards) > 1:
        made.undo_tap()
    made.tap("contract_tick", contract="031", seat=1)
    keys = [each.key for each in made.difference().lost]
    assert len(keys) == 7
    made.take_over()
    assert (made.contract("031").status, made.contract("031").ticked) == ("active", 1)
    assert (made.contract("032").status, made.contract("032").cubes) == ("active", ())
    assert made.take_over() == 0


def test_an_undo_past_a_completion_that_has_been_read_on_names_what_stands_in_the_way() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.take_over()
    made.type("contract 031 back always do it")
    read = made.desk.entries[-1].number
    made.undo_tap()
    found = made.difference()
    assert [each.refused.params["number"] for each in found.lost if each.refused] == [read] * 3
    assert not found.ready
    made.desk.strike(read)
    made.take_over()
    assert (made.contract("031").status, made.contract("031").ticked) == ("active", 0)


def test_what_stands_in_the_way_holds_up_its_own_contract_alone() -> None:
    made = evening(BOXES, TRACK)
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    made.tap("contract_tick", contract="032", seat=1, count=3)
    made.take_over()
    made.type("contract 031 back always do it")
    made.undo_tap()
    made.undo_tap()
    made.take_over()
    assert made.contract("031").status == "completed"
    assert (made.contract("032").status, made.contract("032").cubes) == ("active", ())
    assert made.take_over() == 0


def test_what_was_struck_by_hand_is_listed_and_not_written_again() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=2)
    made.take_over()
    made.strike("tick_contract")
    found = made.difference()
    assert [(proposal.key, proposal.why) for proposal in found.proposals] == [
        ("tick_contract 031 ana 2", "struck")
    ]
    assert not found.ready
    assert made.take_over() == 0
    made.tap("contract_tick", contract="031", seat=1)
    assert made.take_over() == 1, "what is new is still taken over"
    assert made.take_over() == 0
    assert made.take_over(more=True) == 2, "the tick, and whose the star is"
    assert made.contract("031").stars == ("ben",)


def test_a_contract_struck_in_the_ledger_while_it_lies_on_the_table_is_not_met_again() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0)
    made.strike("contract")
    assert [(proposal.key, proposal.why) for proposal in made.difference().proposals] == [
        ("contract 031", "struck"),
        ("tick_contract 031 ana 1", "held"),
    ]
    assert made.take_over() == 0
    assert made.take_over(more=True) == 2


def test_what_follows_a_struck_entry_is_held_with_it() -> None:
    made = evening(BOXES)
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    made.take_over()
    made.strike("done")
    made.tap("contract_back", contract="031", points=3)
    found = made.difference()
    assert [(proposal.key, proposal.why) for proposal in found.proposals] == [
        ("done 031", "struck"),
        ("points 031", "held"),
    ]
    assert made.take_over() == 0
    assert made.take_over(more=True) == 2
    assert made.contract("031").points == 3


def test_a_tick_made_in_the_ledger_counts_for_the_same_tick_at_the_table() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=1)
    made.tap("contract_tick", contract="031", seat=0)
    made.type("tick 031 ana")
    assert made.says() == ["tick_contract 031 ben 1"]
    made.take_over()
    assert made.contract("031").ticked == 2
    assert made.take_over() == 0


def test_a_take_over_is_undone_as_a_whole_and_offered_again() -> None:
    made = evening(BOXES, TRACK)
    made.tap("contract_tick", contract="031", seat=0)
    made.take_over()
    before = made.desk.state
    made.tap("contract_tick", contract="032", seat=0, count=3)
    made.tap("contract_tick", contract="031", seat=2)
    assert made.take_over() == 4
    assert made.undo_take_over() == 4
    assert made.desk.state == before
    assert made.take_over() == 4, "nobody struck these by hand"
    assert (made.undo_take_over(), made.undo_take_over(), made.undo_take_over()) == (4, 1, 0)


def test_an_undo_brings_back_what_the_take_over_struck() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0)
    made.take_over()
    before = made.desk.state
    made.undo_tap()
    made.take_over()
    assert made.contract("031").ticked == 0
    made.undo_take_over()
    assert made.desk.state == before


def test_a_contract_met_at_the_table_is_asked_about() -> None:
    made = evening()
    made.tap("contract", key="40", name="Night watch", need=3, cubes=True, due=True)
    (proposal,) = made.difference().proposals
    assert (proposal.asks, proposal.draft.arguments) == (
        "contract",
        {
            "card": "040",
            "kind": "group",
            "name": "Night watch",
            "deadline": 1,
            "track": [0, 0, 0],
        },
    )
    made.take_over(
        answers=Answers(contracts={"040": {"deadline": 2, "track": [0, 2, 3, 0, 4], "setup": True}})
    )
    contract = made.contract("040")
    assert (contract.deadline, contract.has_setup, contract.fetched_in) == (2, True, 1)
    assert contract.track == (0, 2, 3, 0, 4)
    assert made.take_over() == 0


def test_a_track_must_need_tonight_what_the_table_counts() -> None:
    made = evening()
    made.tap("contract", key="40", need=3, cubes=True)
    (proposal,) = made.difference(Answers(contracts={"040": {"track": [0, 3]}})).proposals
    assert proposal.refused is not None
    assert proposal.refused.code == "table_needs"


def test_a_contract_laid_down_otherwise_replaces_what_was_taken_over() -> None:
    made = evening()
    made.tap("contract", key="40", need=3, cubes=True)
    made.tap("contract_tick", contract="40", seat=0, count=3)
    made.take_over()
    made.undo_tap()
    made.undo_tap()
    made.tap("contract", key="40", need=2)
    made.tap("contract_tick", contract="40", seat=1)
    made.take_over()
    assert (made.contract("040").boxes, made.contract("040").ticked) == (2, 1)
    assert made.take_over() == 0


def test_the_result_waits_until_the_table_is_over() -> None:
    made = evening()
    made.tap("score", seat=0, cards=7)
    assert made.take_over() == 0
    finish(made)
    made.take_over()
    assert made.game.finished
    assert made.game.winner == "cleo"
    assert made.game.table == str(made.table.table)
    assert made.take_over() == 0


def test_a_result_that_changed_is_corrected_and_one_that_is_gone_is_struck() -> None:
    made = evening()
    finish(made)
    made.take_over()
    made.tap("score", seat=0, cards=60)
    assert made.says() == ["correct"]
    made.take_over()
    assert made.game.winner == "ana"
    assert made.take_over() == 0
    while made.board.over:
        made.undo_tap()
    made.take_over()
    assert made.game.status == "running"
    assert made.take_over() == 0


def test_a_result_typed_by_hand_is_not_overwritten_unasked() -> None:
    made = evening()
    made.type("finish ana 50 ben 40 cleo 30")
    finish(made)
    (proposal,) = made.difference().proposals
    assert (proposal.key, proposal.why) == ("correct", "by_hand")
    assert made.take_over() == 0
    made.take_over(more=True)
    assert made.game.winner == "cleo"


def test_who_scored_0_is_remembered_at_a_space_or_stays_an_open_task() -> None:
    made = evening()
    finish(made, fallen=1)
    proposal = made.difference().proposals[-1]
    assert (proposal.key, proposal.asks, proposal.whole) == ("memorial ben", "space", False)
    made.take_over()
    assert next(task.key for task in open_tasks(made.desk.state)) == "memorial:ben:1"
    assert made.take_over() == 0
    assert made.take_over(answers=Answers(spaces={"ben": "7"})) == 1
    assert made.desk.state.spaces["7"].marks[0].memorial
    assert made.take_over(answers=Answers(spaces={"ben": "7"})) == 0


def test_who_escaped_is_not_asked_where_they_were_knocked_out() -> None:
    made = evening()
    for seat, status in enumerate(("escaped", "knocked_out", "escaped")):
        made.tap("status", seat=seat, status=status)
    assert dict(made.table.scores) == {"ana": 0, "ben": 0, "cleo": 0}
    assert [proposal.key for proposal in made.difference().proposals] == ["finish", "memorial ben"]


def test_a_tie_asks_for_its_winner() -> None:
    made = evening(players="ana ben")
    for seat in (0, 1):
        made.tap("take", seat=seat, token="artifact", value=10)
    for seat in (0, 1):
        made.tap("status", seat=seat, status="escaped")
    (proposal,) = made.difference().proposals
    assert (proposal.asks, proposal.refused) == ("winner", None)
    with pytest.raises(LedgerError, match="say who"):
        made.take_over()
    made.take_over(answers=Answers(winner="ben"))
    assert made.game.winner == "ben"
    assert made.take_over() == 0


def test_what_is_due_and_still_open_holds_the_result_up_with_its_reason() -> None:
    made = evening(SOLO)
    finish(made)
    (proposal,) = made.difference().proposals
    assert proposal.key == "finish"
    assert proposal.refused is not None
    assert proposal.refused.code == "contract_due"
    made.tap("contract_status", contract="033", status="failed")
    assert made.says() == ["fail 033", "finish"]


def test_a_contradiction_is_told_and_left_alone() -> None:
    made = evening(BOXES)
    made.type("contract 031 fail")
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    (doubt,) = made.difference().doubts
    assert isinstance(doubt, Doubt)
    assert (doubt.contract, doubt.ledger, doubt.table) == ("031", "failed", "completed")
    assert made.take_over() == 0


def test_other_points_by_hand_are_told_and_left_alone() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.tap("contract_back", contract="031", waits=["scoring"])
    made.take_over()
    made.type("contract 031 points 10 bonus 5")
    (doubt,) = made.difference().doubts
    assert isinstance(doubt, OtherPoints)
    assert (doubt.contract, doubt.ledger, doubt.table) == ("031", 15, 0)
    assert made.take_over() == 0
    made.tap("contract_back", contract="031", points=10, bonus=5)
    assert made.difference().doubts == ()
    assert made.take_over() == 0


def test_points_that_are_offered_anyway_are_in_no_doubt() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.tap("contract_back", contract="031", points=6)
    assert made.difference().doubts == ()
    made.type("done 031 ben told")
    made.type("contract 031 points 4")
    assert "points 031" in made.says()
    assert made.difference().doubts == ()


def test_a_contract_put_away_since_is_not_met_again() -> None:
    made = evening(BOXES)
    made.tap("contract_status", contract="031", status="completed", seats=[0])
    made.take_over()
    made.desk.write("contract 031 back always do it", "contract 031 box 1", "contract 031 keep")
    assert made.take_over() == 0
    assert made.difference().proposals == ()


def test_a_player_strikes_only_what_they_took_over_themselves() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0)
    made.take_over()
    made.undo_tap()
    made.actor = roles.Actor(member="m2", role=roles.Role.PLAYER)
    (lost,) = made.difference().lost
    assert lost.refused is not None
    assert lost.refused.key == "forbidden.strike"
    assert made.take_over() == 0


def test_once_the_next_game_has_begun_only_what_may_come_late_is_written() -> None:
    made = evening(BOXES)
    finish(made)
    made.take_over()
    made.desk.write("pack", "start 2 ana ben cleo")
    made.tap("contract_tick", contract="031", seat=0)
    (proposal,) = made.difference().proposals
    assert proposal.key == "tick_contract 031 ana 1"
    assert proposal.refused is not None
    assert proposal.refused.code == "not_late"
    made.undo_tap()
    made.tap("score", seat=0, cards=60)
    assert made.take_over() == 1
    assert made.desk.state.games["1"].winner == "ana"


def test_a_campaign_with_one_kind_of_contract_needs_none_named() -> None:
    made = evening(kind="legacy1")
    made.tap("contract", key="40", need=1)
    made.tap("contract_tick", contract="40", seat=2)
    finish(made, fallen=1)
    assert made.says() == ["contract 040", "tick_contract 040 cleo 1", "finish"]
    made.take_over()
    assert made.contract("040").stars == ("cleo",)
    assert made.take_over() == 0, "nobody is remembered at a space there"
