"""The cases of docs/rules.md chapter 9 that a table's actions can express, by their numbers."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.rules.odds import joint, odds
from companion.rules.scoring import scores, winners
from companion.rules.state import Countdown, State
from companion.rules.state_json import answer
from tests.rules.play import after, do, drawn, hurt, move, opened, out, quiet_turn, refused, take

F = Fraction


def bag_of(state: State, **cubes: int) -> State:
    return replace(state, bag=cubes, area={})


def at_least(state: State, size: int, seat: int, points: int) -> F:
    (each,) = [each for each in odds(state, size).seats if each.seat == seat]
    return each.at_least(points)


# Setup and counters


def test_9_1_legacy_for_three() -> None:
    state = opened("legacy2", seats=3)

    assert (state.rage, state.bag) == (2, {"black": 24})
    assert state.area == {"red": 3, "yellow": 2, "green": 1}
    assert odds(state).size == 2


def test_9_2_legacy_for_four() -> None:
    state = opened("legacy2", seats=4)

    assert state.rage == 1
    assert state.area == {"red": 3, "yellow": 2, "green": 1}
    assert odds(state).size == 2


def test_9_3_rage_in_base() -> None:
    state, sizes = opened(seats=4), []
    for _ in range(8):
        state = after(state, do("rage", count=1))
        sizes.append(odds(state).size)

    assert sizes == [2, 3, 3, 4, 4, 5, 5, 5]
    assert state.rage == 7


def test_9_4_a_party_of_five() -> None:
    state = opened("base", "adventuring-party", seats=5)

    assert state.rage == 1
    assert state.area == {"red": 3, "yellow": 2, "green": 1}
    assert [seat.gold for seat in state.seats] == [0, 0, 0, 0, 1]


def test_9_5_a_party_in_the_catacombs() -> None:
    assert opened("catacombs", "adventuring-party", seats=5).bank == {"ghost": 5}


def test_9_6_a_supply_of_one() -> None:
    state = after(opened(player_cubes=4), do("clank", seat=0, count=3))

    assert (state.area["red"], state.seats[0].supply, state.seats[0].made) == (4, 0, 1)


def test_9_7_clank_that_is_owed() -> None:
    state = after(opened(), do("quiet", seat=0, count=5), do("clank", seat=0, count=3))
    seat = state.seats[0]

    assert (state.area["red"], seat.owed, seat.made, seat.supply) == (1, 0, 3, 29)


def test_9_8_quiet_after_an_attack() -> None:
    state = after(opened(seats=3), move("red", 1, "area", "supply"), drawn())
    state = after(state, do("quiet", seat=0, count=2))

    assert state.bag["red"] == 2
    assert state.seats[0].owed == 2


def test_9_9_no_cube_to_choose_damage_with() -> None:
    state = after(hurt(opened(), 0, 3), move("red", 24, "supply", "board"))
    chosen = do("damage", seat=0, count=1, voluntary=True)
    assert refused(state, chosen) == "not_enough_cubes"

    healed = after(state, do("heal", seat=0, count=1))
    assert (healed.seats[0].supply, len(healed.seats[0].health)) == (1, 2)
    assert len(after(healed, chosen).seats[0].health) == 3


def test_9_10_one_attack_for_a_refill() -> None:
    state = after(opened(), do("end_turn"), do("refill", attack=True, drawn=["black"] * 3))

    assert state.attacks == 1
    assert refused(state, do("refill", attack=True, drawn=["black"] * 3)) == "wrong_phase"


def test_9_11_old_and_new_danger() -> None:
    state = after(opened(), do("rage", count=2), do("danger", count=2), do("danger", count=3))

    assert state.rage_cubes == 4
    assert odds(state).size == 7


def test_9_12_the_row_does_not_ask_the_pawn() -> None:
    state = replace(out(opened(), 1), countdown=Countdown(1, 3))
    state = after(state, do("end_turn"))

    assert state.rage_cubes == 3
    assert after(state, do("refill", attack=True, drawn=["black"] * 3)).attacks == 1


def test_9_13_off_the_clock_for_two() -> None:
    state = quiet_turn(out(opened("legacy2"), 1))

    assert after(state, do("out_turn", drawn=["black"] * 6)).bank == {"black": 6}


def test_9_14_an_escapers_cubes_stay_in_base() -> None:
    state = after(
        opened(), do("clank", seat=0, count=1), take(0, "artifact", value=5),
        do("leave", seat=0), do("end_turn"),
    )  # fmt: skip

    assert state.area["red"] == 4


def test_9_15_a_draw_of_four() -> None:
    state = after(opened("catacombs", seats=3), do("rage", count=3), do("clank", seat=2, count=1))
    state = after(state, do("end_turn"))
    hand = ["black", "yellow", "green", "green"]
    state = after(state, do("refill", attack=True, drawn=hand))

    assert [len(seat.health) for seat in state.seats] == [0, 1, 2]
    assert state.bank["black"] == 1


def test_9_16_a_ghost_among_three() -> None:
    state = after(out(opened("catacombs", seats=4), 3, "escaped"), do("haunt"), drawn("ghost"))

    assert [len(seat.health) for seat in state.seats] == [1, 1, 1, 0]
    assert state.area == {"ghost": 1}


def test_9_17_one_space_left_and_three_cubes() -> None:
    state = after(hurt(opened("legacy2"), 0, 9), drawn("red", "red", "red"))

    assert state.seats[0].status == "knocked_out"
    assert (len(state.seats[0].health), state.bank) == (10, {"red": 2})


# Odds


def test_9_19_the_opening_attack_for_three() -> None:
    state = opened("legacy2", seats=3)
    found = odds(state)

    assert [seat.at_least(1) for seat in found.seats] == [F(28, 145), F(19, 145), F(1, 15)]
    assert [seat.expected for seat in found.seats] == [F(1, 5), F(2, 15), F(1, 15)]
    assert joint(state).chance(0, 0, 0) == F(92, 145)
    assert found.seats[0].damage[2] == F(1, 145)


def test_9_20_four_seats_after_an_arrival() -> None:
    state = after(opened(seats=4), *(do("clank", seat=seat, count=1) for seat in range(4)))

    assert state.area == {"red": 4, "yellow": 3, "green": 2, "blue": 1}
    assert at_least(state, 2, 0, 1) == F(42, 187)
    assert at_least(state, 2, 3, 1) == F(1, 17)
    assert joint(state, 2).chance(0, 0, 0, 0) == F(92, 187)


def test_9_21_four_of_twenty() -> None:
    state = bag_of(opened(), black=15, red=5)

    assert [at_least(state, 4, 0, k) for k in range(1, 6)] == [
        F(232, 323), F(241, 969), F(31, 969), F(1, 969), 0,
    ]  # fmt: skip


def test_9_22_three_seats_near_their_end() -> None:
    state = hurt(hurt(hurt(opened(seats=3), 0, 8), 1, 9), 2, 7)
    state = bag_of(state, red=6, yellow=4, green=3, black=12)
    found, together = odds(state, 4), joint(state, 4)

    def falls(*which: int) -> F:
        free = (2, 1, 3)
        ways = sum(
            count
            for points, count in together.weights.items()
            if all(points[seat] >= free[seat] for seat in which)
        )
        return F(ways, together.ways)

    assert [seat.knocked_out for seat in found.seats] == [
        F(296, 1265), F(1333, 2530), F(1, 575),
    ]  # fmt: skip
    assert (falls(0, 1), falls(0, 2), falls(1, 2)) == (F(107, 1265), F(0), F(2, 6325))
    assert found.any_knocked_out == F(8573, 12650)
    assert 1 - found.any_knocked_out == F(4077, 12650)


def test_9_23_off_the_clock_for_two() -> None:
    state = bag_of(opened("legacy2"), black=14, red=4)

    assert [at_least(state, 6, 0, k) for k in (1, 2, 3)] == [F(57, 68), F(83, 204), F(1, 12)]
    assert odds(state, 6).seats[0].expected == F(4, 3)
    assert odds(state, 6).seats[0].damage[0] == F(11, 68)


def test_9_24_two_ghosts() -> None:
    state = bag_of(opened("catacombs"), black=16, red=2, ghost=2)
    ben = odds(state, 5).seats[1]

    assert ben.damage == {0: F(21, 38), 1: F(15, 38), 2: F(1, 19)}
    assert [at_least(state, 5, 0, k) for k in range(1, 5)] == [
        F(232, 323), F(241, 969), F(31, 969), F(1, 969),
    ]  # fmt: skip


def test_9_25_the_countdown() -> None:
    state = bag_of(opened(), black=21, red=5)

    assert at_least(state, 7, 0, 1) == F(13538, 16445)
    assert at_least(state, 7, 0, 2) == F(1351, 3289)
    assert at_least(state, 7, 0, 4) == F(343, 32890)


def test_9_26_two_attacks_one_after_the_other() -> None:
    state = bag_of(hurt(opened(), 0, 7), black=15, red=5)

    assert odds(state, 3, (4,)).seats[0].survives[1] == F(6149, 7752)


def test_9_27_five_of_twenty_eight() -> None:
    state = bag_of(opened(), black=25, red=3)

    assert odds(state, 5).seats[0].damage == {
        0: F(253, 468), 1: F(1265, 3276), 2: F(115, 1638), 3: F(5, 1638),
    }  # fmt: skip


def test_9_28_nothing_but_own_cubes() -> None:
    assert odds(bag_of(opened(), red=10), 5).seats[0].damage == {5: 1}


# Tokens, countdown, turn order


def test_9_30_a_third_wayshrine() -> None:
    state = opened("catacombs")
    for place, gold in (("north", 1), ("south", 3), ("east", 6)):
        state = after(state, do("wayshrine", seat=0, place=place))
        assert state.seats[0].gold == gold
    assert state.seats[0].supply == 24
    assert refused(state, do("wayshrine", seat=0, place="north")) == "already_marked"


def test_9_31_a_coupon_on_a_crown() -> None:
    state = after(
        opened("catacombs"), take(0, "artifact", value=5), take(0, "warrior"),
        take(0, "discount_coupon"), do("gold", seat=0, count=2),
        do("buy", seat=0, item="crown", coupon=True),
    )  # fmt: skip

    assert state.seats[0].gold == 0
    assert "discount_coupon" not in state.seats[0].tokens
    assert [line.points for line in scores(state)[0].lines if line.what == "warrior"] == [1]


def test_9_33_a_second_seat_out_in_base() -> None:
    state = out(out(opened(seats=3), 1), 2)
    seen = []
    for _ in range(4):
        seen.append(state.turn.seat)
        off = do("out_turn", drawn=["black"] * 3)
        state = after(state, off) if state.turn.out else quiet_turn(state)
        state = replace(state, countdown=Countdown(1, 1))

    assert seen == [0, 1, 0, 1]


def test_9_34_the_last_seats_fall_together() -> None:
    state = after(hurt(hurt(opened("legacy2"), 0, 9), 1, 9), drawn("red", "yellow"))

    assert state.over == "all_out"
    assert refused(state, do("out_turn", drawn=["black"] * 6)) == "game_over"


def test_9_35_a_sixth_ghost() -> None:
    state = after(opened("catacombs"), *[do("haunt")] * 6)

    assert (state.area["ghost"], state.bank) == (5, {})


def test_9_36_a_second_item() -> None:
    for edition, item, second in (("legacy2", "pick_axe", False), ("base", "backpack", True)):
        buy = do("buy", seat=0, item=item)
        state = after(opened(edition), do("gold", seat=0, count=14), buy)
        if second:
            assert after(state, buy).seats[0].tokens[item] == 2
        else:
            assert refused(state, buy) == "one_per_player"


@pytest.mark.parametrize("edition", ["catacombs", "legacy2"])
def test_9_37_home_without_an_artifact(edition: str) -> None:
    assert refused(opened(edition), do("leave", seat=0)) == "needs_artifact"


def test_9_38_an_egg_and_an_artifact_in_one_turn() -> None:
    state = after(opened(), do("danger", count=1), take(0, "dragon_egg"))
    state = after(state, take(0, "artifact", value=5), do("end_turn"))

    assert state.rage == 5
    assert odds(state).size == 4 + 1
    assert after(state, do("refill", attack=True, drawn=["black"] * 5)).attacks == 1


def test_9_39_out_and_in_draw_differently() -> None:
    state = after(out(opened("catacombs"), 1), do("rage", count=9), do("danger", count=2))
    assert odds(after(state, do("end_turn"))).size == 7

    off = quiet_turn(state)
    assert odds(off).size == 6
    assert after(off, do("out_turn", drawn=["black"] * 6)).attacks == 1


# Scoring


def scored(state: State) -> list[int]:
    plain: Any = answer(state)["scores"]
    return [score["total"] for score in plain]


def test_9_40_fallen_in_the_depths() -> None:
    state = after(opened(), take(0, "artifact", value=30), do("zone", seat=0, zone="deep"))

    assert scored(out(state, 0)) == [0, 0]


def test_9_41_fallen_above_without_artifact() -> None:
    assert scored(out(after(opened(), do("gold", seat=0, count=30)), 0)) == [0, 0]


def test_9_42_gold_before_silver() -> None:
    state = after(
        opened("base", "adventuring-party", seats=5),
        take(0, "artifact", value=15, silver=True),
        take(1, "artifact", value=15),
    )

    assert scored(state) == [15, 15, 0, 0, 0]
    assert winners(state) == (1,)


def test_9_43_a_full_sheet_of_legacy() -> None:
    state = after(
        opened("legacy2"), take(0, "artifact", value=15), take(0, "dragon_egg"),
        take(0, "chalice"), take(0, "pick_axe"), do("gold", seat=0, count=8),
        do("score", seat=0, cards=20, contracts=15 - 5), do("leave", seat=0), do("end_turn"),
    )  # fmt: skip

    assert scored(state) == [88, 0]


def test_9_44_a_contract_without_an_artifact() -> None:
    assert scored(after(opened("legacy2"), do("score", seat=0, contracts=15))) == [0, 0]


def test_9_45_nobody_wins() -> None:
    assert winners(out(out(opened("legacy2"), 0, "escaped"), 1)) == ()
