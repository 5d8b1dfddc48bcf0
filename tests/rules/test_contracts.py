"""Contracts on the table: boxes, cube tracks, stars, backs, and what they score."""

from typing import Any

import pytest

from companion.rules.contract_moments import due, readings
from companion.rules.errors import RecordError
from companion.rules.record import open_game, parse_record
from companion.rules.scoring import scores
from companion.rules.state import Contract, State
from companion.rules.state_json import answer
from tests.rules.play import after, cubes, do, move, opened, out, quiet_turn, refused, take
from tests.rules.test_record import minimal, named

Plain = dict[str, Any]


def table(*contracts: Plain, edition: str = "legacy2", seats: int = 3, **rules: object) -> State:
    raw = minimal(
        version=2, edition=edition, contracts=list(contracts), rules=rules, seats=named(seats)
    )
    return open_game(parse_record(raw))


def tick(seat: int, count: int = 1, key: str = "7") -> Plain:
    return do("contract_tick", contract=key, seat=seat, count=count)


def untick(seat: int, count: int = 1, key: str = "7") -> Plain:
    return do("contract_untick", contract=key, seat=seat, count=count)


def ends(status: str, *seats: int, key: str = "7") -> Plain:
    stars = {"seats": list(seats)} if seats else {}
    return do("contract_status", contract=key, status=status, **stars)


def back(key: str = "7", **said: object) -> Plain:
    return do("contract_back", contract=key, **said)


def read(wait: str, key: str = "7") -> Plain:
    return do("contract_read", contract=key, wait=wait)


def the(state: State, key: str = "7") -> Contract:
    return next(each for each in state.contracts if each.key == key)


def bad(contracts: object, edition: str = "legacy2") -> None:
    with pytest.raises(RecordError) as refusal:
        parse_record(minimal(version=2, edition=edition, contracts=contracts))
    assert (refusal.value.code, refusal.value.at) == ("bad_record", None)


BOXES, TRACK = {"key": "7", "need": 4}, {"key": "7", "need": 4, "cubes": True}


# The setup


@pytest.mark.parametrize("edition", ["base", "catacombs"])
def test_other_editions_have_no_contracts(edition: str) -> None:
    bad([], edition)
    assert refused(opened(edition), do("contract", key="7")) == "not_in_edition"
    assert refused(opened(edition), tick(9)) == "not_in_edition"
    assert "contracts" not in answer(opened(edition))


WRONG: list[Plain] = [
    {}, {"key": ""}, {"key": "1234567890123"}, {"key": "a_b"}, {"key": 7}, {"key": "ä"},
    {"key": "7", "name": ""}, {"key": "7", "name": "x" * 61}, {"key": "7", "name": None},
    {"key": "7", "solo": 2}, {"key": "7", "solo": -1}, {"key": "7", "solo": None},
    {"key": "7", "solo": True}, {"key": "7", "need": 41}, {"key": "7", "need": -1},
    {"key": "7", "need": None}, {"key": "7", "need": 3, "have": 3}, {"key": "7", "have": 1},
    {"key": "7", "need": 3, "have": 1, "cubes": True}, {"key": "7", "due": 1},
    {"key": "7", "new": None}, {"key": "7", "points": 3}, {"key": "7", "status": "active"},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_contract_that_none_can_be(wrong: Plain) -> None:
    bad([wrong])
    if "key" in wrong and "solo" not in wrong:
        assert refused(table(), do("contract", **wrong)) == "bad_value"


def test_contracts_are_a_list_of_forty_at_most_with_different_keys() -> None:
    forty = [{"key": str(number)} for number in range(40)]
    state = table(*forty)
    assert refused(state, do("contract", key="41")) == "too_many"
    assert refused(state, do("contract", key="39")) == "contract_known"
    bad([*forty, {"key": "40"}])
    bad([{"key": "7"}, {"key": "7"}])
    bad(None)
    bad(["7"])


def test_a_contract_as_it_is_answered() -> None:
    whole = {"key": "A", "name": "Night shift", "solo": 1, "need": 4, "have": 2, "due": True}
    plain: Any = answer(table(whole))["contracts"]

    assert plain == [
        {"key": "A", "name": "Night shift", "solo": 1, "need": 4, "have": 2, "cubes": False,
         "ticks": [], "due": True, "new": False, "status": "active", "stars": [], "points": 0,
         "bonus": 0, "waits": [], "turn": None},
    ]  # fmt: skip
    bare: Any = answer(after(table(), do("contract", key="1")))["contracts"]
    assert (bare[0]["name"], bare[0]["solo"], bare[0]["new"]) == (None, None, True)
    assert "contracts" not in answer(table())


# Boxes


def test_boxes_are_ticked_as_far_as_they_go_and_the_last_one_completes() -> None:
    state = after(table({**BOXES, "have": 1}), tick(0), tick(2, 9))

    assert the(state).ticks == (0, 2, 2)
    assert (the(state).status, the(state).stars, the(state).turn) == ("completed", (2,), 1)
    assert state.seats[2].supply == table().seats[2].supply, "no cubes are needed"
    assert refused(state, tick(0)) == "not_active"


def test_a_track_takes_cubes_and_keeps_them() -> None:
    start = table(TRACK, player_cubes=6)
    state = after(start, tick(0, 2), tick(1))
    assert [seat.board for seat in state.seats] == [2, 1, 0]
    assert refused(after(state, do("clank", seat=1, count=9)), tick(1)) == "not_enough_cubes"

    done = after(state, tick(2))
    assert (the(done).stars, [seat.board for seat in done.seats]) == ((2,), [2, 1, 1])
    assert cubes(done) == cubes(start)
    assert [seat.board for seat in after(done, ends("failed")).seats] == [2, 1, 1]


def test_more_ticks_than_boxes_need_only_the_cubes_of_those_left() -> None:
    state = after(table(TRACK, player_cubes=5), tick(2, 3))
    assert state.seats[1].supply == 3
    assert the(after(state, tick(1, 40))).status == "completed"


def test_ticks_are_taken_back_the_last_ones_first() -> None:
    state = after(table(TRACK), tick(0), tick(1), tick(0))
    state = after(state, untick(0))
    assert the(state).ticks == (0, 1)
    assert state.seats[0].board == 1
    assert the(after(state, untick(0, 9))).ticks == (1,)
    assert refused(state, untick(2)) == "nothing_ticked"
    assert refused(table({**BOXES, "have": 2}), untick(0)) == "nothing_ticked"


def test_cubes_that_are_gone_from_the_board_do_not_come_back() -> None:
    start = table(TRACK)
    state = after(start, tick(0, 3), do("unplace", seat=0, count=2), untick(0, 3))

    assert (state.seats[0].board, the(state).ticks) == (0, ())
    assert cubes(state) == cubes(start)
    moved = after(start, tick(0, 2), move("red", 2, "board", "bank"), untick(0, 2))
    assert (moved.seats[0].board, moved.bank["red"]) == (0, 2)


def test_a_contract_of_ones_own_is_for_its_owner() -> None:
    state = table({**BOXES, "solo": 1})
    assert refused(state, tick(0)) == "not_owner"
    assert refused(state, ends("completed", 1, 0)) == "not_owner"
    assert the(after(state, ends("completed", 1))).stars == (1,)


def test_without_boxes_it_ends_by_its_text() -> None:
    state = table({"key": "7"})
    assert refused(state, tick(0)) == "no_boxes"
    assert the(after(state, ends("completed", 2, 0))).stars == (2, 0)


def test_who_is_out_still_ticks_and_so_does_everybody_after_the_end() -> None:
    state = out(table(BOXES), 0)
    assert the(after(state, tick(0))).ticks == (0,)
    over = out(out(state, 1), 2)
    assert over.over
    ended = after(over, tick(1, 4), back(points=5, waits=["scoring"]), read("scoring"))
    assert (the(ended).stars, the(ended).points, the(ended).waits) == ((1,), 5, ())
    assert after(over, do("contract", key="new")).contracts[-1].key == "new"


# How it ends


def test_a_change_of_status_forgets_what_the_back_said() -> None:
    state = after(
        quiet_turn(table(BOXES)), tick(0, 4), back(points=9, bonus=3, waits=["turn", "scoring"])
    )
    assert (the(state).turn, the(state).waits) == (2, ("turn", "scoring"))

    failed = the(after(quiet_turn(state), ends("failed")))
    assert (failed.stars, failed.points, failed.bonus, failed.waits) == ((), 0, 0, ())
    assert failed.turn == 3
    assert failed.ticks == (0, 0, 0, 0)


def test_active_again_takes_the_last_tick_back_where_all_are_ticked() -> None:
    state = after(table(TRACK), tick(0, 3), tick(1), ends("active"))
    assert (the(state).ticks, the(state).turn) == ((0, 0, 0), None)
    assert state.seats[1].board == 0

    some = after(table(TRACK), tick(0, 3), ends("failed"), ends("active"))
    assert the(some).ticks == (0, 0, 0)


def test_completed_again_changes_the_stars_alone() -> None:
    state = after(table(BOXES), tick(0, 4), back(points=4))
    again = the(after(quiet_turn(state), ends("completed", 2, 1)))

    assert (again.stars, again.points, again.turn) == ((2, 1), 4, 1)
    assert refused(state, ends("completed", 0)) == "same_status"
    assert the(after(state, ends("completed", 1, 0), ends("completed", 0, 1))).stars == (0, 1)


@pytest.mark.parametrize("status", ["active", "failed"])
def test_the_same_status_twice_is_refused(status: str) -> None:
    state = table(BOXES)
    state = state if status == "active" else after(state, ends(status))

    assert refused(state, ends(status)) == "same_status"
    assert refused(state, ends(status, 1)) == "bad_value"
    assert refused(state, ends("completed")) == "bad_value"


# The back


def test_the_last_value_of_each_part_of_the_back_stands() -> None:
    state = after(table(BOXES), ends("completed", 0), back(points=4, bonus=2), back(points=-1))
    assert (the(state).points, the(state).bonus, the(state).waits) == (-1, 2, ())

    state = after(state, back(waits=["scoring", "turn"]))
    assert the(state).waits == ("scoring", "turn")
    assert the(after(state, back(waits=[]))).waits == ()
    assert refused(state, back()) == "bad_value"
    wrongs: list[Plain] = [{"points": 100}, {"points": -100}, {"bonus": -1}, {"bonus": 100}]
    for wrong in wrongs:
        assert refused(state, back(**wrong)) == "bad_value"


def test_what_waits_is_read_once_at_whatever_moment() -> None:
    state = after(table(BOXES), ends("failed"), back(waits=["turn", "scoring"]), read("turn"))

    assert the(state).waits == ("scoring",)
    assert refused(state, read("turn")) == "not_waiting"
    assert refused(state, read("later")) == "bad_value"


def test_an_active_contract_has_no_back_yet() -> None:
    assert refused(table(BOXES), back(points=1)) == "not_flipped"
    assert refused(table(BOXES), read("turn")) == "not_flipped"


def test_refusals_come_in_their_order() -> None:
    state = after(table({**TRACK, "solo": 1}), ends("failed"))
    assert refused(state, tick(9, key="8")) == "bad_seat"
    assert refused(state, tick(0, key="8")) == "unknown_contract"
    assert refused(state, tick(0)) == "not_active"
    assert refused(state, ends("completed", 9, key="8")) == "bad_seat"
    assert refused(state, ends("failed", key="8")) == "unknown_contract"
    assert refused(state, do("contract", key="7", solo=9)) == "bad_seat"
    assert refused(state, do("contract_tick", contract=None, seat=9)) == "bad_value"


# Scores


def test_every_star_scores_points_and_the_bonus_of_a_new_one() -> None:
    state = table({"key": "a"}, {"key": "b", "new": True}, {"key": "c"})
    for seat in range(3):
        state = after(state, take(seat, "artifact", value=5))
    state = after(
        state,
        *(ends("completed", *seats, key=key) for key, seats in (("a", (0, 1)), ("b", (1,)), ("c", (0,)))),
        *(back(key, points=points, bonus=4) for key, points in (("a", 6), ("b", -9), ("c", 0))),
        do("score", seat=0, cards=3, contracts=2, other=1),
    )  # fmt: skip
    lines = [[(line.what, line.points) for line in score.lines] for score in scores(state)]

    assert lines[0] == [
        ("artifact", 5), ("cards", 3), ("contract:a", 6), ("contracts", 2), ("other", 1)
    ]  # fmt: skip
    assert lines[1] == [("artifact", 5), ("contract:a", 6), ("contract:b", -5)]
    assert lines[2] == [("artifact", 5)]


def test_a_seat_that_scores_nothing_scores_no_contract() -> None:
    state = after(table({"key": "a"}), ends("completed", 0, 1, key="a"), back("a", points=6))
    state = after(state, take(1, "artifact", value=5))

    assert [score.total for score in scores(state)] == [0, 11, 0]


# When to look at them


def waiting(edition: str = "legacy2", *seats: int, status: str = "completed") -> State:
    stars = seats or (0,)
    state = table(BOXES, edition=edition)
    state = after(state, ends(status, *(stars if status == "completed" else ())))
    return after(state, back(waits=["turn", "scoring"]))


def told(state: State) -> list[tuple[str, bool]]:
    return [(reading.wait, reading.urgent) for reading in readings(state)]


def test_after_your_turn_is_shown_once_the_next_turn_has_begun() -> None:
    state = waiting()
    assert told(state) == []
    state = after(state, do("end_turn"))
    assert told(state) == []
    state = after(state, do("refill", attack=False))
    assert told(state) == [("turn", False)]

    state = quiet_turn(quiet_turn(state))
    assert state.turn.seat == 0
    assert told(state) == [("turn", True)], "the star's next turn is the deadline"
    assert told(after(state, read("turn"))) == []


def test_legacy_1_reads_when_the_turn_is_ended() -> None:
    state = waiting("legacy1")
    assert told(state) == []
    assert told(after(state, do("end_turn"))) == [("turn", False)]


def test_a_star_that_is_out_is_reminded_in_its_out_turn() -> None:
    state = quiet_turn(out(waiting(), 0))
    state = quiet_turn(quiet_turn(state))
    assert (state.turn.seat, state.turn.out) == (0, True)
    assert told(state) == [("turn", True)]


def test_a_failed_contract_and_one_of_a_game_that_is_over_wait_no_longer() -> None:
    assert told(waiting(status="failed")) == [("turn", False)]
    over = waiting()
    for seat in range(3):
        over = out(over, seat)
    assert told(over) == [("turn", True), ("scoring", False)]


def test_what_is_due_is_asked_for_while_it_is_active() -> None:
    state = table({"key": "a", "due": True}, {"key": "b"})
    assert [contract.key for contract in due(state)] == ["a"]
    assert due(after(state, ends("failed", key="a"))) == ()
