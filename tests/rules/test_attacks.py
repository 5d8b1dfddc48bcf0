"""What a Dragon Attack does, step by step."""

import pytest

from companion.rules.state import State
from tests.rules.play import after, cubes, do, drawn, hurt, move, opened, out, quiet_turn, refused


def test_the_whole_area_goes_into_the_bag_first() -> None:
    state = after(opened("catacombs"), do("haunt"), drawn())

    assert state.area == {}
    assert state.bag == {"black": 24, "red": 3, "yellow": 2, "ghost": 1}


def test_black_goes_to_the_bank_and_colours_to_their_meters() -> None:
    state = after(opened(), drawn("black", "red", "yellow", "red"))

    assert state.bank == {"black": 1}
    assert [seat.health for seat in state.seats] == [("red", "red"), ("yellow",)]
    assert [seat.supply for seat in state.seats] == [27, 28]


def test_the_colour_of_a_seat_that_is_out_goes_to_the_bank() -> None:
    state = after(out(opened(seats=3), 1), drawn("yellow", "yellow", "green"))

    assert state.bank == {"yellow": 2}
    assert state.seats[1].health == ()
    assert state.seats[2].health == ("green",)


def test_cubes_beyond_a_full_meter_go_to_the_bank() -> None:
    state = after(hurt(opened(), 0, 9), drawn("red", "red", "red"))

    assert state.seats[0].health == ("red",) * 10
    assert state.bank == {"red": 2}
    assert state.seats[0].status == "knocked_out"


def test_a_ghost_hurts_everybody_in_play_and_returns_to_the_area() -> None:
    state = out(opened("catacombs", seats=4), 2, "escaped")
    state = after(state, do("haunt"), drawn("ghost", "red"))

    assert [len(seat.health) for seat in state.seats] == [2, 1, 0, 1]
    assert state.area == {"ghost": 1}
    assert [seat.supply for seat in state.seats] == [26, 27, 29, 29]


def test_ghosts_come_after_all_other_cubes_wherever_they_stand_in_the_list() -> None:
    state = after(hurt(opened("catacombs"), 0, 9), do("haunt"), drawn("ghost", "red"))

    # The drawn cube fills the meter; the ghost's point is dropped and takes none from the supply.
    assert (state.seats[0].health, state.seats[0].supply) == (("red",) * 10, 18)


def test_a_ghosts_point_can_be_a_black_cube_that_was_just_drawn() -> None:
    state = after(opened("catacombs"), do("haunt"), move("red", 27, "supply", "board"))
    state = after(state, drawn("ghost", "black"))

    assert state.seats[0].health == ("black",)
    assert state.bank == {"ghost": 4}


def test_ghost_damage_goes_round_from_the_active_seat() -> None:
    state = quiet_turn(after(opened("catacombs", seats=3), do("haunt")))
    for color, count in (("red", 27), ("yellow", 28), ("green", 29)):
        state = after(state, move(color, count, "supply", "board"))
    state = after(state, drawn("ghost", "black", "black"))

    # There are two black cubes: for Ben, whose turn it is, and for Cleo after him.
    assert [seat.health for seat in state.seats] == [(), ("black",), ("black",)]


def test_every_ghost_deals_its_own_point() -> None:
    state = after(opened("catacombs"), do("haunt"), do("haunt"), drawn("ghost", "ghost"))

    assert [len(seat.health) for seat in state.seats] == [2, 2]
    assert state.area == {"ghost": 2}


def test_full_meters_fall_together_after_the_ghosts() -> None:
    state = hurt(hurt(opened("catacombs"), 0, 9), 1, 9)
    state = after(state, do("haunt"), drawn("red", "ghost"))

    assert [seat.status for seat in state.seats] == ["knocked_out", "knocked_out"]
    assert state.over == "all_out"


def test_a_small_bag_is_drawn_empty() -> None:
    state = after(opened(), move("black", 24, "bag", "bank"))
    state = after(state, do("attack", size=9, drawn=["red"] * 3 + ["yellow"] * 2))

    assert state.bag == {}
    assert state.over is None


@pytest.mark.parametrize("edition", ["catacombs", "legacy1", "legacy2"])
def test_an_empty_bag_ends_the_game_outside_base(edition: str) -> None:
    state = out(opened(edition, seats=3), 0, "escaped")
    state = after(state, move("black", 24, "bag", "bank"))
    hand = ["red"] * 3 + ["yellow"] * 2 + ["green"]
    state = after(state, do("attack", size=6, drawn=hand))

    assert state.over == "bag_empty"
    assert [seat.status for seat in state.seats] == ["escaped", "knocked_out", "knocked_out"]


def emptied(state: State) -> State:
    for color in ("black", "red", "yellow"):
        for place in ("bag", "area"):
            count = (state.bag if place == "bag" else state.area).get(color, 0)
            if count:
                state = after(state, move(color, count, place, "bank"))
    return state


def test_a_bag_that_was_empty_ends_the_game_too() -> None:
    state = after(emptied(opened("legacy2")), do("attack", size=0, drawn=[]))
    assert state.over == "bag_empty"

    assert after(emptied(opened("base")), do("attack", size=3, drawn=[])).over is None


def test_ghosts_in_the_area_do_not_fill_the_bag() -> None:
    state = after(emptied(opened("catacombs")), do("haunt"), do("attack", size=1, drawn=["ghost"]))

    assert state.over == "bag_empty"
    assert state.area == {"ghost": 1}


def test_the_empty_bag_is_the_reason_even_when_the_damage_left_nobody() -> None:
    state = hurt(hurt(emptied(opened("legacy2")), 0, 9), 1, 9)
    state = after(state, move("red", 1, "supply", "bag"), move("yellow", 1, "supply", "bag"))

    assert after(state, do("attack", size=2, drawn=["red", "yellow"])).over == "bag_empty"


def test_the_size_is_rage_and_danger_and_extra_or_exactly_what_is_said() -> None:
    state = after(opened(), do("danger", count=2))  # Two seats: space 3, 3 cubes.

    def draws(count: int, **fields: object) -> bool:
        return after(state, do("attack", drawn=["black"] * count, **fields)).attacks == 1

    assert draws(5)
    assert draws(8, extra=3)
    assert draws(4, size=4, extra=3)
    assert draws(0, size=0)


def test_an_attack_from_a_card_comes_in_play_or_refill_but_not_off_the_clock() -> None:
    state = after(opened("legacy2"), drawn(), do("end_turn"), drawn())
    assert state.turn.phase == "refill"

    off = quiet_turn(out(opened("legacy2"), 1))
    assert off.turn.phase == "out"
    assert refused(off, drawn()) == "wrong_phase"
    assert refused(off, do("attack")) == "wrong_phase"


def test_the_refill_attack_is_rage_and_danger() -> None:
    state = after(opened(), do("danger", count=1), do("end_turn"))
    state = after(state, do("refill", attack=True, drawn=["black"] * 4))

    assert state.bank == {"black": 4}
    assert state.turn.number == 2


@pytest.mark.parametrize(
    "hand",
    [None, [], ["black"], ["black"] * 4, ["green"] * 3, ["pink"] * 3, ["red"] * 3 + ["red"],
     ["yellow"] * 3, ["ghost", "black", "black"], ["", "black", "black"]],
)  # fmt: skip
def test_cubes_that_cannot_have_been_drawn_are_refused(hand: list[str] | None) -> None:
    given = {} if hand is None else {"drawn": hand}

    assert refused(opened(), do("attack", size=3, **given)) == "bad_draw"


def test_nothing_is_drawn_without_an_attack() -> None:
    state = after(opened(), do("end_turn"))

    assert refused(state, do("refill", attack=False, drawn=["black"])) == "bad_draw"
    assert after(state, do("refill", attack=False, drawn=[])).turn.number == 2


def test_an_attack_that_draws_nothing_needs_no_list() -> None:
    off = quiet_turn(out(opened("legacy2", off_clock_cubes=0), 1))
    row = after(opened(rage_track=[0]), do("end_turn"))
    for state, action in (
        (opened(), do("attack", size=0)),
        (opened(), do("attack", size=0, by_hand=True)),
        (emptied(opened()), do("attack", size=3)),
        (row, do("refill", attack=True)),
        (off, do("out_turn")),
    ):
        assert after(state, action) == after(state, {**action, "drawn": []})
        assert refused(state, {**action, "drawn": ["black"]}) == "bad_draw"


def test_a_seat_off_the_clock_brings_exactly_four_cubes_or_six_of_two() -> None:
    for seats, size in ((2, 6), (3, 4), (4, 4)):
        state = after(opened("legacy2", seats=seats), do("danger", count=5))
        state = quiet_turn(out(state, 1))
        assert state.turn.out
        assert refused(state, do("out_turn", drawn=["black"] * (size - 1))) == "bad_draw"
        assert after(state, do("out_turn", drawn=["black"] * size)).bank == {"black": size}


def test_off_the_clock_has_a_house_value() -> None:
    state = quiet_turn(out(opened("catacombs", off_clock_cubes=1), 1))

    assert after(state, do("out_turn", drawn=["black"])).bank["black"] == 1


def test_the_last_attack_is_remembered_with_what_it_dealt() -> None:
    state = after(hurt(opened("catacombs"), 0, 9), do("haunt"))
    state = after(state, drawn("red", "ghost", "yellow", by_hand=True))

    assert state.attack
    assert state.attack.drawn == ("red", "ghost", "yellow")
    assert state.attack.dealt == (1, 2)
    assert state.attack.by_hand


def test_no_attack_makes_or_loses_a_cube() -> None:
    state = after(opened("catacombs", seats=4), do("haunt"), do("haunt"))
    hit = after(state, drawn("red", "ghost", "black", "yellow", "ghost", "green"))

    assert cubes(hit) == cubes(state)
