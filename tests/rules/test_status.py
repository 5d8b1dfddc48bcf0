"""A seat's status corrected by hand: tokens, the pawn, the turn, and the end of the game."""

from dataclasses import replace

import pytest

from companion.rules.state import Countdown
from tests.rules.play import after, do, hurt, opened, out, quiet_turn
from tests.rules.test_turns import PLAY, REFILL, ana_again, counting, leave, rich


@pytest.mark.parametrize("edition", ["base", "legacy2"])
def test_a_status_brings_or_takes_the_escape_token_and_moves_no_cube(edition: str) -> None:
    token = {"base": "mastery", "legacy2": "mug"}[edition]
    state = opened(edition)
    escaped = out(state, 0, "escaped")
    assert escaped.seats[0].tokens == {token: 1}
    assert escaped.area == state.area
    assert out(escaped, 0, "escaped").seats[0].tokens == {token: 1}
    assert out(escaped, 0).seats[0].tokens == {}
    assert out(escaped, 0, "in_play").seats[0].tokens == {}


def test_the_last_one_set_out_ends_the_game_and_one_set_in_reopens_it() -> None:
    state = out(out(after(opened("legacy2"), PLAY), 0), 1, "escaped")
    assert state.over == "all_out"

    state = out(state, 1, "in_play")
    assert state.over is None
    assert (state.turn.phase, state.turn.seat, state.turn.out) == ("refill", 0, False)
    assert after(state, REFILL).turn.seat == 1


def test_the_seat_brought_back_passes_the_pawn_to_the_first_that_is_out() -> None:
    state = opened(seats=4)
    for seat in (2, 3, 0):
        state = out(state, seat)
    state = replace(state, countdown=Countdown(2, 3))
    for active, heir in ((0, 0), (1, 3)):
        here = quiet_turn(state) if active else state
        assert here.turn.seat == active
        assert out(here, 2, "in_play").countdown == Countdown(heir, 1)


def test_with_nobody_else_out_the_pawn_waits_for_the_next() -> None:
    state = out(counting(), 0, "in_play")
    assert state.countdown is None

    assert hurt(state, 2, 10).countdown == Countdown(2, 1)


def test_another_seat_brought_back_leaves_the_pawn_where_it_is() -> None:
    state = out(out(counting(), 2), 2, "in_play")

    assert state.countdown == Countdown(0, 1)


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy2"])
def test_a_seat_brought_back_in_its_out_turn_plays_a_normal_one(edition: str) -> None:
    state = ana_again(quiet_turn(out(opened(edition, seats=3), 0)))
    back = out(state, 0, "in_play")

    assert back.turn == replace(state.turn, out=False, phase="play")


def test_a_seat_brought_back_in_anothers_out_turn_does_not_change_it() -> None:
    state = quiet_turn(out(out(opened("legacy2", seats=3), 1), 2))

    assert out(state, 2, "in_play").turn == state.turn


def test_a_full_meter_knocks_out_again_after_all_that() -> None:
    state = ana_again(quiet_turn(hurt(opened(seats=3), 0, 10)))
    back = out(state, 0, "in_play")

    assert back.seats[0].status == "knocked_out"
    assert (back.turn.out, back.turn.phase) == (False, "play")
    assert back.countdown == Countdown(0, 1)


def test_a_full_meter_brought_back_alone_ends_the_game_again() -> None:
    state = after(hurt(opened("base"), 0, 10), do("deck_out"))
    assert out(state, 0, "in_play").over == "all_out"


def test_a_seat_set_out_in_its_own_turn_finishes_it() -> None:
    state = out(opened("legacy2", seats=3), 0)

    assert (state.turn.out, state.turn.phase) == (False, "play")
    assert quiet_turn(state).turn.seat == 1


def test_a_status_set_anew_keeps_who_is_leaving() -> None:
    state = out(after(rich(), leave(0)), 0, "in_play")
    assert state.seats[0].leaving
    assert not out(state, 0, "escaped").seats[0].leaving
