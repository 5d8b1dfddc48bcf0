"""Damage, healing and knock-outs."""

import pytest

from tests.rules.play import after, do, drawn, hurt, move, opened, out, refused


def dead_end(supply: int) -> dict[str, object]:
    """Put cubes on the board until Ana's supply has only this many."""
    return move("red", 27 - supply, "supply", "board")


def test_damage_marks_own_cubes_one_by_one() -> None:
    state = hurt(opened(), 0, 3)

    assert (state.seats[0].health, state.seats[0].supply) == (("red",) * 3, 24)


def test_points_beyond_a_full_meter_take_no_cubes() -> None:
    state = hurt(opened(), 0, 99)

    assert (len(state.seats[0].health), state.seats[0].supply) == (10, 17)
    assert state.seats[0].status == "knocked_out"


def test_black_cubes_stand_in_for_an_empty_supply_as_far_as_the_bank_goes() -> None:
    state = hurt(after(opened(), drawn("black", "black"), dead_end(1)), 0, 5)

    assert state.seats[0].health == ("red", "black", "black")
    assert "black" not in state.bank


def test_black_cubes_stand_in_only_for_the_cubes_that_are_missing() -> None:
    state = hurt(after(opened(), drawn("black", "black"), dead_end(1)), 0, 2)

    assert state.seats[0].health == ("red", "black")
    assert state.bank["black"] == 1


def test_without_any_cube_a_point_goes_unmarked() -> None:
    state = hurt(after(opened(), dead_end(0)), 0, 2)

    assert state.seats[0].health == ()


def test_chosen_damage_needs_the_cubes_first_and_never_fills_the_meter() -> None:
    chosen = do("damage", seat=0, count=3, voluntary=True)
    assert refused(after(opened(), dead_end(2)), chosen) == "not_enough_cubes"
    assert refused(hurt(opened(), 0, 7), chosen) == "would_knock_out"
    assert len(after(hurt(opened(), 0, 6), chosen).seats[0].health) == 9
    both = after(hurt(opened(), 0, 8), move("red", 18, "supply", "board"))
    assert refused(both, chosen) == "not_enough_cubes"


def test_the_last_space_of_a_short_meter_cannot_be_chosen() -> None:
    chosen = do("damage", seat=0, count=1, voluntary=True)

    assert refused(opened(health=1), chosen) == "would_knock_out"


def test_healing_takes_the_last_cubes_each_to_its_place() -> None:
    state = hurt(after(opened(), drawn("black", "black"), dead_end(1)), 0, 3)
    state = after(state, do("heal", seat=0, count=2))

    assert (state.seats[0].health, state.seats[0].supply) == (("red",), 0)
    assert state.bank["black"] == 2


def test_healing_stops_at_no_damage() -> None:
    state = after(hurt(opened(), 0, 2), do("heal", seat=0, count=5))

    assert (state.seats[0].health, state.seats[0].supply) == ((), 27)
    assert after(state, do("heal", seat=0, count=1)).seats[0].health == ()


@pytest.mark.parametrize("size", [1, 3, 12])
def test_a_full_meter_of_any_size_knocks_out(size: int) -> None:
    state = hurt(opened("legacy2", health=size), 1, size - 1) if size > 1 else opened(health=1)
    assert state.seats[1].in_play

    assert hurt(state, 1, 1).seats[1].status == "knocked_out"


def test_nobody_out_can_be_hurt() -> None:
    assert refused(out(opened(), 0), do("damage", seat=0, count=1)) == "seat_out"
    chosen = do("damage", seat=0, count=99, voluntary=True)
    assert refused(out(opened(), 0), chosen) == "seat_out"


def test_a_huge_meter_is_marked_at_once() -> None:
    million = 1_000_000
    state = opened(player_cubes=million, health=million)
    state = hurt(state, 0, million)

    assert len(state.seats[0].health) == million - 3
    state = after(
        state, do("move", color="red", count=million - 3, **{"from": "health", "to": "bag"})
    )
    assert state.seats[0].health == ()
