"""Turns, leaving, the countdown, the end of the game, and correcting a status."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.state import Countdown, State
from tests.rules.play import (
    after,
    do,
    drawn,
    hurt,
    move,
    opened,
    out,
    quiet_turn,
    refused,
    take,
)

PLAY = do("end_turn")
REFILL = do("refill", attack=False)
OUT_TURN = do("out_turn", drawn=["black"] * 3)


def leave(seat: int) -> dict[str, Any]:
    return do("leave", seat=seat)


def rich(edition: str = "base", *modules: str, seats: int = 2) -> State:
    """Everybody has an artifact."""
    state = opened(edition, *modules, seats=seats)
    for seat in range(seats):
        state = after(state, take(seat, "artifact", value=(5, 7, 10, 15, 20, 25)[seat]))
    return after(state, do("rage", count=-seats))


def test_turns_go_round_and_are_counted() -> None:
    state = opened(seats=3)
    seen = []
    for _ in range(4):
        seen.append((state.turn.number, state.turn.seat, state.turn.phase))
        state = quiet_turn(state)

    assert seen == [(1, 0, "play"), (2, 1, "play"), (3, 2, "play"), (4, 0, "play")]


def test_a_turn_is_played_then_the_row_is_refilled() -> None:
    state = opened()
    assert refused(state, REFILL) == "wrong_phase"
    assert refused(state, OUT_TURN) == "wrong_phase"

    state = after(state, PLAY)
    assert state.turn.phase == "refill"
    assert refused(state, PLAY) == "wrong_phase"


def test_off_the_clock_there_is_one_phase_only() -> None:
    state = quiet_turn(out(opened("legacy2", seats=3), 1))

    assert (state.turn.out, state.turn.phase) == (True, "out")
    assert refused(state, PLAY) == "wrong_phase"
    assert refused(state, REFILL) == "wrong_phase"
    assert refused(state, leave(1)) == "wrong_phase"
    state = after(state, do("out_turn", drawn=["black"] * 4))
    assert (state.turn.number, state.turn.seat, state.turn.out) == (3, 2, False)


def test_leaving_needs_ones_own_turn_its_play_phase_and_an_artifact() -> None:
    state = opened(seats=3)
    assert refused(state, leave(0)) == "needs_artifact"
    assert refused(state, leave(1)) == "wrong_phase"
    assert refused(after(state, PLAY), leave(0)) == "wrong_phase"
    assert refused(out(state, 0), leave(0)) == "seat_out"
    assert refused(out(state, 1), leave(1)) == "wrong_phase"


@pytest.mark.parametrize(
    ("edition", "token", "area"),
    [
        ("base", "mastery", {"red": 3, "yellow": 2}),
        ("catacombs", "mastery", {"red": 3, "yellow": 2}),
        ("legacy1", "mug", {"yellow": 2}),
        ("legacy2", "mug", {"yellow": 2}),
    ],
)
def test_who_leaves_escapes_when_the_turn_is_declared_over(
    edition: str, token: str, area: dict[str, int]
) -> None:
    state = after(rich(edition), leave(0))
    assert state.seats[0].in_play
    assert state.seats[0].leaving
    assert after(state, leave(0)).seats == state.seats, "a second time changes nothing"

    state = after(state, PLAY)
    assert state.seats[0].status == "escaped"
    assert not state.seats[0].leaving
    assert state.seats[0].tokens[token] == 1
    assert state.area == area


def test_the_attack_of_the_refill_finds_the_escaper_gone() -> None:
    state = after(rich(seats=3), leave(0), PLAY)
    state = after(state, do("refill", attack=True, drawn=["red", "red"]))

    assert state.seats[0].health == ()
    assert state.bank == {"red": 2}


def test_who_is_knocked_out_on_the_way_does_not_escape() -> None:
    state = hurt(after(rich(), leave(0)), 0, 10)
    assert (state.seats[0].status, state.seats[0].leaving) == ("knocked_out", False)

    state = after(state, PLAY)
    assert state.seats[0].status == "knocked_out"
    assert "mastery" not in state.seats[0].tokens
    assert state.turn.phase == "refill"


def test_who_is_knocked_out_in_their_own_turn_finishes_it() -> None:
    state = hurt(opened(seats=3), 0, 10)
    assert not state.turn.out

    state = quiet_turn(state)
    assert (state.turn.seat, state.turn.number) == (1, 2)


def test_dropping_the_last_artifact_stays() -> None:
    state = after(rich(), leave(0), do("drop", seat=0, token="artifact", value=5))
    assert not state.seats[0].leaving
    assert after(state, PLAY).seats[0].in_play


def test_dropping_one_of_two_artifacts_does_not_hold_back() -> None:
    state = after(rich(), take(0, "backpack"), take(0, "artifact", value=30), leave(0))

    assert after(state, do("drop", seat=0, token="artifact", value=5)).seats[0].leaving


def test_nobody_in_play_ends_the_game_at_once() -> None:
    state = hurt(hurt(opened("legacy2"), 1, 10), 0, 10)
    assert state.over == "all_out"
    assert state.turn.phase == "play"

    alone = after(rich("legacy2"), leave(0), PLAY, REFILL)
    assert alone.over is None
    gone = after(alone, leave(1), PLAY)
    assert (gone.over, gone.turn.phase) == ("all_out", "refill")


def test_the_attack_that_fells_the_last_is_the_last_of_the_turn() -> None:
    state = after(hurt(hurt(opened("legacy2"), 0, 9), 1, 9), PLAY)
    state = after(state, do("refill", attack=True, drawn=["red", "yellow", "black"]))

    assert state.over == "all_out"
    assert (state.turn.number, state.turn.phase) == (1, "refill")


# The Countdown Track of base


def counting() -> State:
    """Three seats, Ana out with the pawn, Ben to play."""
    return quiet_turn(out(opened(seats=3), 0))


def ana_again(state: State) -> State:
    while not state.turn.out:
        state = quiet_turn(state)
    return state


def test_the_first_seat_out_gets_the_pawn_and_no_later_one() -> None:
    state = out(counting(), 1)

    assert state.countdown == Countdown(0, 1)
    assert opened("legacy2").countdown is None
    assert out(opened("catacombs"), 0).countdown is None


@pytest.mark.parametrize(("active", "holder"), [(0, 0), (1, 1), (2, 2), (3, 0)])
def test_of_several_the_first_counting_from_the_active_seat_gets_the_pawn(
    active: int, holder: int
) -> None:
    state = opened(seats=4)
    for seat in range(3):
        state = hurt(state, seat, 9)
    for _ in range(active):
        state = quiet_turn(state)

    assert after(state, drawn("red", "yellow", "green")).countdown == Countdown(holder, 1)


def test_the_pawn_walks_and_brings_ever_larger_attacks() -> None:
    state = counting()
    for space, size in ((2, 3), (3, 4), (4, 5)):  # Three seats: space 2, 2 cubes.
        state = ana_again(state)
        assert refused(state, do("out_turn", drawn=["black"] * (size - 1))) == "bad_draw"
        assert refused(state, do("out_turn")) == "bad_draw"
        state = after(state, do("out_turn", drawn=["black"] * size))
        assert state.countdown == Countdown(0, space)


def test_danger_counts_for_the_pawns_attacks() -> None:
    state = after(ana_again(counting()), do("danger", count=2))

    assert after(state, do("out_turn", drawn=["black"] * 5)).bank == {"black": 5}


def on_space_four() -> State:
    state = counting()
    return replace(ana_again(state), countdown=Countdown(0, 4))


def test_space_five_knocks_out_everybody_and_draws_nothing() -> None:
    state = on_space_four()
    assert refused(state, do("out_turn", drawn=["black"])) == "bad_draw"

    for plain in (do("out_turn"), do("out_turn", drawn=[])):
        ended = after(state, plain)
        assert ended.over == "countdown"
        assert ended.countdown == Countdown(0, 5)
        assert [seat.status for seat in ended.seats] == ["knocked_out"] * 3
        assert ended.attacks == state.attacks
        assert ended.turn == state.turn


def test_the_pawn_stays_on_space_five_when_the_game_goes_on() -> None:
    state = after(on_space_four(), do("out_turn"), do("status", seat=1, status="in_play"))
    assert state.over is None
    assert state.turn.out

    again = after(state, do("out_turn"))
    assert (again.over, again.countdown) == ("countdown", Countdown(0, 5))


def test_a_second_seat_that_is_out_has_no_turns_in_base() -> None:
    state = out(counting(), 2)

    assert [quiet_turn(state).turn.seat, quiet_turn(state).turn.out] == [0, True]


def test_outside_base_every_seat_that_is_out_has_its_turns() -> None:
    state = out(out(opened("catacombs", seats=3), 1), 2, "escaped")
    state = after(quiet_turn(state), do("out_turn", drawn=["black"] * 4))

    assert (state.turn.seat, state.turn.out) == (2, True)


# The deck


@pytest.mark.parametrize("edition", ["base", "catacombs"])
def test_an_empty_deck_ends_the_game_in_any_phase(edition: str) -> None:
    playing = opened(edition)
    off = quiet_turn(out(opened(edition, seats=3), 1))
    assert off.turn.out
    for state in (playing, after(playing, PLAY), off):
        ended = after(state, do("deck_out"))
        assert ended.over == "deck_out"
        assert not any(seat.in_play for seat in ended.seats)
        assert ended.turn == state.turn


@pytest.mark.parametrize("edition", ["legacy1", "legacy2"])
def test_a_legacy_deck_does_not_run_out(edition: str) -> None:
    assert refused(opened(edition), do("deck_out")) == "not_in_edition"


def test_everybody_felled_by_the_deck_leaves_the_pawn_with_the_active_seat() -> None:
    state = after(quiet_turn(opened(seats=3)), do("deck_out"))

    assert state.countdown == Countdown(1, 1)


# Over


def over() -> State:
    return after(rich(), do("deck_out"))


@pytest.mark.parametrize(
    "action",
    [
        do("clank", seat=0, count=1), do("quiet", seat=0, count=1), do("gold", seat=0, count=1),
        do("damage", seat=0, count=1), do("heal", seat=0, count=1), do("rage", count=1),
        do("danger", count=1), do("haunt"), do("black_return", count=1),
        take(0, "dragon_egg"), do("use", seat=0, token="treasure"),
        do("buy", seat=0, item="crown"), do("wayshrine", seat=0), do("place", seat=0, count=1),
        do("unplace", seat=0, count=1), do("zone", seat=0, zone="deep"), leave(0),
        drawn(), PLAY, REFILL, OUT_TURN, do("deck_out"), do("monster_cards", count=1),
        do("monster_defeat", seat=9),
    ],
    ids=lambda action: action["do"],
)  # fmt: skip
def test_once_the_game_is_over_it_is_over(action: dict[str, Any]) -> None:
    assert refused(over(), action) == "game_over"


def test_scores_and_corrections_stay_possible() -> None:
    state = over()
    for action in (
        do("score", seat=0, cards=4),
        move("red", 1, "supply", "board"),
        do("drop", seat=0, token="artifact", value=5),
        do("status", seat=0, status="escaped"),
    ):
        state = after(state, action)
        assert state.over == "deck_out"
        assert state.turn == over().turn
    assert state.seats[0].tokens == {"mastery": 1}
