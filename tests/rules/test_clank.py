"""Making Clank!, removing it, ghosts, cubes on the board and cubes corrected by hand."""

import pytest

from companion.rules.state import State
from tests.rules.play import (
    after,
    cubes,
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


def clank(seat: int, count: int) -> dict[str, object]:
    return do("clank", seat=seat, count=count)


def quiet(seat: int, count: int) -> dict[str, object]:
    return do("quiet", seat=seat, count=count)


def test_clank_moves_cubes_from_supply_to_area_and_counts_them() -> None:
    state = after(opened(), clank(0, 4))

    assert (state.seats[0].supply, state.area["red"], state.seats[0].made) == (23, 7, 4)


def test_clank_goes_as_far_as_the_supply() -> None:
    state = after(opened(player_cubes=5), clank(0, 9))

    assert (state.seats[0].supply, state.area["red"], state.seats[0].made) == (0, 5, 2)


def test_quiet_takes_cubes_back_and_owes_the_rest() -> None:
    state = after(opened(), quiet(0, 5))

    assert (state.seats[0].supply, state.seats[0].owed, state.area) == (30, 2, {"yellow": 2})


def test_owed_clank_goes_straight_back_and_still_counts_as_made() -> None:
    state = after(opened(), quiet(0, 5), clank(0, 3))
    seat = state.seats[0]

    assert (state.area["red"], seat.owed, seat.made, seat.supply) == (1, 0, 3, 29)


def test_only_cubes_really_made_use_up_what_is_owed() -> None:
    state = after(opened(player_cubes=3), move("red", 3, "area", "bank"), quiet(0, 2), clank(0, 2))

    assert (state.seats[0].owed, state.seats[0].made) == (2, 0)


def test_quiet_never_touches_the_bag_or_a_meter() -> None:
    state = hurt(after(opened(), drawn(), quiet(0, 2)), 0, 1)

    assert state.bag["red"] == 3
    assert state.seats[0].health == ("red",)
    assert state.seats[0].owed == 2


def test_made_and_owed_end_with_the_turn_for_everybody() -> None:
    state = after(opened(), clank(0, 1), clank(1, 2), quiet(1, 9), do("end_turn"))

    assert [(seat.made, seat.owed) for seat in state.seats] == [(0, 0), (0, 0)]


def test_made_and_owed_stay_through_an_attack_and_a_refill() -> None:
    state = after(opened(), do("end_turn"), clank(1, 1), do("refill", attack=False))

    assert state.seats[1].made == 1


def test_a_ghost_comes_from_the_bank_until_none_is_left() -> None:
    state = opened("catacombs")
    for ghosts in (1, 2, 3, 4, 5, 5):
        state = after(state, do("haunt"))
        assert state.area["ghost"] == ghosts
    assert "ghost" not in state.bank


@pytest.mark.parametrize("edition", ["base", "legacy1", "legacy2"])
def test_there_are_no_ghosts_elsewhere(edition: str) -> None:
    assert refused(opened(edition), do("haunt")) == "not_in_edition"


def test_black_cubes_return_as_far_as_the_bank_goes() -> None:
    state = after(opened(), drawn("black", "black", "red"), do("black_return", count=3))

    assert state.bag["black"] == 24
    assert state.bank == {}
    assert after(state, do("black_return", count=3)).bag == state.bag


def test_cubes_go_to_the_board_and_back_also_for_a_seat_that_is_out() -> None:
    state = after(out(opened("legacy2"), 1), do("place", seat=1, count=4))
    assert (state.seats[1].supply, state.seats[1].board) == (24, 4)

    state = after(state, do("unplace", seat=1, count=3))
    assert (state.seats[1].supply, state.seats[1].board) == (27, 1)
    assert refused(state, do("unplace", seat=1, count=2)) == "not_enough_cubes"
    assert refused(state, do("place", seat=1, count=28)) == "not_enough_cubes"


def shrine(seat: int, place: str | None = None) -> dict[str, object]:
    return do("wayshrine", seat=seat) if place is None else do("wayshrine", seat=seat, place=place)


def test_the_nth_wayshrine_pays_n_gold_and_keeps_a_cube() -> None:
    state = after(opened("catacombs"), shrine(0), shrine(0, "north"), shrine(0))
    seat = state.seats[0]

    assert (seat.wayshrines, seat.gold, seat.board, seat.supply) == (3, 6, 3, 24)


def test_marks_stay_counted_whatever_moves() -> None:
    state = after(opened("catacombs"), shrine(0, "north"), do("unplace", seat=0, count=1))

    assert (state.seats[0].wayshrines, state.seats[0].board) == (1, 0)
    assert refused(state, shrine(0, "north")) == "already_marked"


def test_a_shrine_takes_four_marks() -> None:
    state = opened("catacombs", "adventuring-party", seats=6)
    state = after(state, *(shrine(seat, "north") for seat in range(4)))

    assert refused(state, shrine(4, "north")) == "shrine_full"
    assert refused(state, shrine(3, "north")) == "already_marked"
    assert after(state, shrine(4, "south"), shrine(5)).seats[4].wayshrines == 1


def test_a_shrine_needs_a_cube_after_all_else_is_right() -> None:
    state = after(opened("catacombs", player_cubes=3), shrine(1, "north"))

    assert refused(state, shrine(0)) == "not_enough_cubes"
    assert refused(after(state, do("status", seat=0, status="escaped")), shrine(0)) == "seat_out"


@pytest.mark.parametrize("edition", ["base", "legacy1", "legacy2"])
def test_there_are_no_wayshrines_elsewhere(edition: str) -> None:
    assert refused(out(opened(edition), 0), shrine(0)) == "not_in_edition"


SEAT_PLACES = ("supply", "area", "bag", "health", "board", "bank")


def lying(state: State, color: str, place: str) -> int:
    """How many cubes of a colour are in a place."""
    piles = {"bag": state.bag, "area": state.area, "bank": state.bank}
    if place in piles:
        return piles[place].get(color, 0)
    (seat,) = [seat for seat in state.seats if seat.color == color]
    return {"supply": seat.supply, "board": seat.board, "health": seat.health.count(color)}[place]


@pytest.mark.parametrize("source", SEAT_PLACES)
@pytest.mark.parametrize("target", SEAT_PLACES)
def test_a_seats_cubes_can_be_put_anywhere(source: str, target: str) -> None:
    state = opened()
    if source != "supply":
        state = after(state, move("yellow", 3, "supply", source))
    if source == target:
        assert refused(state, move("yellow", 1, source, target)) == "bad_place"
        return
    before = lying(state, "yellow", source), lying(state, "yellow", target)
    moved = after(state, move("yellow", 2, source, target))

    assert lying(moved, "yellow", source) == before[0] - 2
    assert lying(moved, "yellow", target) == before[1] + 2
    assert cubes(moved) == cubes(state)


@pytest.mark.parametrize(
    ("color", "source", "target"),
    [
        ("black", "bag", "area"),
        ("black", "supply", "bag"),
        ("black", "health", "bank"),
        ("black", "bank", "board"),
        ("ghost", "bank", "supply"),
        ("ghost", "health", "bank"),
        ("green", "supply", "bag"),
        ("pink", "supply", "bag"),
        ("red", "pocket", "bag"),
        ("red", "bag", ""),
        ("black", "bag", "bag"),
    ],
)
def test_a_cube_cannot_be_put_where_it_never_is(color: str, source: str, target: str) -> None:
    assert refused(opened("catacombs"), move(color, 1, source, target)) == "bad_place"


def test_ghosts_move_between_bank_area_and_bag_where_there_are_any() -> None:
    state = after(
        opened("catacombs"), move("ghost", 3, "bank", "bag"), move("ghost", 1, "bag", "area")
    )

    assert (state.bank["ghost"], state.bag["ghost"], state.area["ghost"]) == (2, 2, 1)
    assert refused(opened(), move("ghost", 1, "bank", "bag")) == "bad_place"


def test_black_cubes_move_between_bag_and_bank() -> None:
    state = after(opened(), move("black", 5, "bag", "bank"), move("black", 1, "bank", "bag"))

    assert (state.bag["black"], state.bank["black"]) == (20, 4)


def test_only_cubes_that_are_there_can_be_moved() -> None:
    assert refused(opened(), move("red", 4, "area", "bag")) == "not_enough_cubes"
    assert refused(opened(), move("red", 1, "health", "bag")) == "not_enough_cubes"
    # Too few cubes come before too little room.
    assert refused(opened(), move("red", 40, "supply", "health")) == "not_enough_cubes"


def test_a_meter_takes_cubes_at_its_end_and_gives_its_last_of_that_colour() -> None:
    state = after(
        opened(player_cubes=5),
        drawn("black", "black"),
        do("damage", seat=0, count=4),
        move("red", 1, "bag", "health"),
    )
    assert state.seats[0].health == ("red", "red", "black", "black", "red")

    state = after(state, move("red", 2, "health", "supply"))
    assert state.seats[0].health == ("red", "black", "black")


def test_a_meter_takes_no_more_than_it_has_room_for() -> None:
    state = hurt(opened(), 0, 8)

    assert refused(state, move("red", 3, "supply", "health")) == "meter_full"
    assert after(state, move("red", 1, "supply", "health")).seats[0].in_play
    assert after(state, move("red", 2, "supply", "health")).seats[0].status == "knocked_out"


def test_filling_the_meter_of_a_seat_that_is_out_changes_nothing_else() -> None:
    state = out(hurt(opened(), 1, 9), 1, "escaped")
    state = after(state, move("yellow", 1, "supply", "health"))

    assert (len(state.seats[1].health), state.seats[1].status) == (10, "escaped")


@pytest.mark.parametrize("name", ["clank", "quiet", "damage", "heal"])
def test_a_seat_that_is_out_neither_makes_nor_takes(name: str) -> None:
    assert refused(out(opened(), 1), do(name, seat=1, count=1)) == "seat_out"


def test_gold_of_a_seat_that_is_out_can_still_change() -> None:
    state = after(out(opened(), 1), do("gold", seat=1, count=3))

    assert state.seats[1].gold == 3
    assert refused(state, do("gold", seat=1, count=-4)) == "not_enough_gold"
    assert after(state, do("gold", seat=1, count=-3)).seats[1].gold == 0


def test_rage_stops_at_both_ends() -> None:
    state = opened()
    assert after(state, do("rage", count=40)).rage == 7
    assert after(state, do("rage", count=-40)).rage == 1
    assert after(state, do("rage", count=2), do("rage", count=-1)).rage == 4


def test_danger_is_set_not_added() -> None:
    state = after(opened(), do("danger", count=3), do("danger", count=2))

    assert state.danger == 2
    assert quiet_turn(state).danger == 2


def test_zone_is_where_the_figure_stands() -> None:
    state = after(opened(), do("zone", seat=1, zone="deep"))

    assert [seat.zone for seat in state.seats] == ["safe", "deep"]
    assert refused(out(state, 1), do("zone", seat=1, zone="safe")) == "seat_out"


def test_actions_need_not_be_of_the_active_seat() -> None:
    state = after(opened(), clank(1, 1), take(1, "dragon_egg"))

    assert state.seats[1].tokens == {"dragon_egg": 1}
