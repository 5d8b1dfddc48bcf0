"""Exact chances: compared with brute force and with each other, and as they are shown."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import luck, odds
from companion.rules.errors import RuleError
from companion.rules.luck import Exposure
from companion.rules.state import Countdown, Cubes, State
from companion.rules.survival import Exposed, survival
from tests.rules.play import after, do, drawn, hurt, move, opened, out, quiet_turn

F = Fraction


def bag_of(state: State, **cubes: int) -> State:
    """The same table with exactly these cubes in the bag and nothing in the area."""
    return replace(state, area={}, bag={color: count for color, count in cubes.items() if count})


def hands(bag: Cubes, size: int) -> list[Counter[str]]:
    cubes = [color for color, count in bag.items() for _ in range(count)]
    return [Counter(hand) for hand in combinations(cubes, min(size, len(cubes)))]


small_bags = st.fixed_dictionaries(
    {"black": st.integers(0, 5), "red": st.integers(0, 3), "yellow": st.integers(0, 2),
     "green": st.integers(0, 1), "ghost": st.integers(0, 2)}
).filter(lambda bag: sum(bag.values()) <= 12)  # fmt: skip


@given(bag=small_bags, danger=st.integers(0, 6), damage=st.integers(0, 9))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_chances_of_a_knock_out_alone_are_those_of_all_the_odds(
    bag: dict[str, int], danger: int, damage: int
) -> None:
    state = opened("catacombs", seats=3)
    state = replace(hurt(state, 1, damage) if damage else state, danger=danger)
    state = bag_of(state, **bag)
    every = {seat.seat: seat.knocked_out for seat in odds.odds(state).seats}
    assert odds.knocked_out(state) == every


@given(
    bag=small_bags,
    size=st.integers(0, 13),
    damage=st.lists(st.integers(0, 9), min_size=3, max_size=3),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_one_attack_is_as_brute_force_says(
    bag: dict[str, int], size: int, damage: list[int]
) -> None:
    state = opened("catacombs", seats=3)
    for seat, points in enumerate(damage):
        state = hurt(state, seat, points) if points else state
    state = bag_of(state, **bag)
    every = hands(state.bag, size)
    found = odds.odds(state, size)
    together = odds.joint(state, size)
    dealt = [
        tuple(hand[color] + hand["ghost"] for color in ("red", "yellow", "green")) for hand in every
    ]
    free = [10 - points for points in damage]

    for seat, each in enumerate(found.seats):
        counts = Counter(points[seat] for points in dealt)
        assert each.damage == {points: F(n, len(every)) for points, n in counts.items()}
        assert sum(each.damage.values()) == 1
        assert each.expected == F(sum(points[seat] for points in dealt), len(every))
        fallen = sum(points[seat] >= free[seat] for points in dealt)
        assert each.knocked_out == F(fallen, len(every))
        assert each.survives == (1 - each.knocked_out,)
        assert each.at_least(1) == 1 - each.damage.get(0, F(0))
    anybody = sum(any(p >= f for p, f in zip(points, free, strict=True)) for points in dealt)
    assert found.any_knocked_out == F(anybody, len(every))
    assert {points: together.chance(*points) for points in set(dealt)} == {
        points: F(n, len(every)) for points, n in Counter(dealt).items()
    }
    assert sum(together.weights.values()) == together.ways


def outlives(bag: Cubes, free: int, sizes: tuple[int, ...]) -> Fraction:
    """The chance that Ana's meter is not full, by trying every draw."""
    if not sizes:
        return F(1)
    every = hands(bag, sizes[0])
    chance = F(0)
    for hand in every:
        left = free - hand["red"] - hand["ghost"]
        if left > 0:
            rest = Counter(bag) - hand + Counter({"ghost": hand["ghost"]})
            chance += outlives(+rest, left, sizes[1:])
    return chance / len(every)


@given(
    red=st.integers(0, 3), black=st.integers(0, 4), ghost=st.integers(0, 2),
    free=st.integers(1, 4), sizes=st.lists(st.integers(0, 4), min_size=1, max_size=3),
)  # fmt: skip
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_several_attacks_are_as_brute_force_says(
    red: int, black: int, ghost: int, free: int, sizes: list[int]
) -> None:
    bag = {"red": red, "black": black, "ghost": ghost}
    exposed = Exposed(red, ghost, red + black + ghost, free)
    expected = tuple(outlives(bag, free, tuple(sizes[: n + 1])) for n in range(len(sizes)))

    assert survival(exposed, sizes) == expected


def test_the_largest_bag_takes_little_work_whatever_comes_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = 0

    def counted(held: int, drawn: int) -> int:
        nonlocal steps
        steps += 1
        return comb(held, drawn)

    monkeypatch.setattr("companion.rules.survival.comb", counted)
    survival(Exposed(own=200, ghosts=5, held=1405, free=30), [100, 700, 100])
    assert steps < 10_000


def test_what_is_in_the_area_counts_as_in_the_bag() -> None:
    state = after(opened("legacy2"), do("clank", seat=0, count=2))

    assert odds.odds(state).bag == {"black": 24, "red": 5, "yellow": 2}
    assert odds.odds(state) == odds.odds(after(state, drawn()), 3)


def test_the_next_size() -> None:
    state = after(opened(seats=3), do("danger", count=2))  # Space 2: 2 cubes.
    assert odds.next_size(state) == 4
    assert odds.next_size(after(state, do("end_turn"))) == 4
    counting = quiet_turn(out(state, 0))
    while not counting.turn.out:
        counting = quiet_turn(counting)
    assert odds.next_size(counting) == 5
    assert odds.odds(counting, 2).size == 2
    legacy = quiet_turn(out(after(opened("legacy2", seats=3), do("danger", count=2)), 1))
    assert odds.next_size(legacy) == 4
    assert odds.next_size(quiet_turn(out(opened("catacombs"), 1))) == 6


def test_the_last_space_of_the_countdown_draws_nothing() -> None:
    state = replace(quiet_turn(out(opened(), 1)), countdown=Countdown(1, 4))
    found = odds.odds(state)

    assert state.turn.out
    assert found.size == 0
    assert not found.empties_bag
    assert found.seats[0].damage == {0: 1}


@pytest.mark.parametrize(
    ("edition", "ends"),
    [("base", False), ("catacombs", True), ("legacy1", True), ("legacy2", True)],
)
def test_an_attack_that_empties_the_bag(edition: str, ends: bool) -> None:
    state = bag_of(opened(edition), black=2, red=1)

    assert odds.odds(state, 3).empties_bag is ends
    assert odds.odds(state, 9).empties_bag is ends
    assert not odds.odds(state, 2).empties_bag
    assert odds.odds(bag_of(state), 0).empties_bag is ends


@pytest.mark.parametrize("edition", ["base", "legacy2"])
def test_all_fall_where_an_empty_bag_ends_the_game(edition: str) -> None:
    ends = edition != "base"
    size = odds.next_size(opened(edition))
    state = bag_of(opened(edition), black=size)

    assert odds.all_fall(state) is ends
    assert odds.odds(state).seats[0].knocked_out == 0  # Full meters alone, says the record.
    assert not odds.all_fall(bag_of(state, black=size + 1))
    assert not odds.all_fall(after(opened("base"), do("deck_out")))
    told = [risk.knocked_out for risk in odds.louder(state, 0, 2)]
    assert told == [int(ends), 0, 0]


def test_all_fall_at_the_last_step_of_the_pawn_and_not_before() -> None:
    counting = quiet_turn(out(opened(), 1))
    assert odds.all_fall(replace(counting, countdown=Countdown(1, 4)))
    assert not odds.all_fall(replace(counting, countdown=Countdown(1, 3)))
    assert not odds.all_fall(replace(opened(), countdown=Countdown(1, 4)))


def test_once_the_game_is_over_there_are_no_chances() -> None:
    ended = after(opened(), do("deck_out"))

    assert odds.odds_answer(ended, 5, (3,)) == {
        "size": 0, "bag": {"black": 24, "red": 3, "yellow": 2}, "empties_bag": False,
        "seats": [], "any_knocked_out": "0", "survives": [],
    }  # fmt: skip
    assert odds.joint(ended).seats == ()


def test_a_seat_that_is_out_is_in_none_of_the_lists() -> None:
    plain: Any = odds.odds_answer(out(opened(seats=3), 1), 2, (2,))

    assert [seat["seat"] for seat in plain["seats"]] == [0, 2]
    assert [seat["seat"] for seat in plain["survives"]] == [0, 2]


def test_chances_are_exact_fractions_as_text() -> None:
    plain: Any = odds.odds_answer(bag_of(opened(), black=1, red=1), 1, (1,))

    assert plain["seats"][0] == {
        "seat": 0, "damage": {"0": "1/2", "1": "1/2"}, "expected": "1/2", "knocked_out": "0",
    }  # fmt: skip
    assert plain["survives"][0] == {"seat": 0, "after": ["1", "1"]}


def test_drawn_ghosts_are_back_before_the_next_attack() -> None:
    state = bag_of(hurt(opened("catacombs"), 0, 8), ghost=1)

    # Two spaces of the meter are free; the one ghost deals one point in each attack.
    assert odds.odds(state, 1, (1, 1)).seats[0].survives == (F(1), F(0), F(0))


def test_a_forecast_is_the_odds_after_some_more_clank() -> None:
    state = opened()
    more = odds.forecast(state, [do("clank", seat=0, count=2)])

    assert more.bag["red"] == 5
    assert more.seats[0].expected > odds.odds(state).seats[0].expected
    assert odds.forecast(state, []) == odds.odds(state)
    with pytest.raises(RuleError):
        odds.forecast(out(state, 0), [do("clank", seat=0, count=2)])


def test_the_risk_of_more_noise_is_what_the_forecast_says() -> None:
    state = after(hurt(opened(), 0, 8), do("quiet", seat=0, count=5))
    assert state.seats[0].owed
    told = odds.louder(state, 0, 3)
    for more, risk in enumerate(told):
        clank = [do("clank", seat=0, count=more)] if more else []
        seat = odds.forecast(state, clank).seats[0]
        assert risk == odds.Risk(hit=seat.at_least(1), knocked_out=seat.knocked_out)
    assert len(told) == 4
    last_cube = replace(state, seats=(replace(state.seats[0], supply=1), *state.seats[1:]))
    assert len(odds.louder(last_cube, 0, 3)) == 2
    assert odds.louder(out(state, 0), 0, 3) == ()


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(F(23, 40), 58), (F(1, 200), 1), (F(1, 201), 0), (F(0), 0), (F(1), 100), (F(199, 200), 100),
     (F(1, 3), 33), (F(2, 3), 67), (F(57, 200), 29), (F(21, 200), 11)],
)  # fmt: skip
def test_percent_is_rounded_half_up_from_the_fraction(chance: Fraction, shown: int) -> None:
    assert odds.percent(chance) == shown


def test_absurd_draws_are_not_quick() -> None:
    assert odds.is_quick(opened())
    many = opened(black_cubes=1_000_000)
    assert odds.is_quick(many)
    assert not odds.is_quick(many, 1_000_000)
    assert odds.is_quick(opened(), 1_000_000), "the bag is small"


# Luck


def test_luck_is_the_exact_chance_over_all_attacks() -> None:
    exposures = [
        Exposure({"black": 3, "red": 1}, 2, "red"),
        Exposure({"black": 1, "red": 2, "ghost": 1}, 1, "red"),
    ]
    once, twice = F(1, 2), F(3, 4)

    assert luck.at_least(exposures, 0) == 1
    assert luck.at_least(exposures, 1) == 1 - (1 - once) * (1 - twice)
    assert luck.at_least(exposures, 2) == once * twice
    assert luck.at_least(exposures, 3) == 0
    assert luck.expected(exposures) == F(1, 2) + F(3, 4)


@given(st.lists(st.tuples(small_bags, st.integers(0, 4)), max_size=3))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_distribution_of_luck_is_as_brute_force_says(
    attacks: list[tuple[dict[str, int], int]],
) -> None:
    exposures = [Exposure(bag, size, "red") for bag, size in attacks]
    single = [[hand["red"] + hand["ghost"] for hand in hands(bag, size)] for bag, size in attacks]
    counts = Counter(sum(points) for points in product(*single))
    ways, every = luck.distribution(exposures)

    assert every == counts.total()
    assert ways == counts


@pytest.mark.parametrize("red", [1, 4])
def test_the_luck_of_very_many_attacks_is_told_within_one_in_a_hundred(red: int) -> None:
    exposures = [
        Exposure({"black": 12 + each % 9, "blue": each % 7, "red": red}, 2 + each % 4, "red")
        for each in range(luck.EXACT)
    ]
    average = round(luck.expected(exposures))
    for points in range(max(0, average - 20), average + 20):
        told = luck.about_at_least(exposures, points)
        assert abs(told - luck.at_least(exposures, points)) < F(1, 100)


def test_a_games_luck_counts_the_attacks_that_found_a_seat_in_play() -> None:
    states = [hurt(opened(seats=3), 0, 9)]
    for action in (
        drawn("red", "black"), do("gold", seat=0, count=1), drawn("black", "green"),
        do("status", seat=0, status="in_play"), drawn("yellow"),
    ):  # fmt: skip
        states.append(after(states[-1], action))
    ana, ben = luck.luck(states, 0), luck.luck(states, 1)

    assert (ana.attacks, ana.points) == (1, 1)
    assert ana.expected == F(2 * 3, 30)
    assert ana.as_many == F(1) - F(27 * 26, 30 * 29)
    assert (ben.attacks, ben.points) == (3, 1)
    assert ben.as_many + ben.as_few > 1


def test_points_beyond_a_full_meter_are_bad_luck_too() -> None:
    states = [hurt(opened(seats=3), 0, 9)]
    states.append(after(states[0], drawn("red", "red", "red")))

    assert luck.luck(states, 0).points == 3


def test_moved_cubes_change_the_chances() -> None:
    state = after(opened(), move("red", 27, "supply", "bag"))

    assert odds.odds(state, 2).seats[0].expected == F(2 * 30, 56)
