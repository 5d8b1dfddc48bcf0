"""The moment of each reminder about a contract, and no other: flip, after your turn, scoring, due."""

from typing import Any

import pytest

from companion.rules import codec
from companion.rules.contract_moments import due, readings, to_flip
from companion.rules.score_sheet import sheet
from companion.rules.state import State
from companion.rules.state_json import answer
from tests.rules.play import after, do, hurt, move, out, quiet_turn, take
from tests.rules.test_contracts import back, ends, read, table, tick

Plain = dict[str, Any]
SEVEN = {"key": "7", "need": 2}


def why(state: State) -> list[tuple[str, str, str]]:
    return [(each.contract.key, each.wait, each.why) for each in readings(state)]


def urgent(state: State) -> list[bool]:
    return [each.urgent for each in readings(state)]


def waiting(*stars: int, edition: str = "legacy2", seats: int = 3, wait: str = "turn") -> State:
    """A contract just completed by these stars, its back entered at once."""
    state = table(SEVEN, edition=edition, seats=seats)
    return after(state, ends("completed", *(stars or (0,))), back(waits=[wait]))


# To flip


def test_an_ended_contract_is_to_be_flipped_until_its_back_is_entered() -> None:
    state = table(SEVEN)
    assert to_flip(after(state, tick(0))) == ()
    done = after(state, tick(0), tick(1))
    assert [each.key for each in to_flip(done)] == ["7"]
    assert to_flip(after(done, back(points=0))) == (), "a back without anything is flipped too"
    assert to_flip(after(done, back(points=3), ends("active"))) == ()


@pytest.mark.parametrize("status", ["completed", "failed"])
def test_every_end_is_flipped_anew(status: str) -> None:
    seats = (1,) if status == "completed" else ()
    state = after(table(SEVEN), ends(status, *seats))
    assert [each.key for each in to_flip(state)] == ["7"]
    other = ("failed",) if seats else ("completed", 0)
    again = after(state, back(points=4), ends(*other))
    assert [each.key for each in to_flip(again)] == ["7"]


def test_other_stars_leave_the_back_as_it_was_read() -> None:
    state = after(table(SEVEN), ends("completed", 0), back(points=4), ends("completed", 0, 1))
    assert to_flip(state) == ()


def test_what_was_flipped_is_kept_but_no_part_of_the_answer() -> None:
    state = after(table(SEVEN), ends("completed", 0), back(points=0))
    assert codec.load(codec.dump(state), state.edition) == state
    contracts: Any = answer(state)["contracts"]
    assert "flipped" not in contracts[0]


# After your turn


def test_after_your_turn_waits_for_refill_and_attack() -> None:
    state = waiting()
    assert why(state) == []
    refilling = after(state, do("end_turn"))
    assert why(refilling) == [], "the row is still to be refilled"
    assert why(after(refilling, do("refill", attack=True, drawn=["black", "black"]))) == [
        ("7", "turn", "turn_over")
    ]


def test_it_is_urgent_from_the_stars_next_turn_on_until_read() -> None:
    state = quiet_turn(waiting())
    assert (why(state), urgent(state)) == ([("7", "turn", "turn_over")], [False])
    state = quiet_turn(state)
    assert urgent(state) == [False], "others may play on"
    for _ in range(4):
        state = quiet_turn(state)
        assert why(state) == [("7", "turn", "next_turn")]
        assert urgent(state) == [True], "also once that turn is over"
    assert why(after(state, read("turn"))) == []


def test_the_next_turn_of_whoever_completed_it_counts_whoever_played() -> None:
    state = quiet_turn(waiting(2, 1))
    assert (state.turn.seat, why(state)) == (1, [("7", "turn", "next_turn")])
    assert [each.stars for each in readings(state)] == [(1,)], "of two stars the one it is about"
    assert [each.stars for each in readings(quiet_turn(state))] == [(2, 1)]
    state = quiet_turn(waiting(2))
    assert (state.turn.seat, why(state)) == (1, [("7", "turn", "turn_over")])
    assert why(quiet_turn(state)) == [("7", "turn", "next_turn")]


def test_a_turn_off_the_clock_is_a_next_turn() -> None:
    state = after(waiting(), take(0, "artifact", value=5), do("leave", seat=0))
    state = quiet_turn(state)
    assert why(state) == [("7", "turn", "turn_over")], "completed in the turn in which it escapes"
    state = quiet_turn(quiet_turn(state))
    assert (state.turn.seat, state.turn.phase) == (0, "out")
    assert (why(state), urgent(state)) == ([("7", "turn", "next_turn")], [True])


def test_a_back_that_is_entered_late_is_reminded_of_at_once() -> None:
    state = quiet_turn(after(table(SEVEN), ends("completed", 0)))
    assert why(state) == []
    assert why(after(state, back(waits=["turn"]))) == [("7", "turn", "turn_over")]


def test_legacy_1_reads_at_the_end_of_the_turn_before_the_refill() -> None:
    state = waiting(edition="legacy1")
    assert why(state) == []
    ended = after(state, do("end_turn"))
    assert (why(ended), urgent(ended)) == ([("7", "turn", "turn_ended")], [False])
    state = quiet_turn(state)
    assert why(state) == [("7", "turn", "turn_over")], "not read then, it still is to be"
    state = quiet_turn(quiet_turn(state))
    assert urgent(state) == [True]


def test_a_failed_one_waits_for_no_turn() -> None:
    state = after(table(SEVEN), ends("failed"), back(waits=["turn"]))
    assert (why(state), urgent(state)) == ([("7", "turn", "failed")], [False])
    assert why(quiet_turn(state)) == [("7", "turn", "failed")]


def at_the_edge(state: State, *seats: int) -> State:
    """Each of these seats has one space of its meter left, and a cube of its own in the bag."""
    for seat in seats:
        state = hurt(state, seat, state.health_size - 1)
        state = after(state, move(state.seats[seat].color, 1, "supply", "bag"))
    return state


def test_two_who_fall_in_one_attack_while_a_wait_is_open() -> None:
    state = at_the_edge(out(waiting(0), 2), 0, 1)
    colors = [state.seats[seat].color for seat in (0, 1)]
    fell = after(state, do("end_turn"), do("refill", attack=True, drawn=colors, by_hand=True))

    assert [seat.status for seat in fell.seats] == ["knocked_out"] * 3
    assert fell.over
    assert (why(fell), urgent(fell)) == ([("7", "turn", "game_over")], [True])
    assert why(after(fell, read("turn"))) == [], "it can still be read"


def test_a_star_who_falls_in_the_attack_is_reminded_in_the_out_turn() -> None:
    state = at_the_edge(waiting(0), 0)
    fallen = after(
        state,
        do("end_turn"),
        do("refill", attack=True, drawn=[state.seats[0].color, "black"], by_hand=True),
    )
    assert not fallen.seats[0].in_play
    assert (why(fallen), urgent(fallen)) == ([("7", "turn", "turn_over")], [False])
    later = quiet_turn(quiet_turn(fallen))
    assert (later.turn.seat, later.turn.out) == (0, True)
    assert urgent(later) == [True]


def test_with_the_game_over_failed_and_completed_ones_come_before_the_scores() -> None:
    state = table(SEVEN, {"key": "8"})
    state = after(
        state,
        ends("completed", 1),
        back(waits=["turn"]),
        ends("failed", key="8"),
        back("8", waits=["turn"]),
    )
    for seat in range(3):
        state = out(state, seat)
    assert why(state) == [("7", "turn", "game_over"), ("8", "turn", "game_over")]
    assert urgent(state) == [True, True]


def test_completed_after_the_end_it_is_read_at_once() -> None:
    state = table(SEVEN)
    for seat in range(3):
        state = out(state, seat)
    state = after(state, ends("completed", 0), back(waits=["turn"]))
    assert why(state) == [("7", "turn", "game_over")]


# After scoring


def test_after_scoring_comes_with_the_result() -> None:
    state = after(
        waiting(wait="scoring"), take(0, "artifact", value=5), take(1, "artifact", value=7)
    )
    assert why(state) == []
    for seat in range(3):
        state = out(state, seat, "escaped" if seat < 2 else "knocked_out")
    assert why(state) == [], "nobody has counted yet"
    state = after(state, do("score", seat=0, cards=3))
    assert why(state) == []
    state = after(state, do("score", seat=1, cards=1))
    assert (why(state), urgent(state)) == ([("7", "scoring", "result")], [False])
    assert why(after(state, read("scoring"))) == []


def test_where_everybody_scores_0_nobody_is_said_to_have_been_counted() -> None:
    state = waiting(wait="scoring")
    for seat in range(3):
        state = out(state, seat)
    assert why(state) == [("7", "scoring", "nothing")]


# Due


def test_only_what_is_due_tonight_is_asked_for_and_only_once() -> None:
    state = table({"key": "a", "due": True}, {"key": "b"}, {"key": "c", "due": True})
    assert [each.key for each in due(state)] == ["a", "c"]
    state = after(state, ends("failed", key="a"), ends("completed", 1, key="c"))
    assert due(state) == ()


# The sheet


def on_the_sheet(state: State, seat: int) -> list[tuple[int, str]]:
    found = sheet(state, seat).entries
    return [(each.points, each.reason.message) for each in found if each.what == "contract:7"]


def test_every_contract_on_a_sheet_has_its_points_and_their_reason() -> None:
    new, old = table({**SEVEN, "new": True}), table(SEVEN)
    alone = after(new, ends("completed", 0))
    assert on_the_sheet(alone, 0) == [(0, "what its back says has not been entered yet")]
    assert on_the_sheet(alone, 1) == []
    assert on_the_sheet(after(alone, back(points=6)), 0) == [(6, "for completing it")]
    assert on_the_sheet(after(alone, back(points=6, bonus=2)), 0) == [
        (8, "6, and 2 because it was new in this game")
    ]
    later = after(old, ends("completed", 0), back(points=6, bonus=2))
    assert on_the_sheet(later, 0) == [(6, "the bonus of 2 was for the game in which it was new")]
    both = after(old, ends("completed", 0, 1), back(points=6))
    name = both.seats[1].name
    assert on_the_sheet(both, 0) == [(6, f"for completing it, together with {name}")]
