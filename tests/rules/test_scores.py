"""Scores line by line, who scores nothing, and who wins."""

from typing import Any

import pytest

from companion.rules.scoring import ranks, scores, winners
from companion.rules.state import State
from companion.rules.state_json import answer
from tests.rules.play import after, do, opened, out, refused, take


def artifact(seat: int, value: int, **fields: object) -> dict[str, Any]:
    return take(seat, "artifact", value=value, **fields)


def lines(state: State, seat: int = 0) -> list[tuple[str, int]]:
    return [(line.what, line.points) for line in scores(state)[seat].lines]


def total(state: State, seat: int = 0) -> int:
    return scores(state)[seat].total


def armed(edition: str = "catacombs", *more: dict[str, Any]) -> State:
    return after(opened(edition), artifact(0, 5), *more)


def of(state: State, what: str) -> int:
    return dict(lines(state)).get(what, 0)


def test_the_lines_stand_in_their_order() -> None:
    state = after(
        opened("base", "adventuring-party", seats=5),
        take(0, "chalice"), take(0, "backpack"), take(0, "treasure"), take(0, "dragon_egg"),
        artifact(0, 20), artifact(0, 10, silver=True), take(0, "crown"),
        do("gold", seat=0, count=4),
        do("score", seat=0, other=-2, contracts=6, cards=11),
    )  # fmt: skip
    what = lines(out(state, 0, "escaped"))

    assert what[:2] == [("artifact", 20), ("artifact", 10)]
    assert set(what[2:-4]) == {
        ("chalice", 7), ("backpack", 5), ("treasure", 2), ("dragon_egg", 3), ("crown", 10),
        ("mastery", 20),
    }  # fmt: skip
    assert what[-4:] == [("gold", 4), ("cards", 11), ("contracts", 6), ("other", -2)]


def test_lines_of_nothing_are_left_out() -> None:
    state = armed("catacombs", take(0, "potion_of_strength"), do("score", seat=0, cards=0))

    assert lines(state) == [("artifact", 5)]


@pytest.mark.parametrize("token", ["mayor", "primatologist", "prince_princess", "sorceress"])
def test_a_conditional_prisoner_scores_five_on_its_condition_only(token: str) -> None:
    met: dict[str, list[dict[str, Any]]] = {
        "mayor": [do("status", seat=0, status="escaped")],
        "primatologist": [take(0, "monkey_idol")],
        "prince_princess": [take(0, "crown")],
        "sorceress": [do("score", seat=0, secret_tomes=2)],
    }
    state = armed("catacombs", take(0, token), take(0, token))
    for name, actions in met.items():
        assert of(after(state, *actions), token) == (10 if name == token else 0)


def test_the_bot_is_an_idol_and_one_tome_is_not_enough() -> None:
    state = armed("catacombs", take(0, "primatologist"), take(0, "golden_monkey_bot"))
    assert of(state, "primatologist") == 5
    tome = armed("catacombs", take(0, "sorceress"), do("score", seat=0, secret_tomes=1))
    assert of(tome, "sorceress") == 0


def test_a_knocked_out_mayor_scores_nothing() -> None:
    state = out(armed("catacombs", take(0, "mayor")), 0)

    assert lines(state) == [("artifact", 5)]


def test_a_monk_scores_one_for_each_own_wayshrine() -> None:
    state = armed("catacombs", take(0, "monk"), take(0, "monk"))
    assert of(state, "monk") == 0
    marked = after(state, do("wayshrine", seat=0), do("wayshrine", seat=0), do("wayshrine", seat=1))
    assert of(marked, "monk") == 4


def test_a_warrior_counts_every_prisoner_but_no_coupon() -> None:
    state = armed("catacombs", take(0, "warrior"), take(0, "discount_coupon"))
    assert of(state, "warrior") == 1
    state = after(state, take(0, "golden_monkey_bot"), take(0, "peasant"), take(1, "peasant"))
    assert of(state, "warrior") == 3
    assert of(after(state, take(0, "warrior")), "warrior") == 8


def test_secret_tomes_are_worth_nothing_by_themselves() -> None:
    assert total(armed("catacombs", do("score", seat=0, secret_tomes=7))) == 5


def test_the_last_points_told_stand_and_the_others_stay() -> None:
    state = armed("base", do("score", seat=0, cards=9, other=3), do("score", seat=0, cards=-4))

    assert lines(state) == [("artifact", 5), ("cards", -4), ("other", 3)]
    assert total(after(state, do("score", seat=0, other=-50))) == -49


@pytest.mark.parametrize(
    ("status", "zone", "scores_something"),
    [("in_play", "deep", True), ("escaped", "deep", True), ("knocked_out", "safe", True),
     ("knocked_out", "deep", False)],
)  # fmt: skip
def test_who_fell_in_the_deep_scores_nothing(
    status: str, zone: str, scores_something: bool
) -> None:
    state = armed("base", do("zone", seat=0, zone=zone), do("score", seat=0, contracts=15))
    state = out(state, 0, status)

    assert bool(lines(state)) is scores_something
    assert (total(state) > 0) is scores_something


def test_without_an_artifact_nothing_counts() -> None:
    state = out(after(opened(), do("gold", seat=0, count=30), take(0, "chalice")), 0, "escaped")

    assert lines(state) == []
    assert total(state) == 0


def test_the_highest_total_wins() -> None:
    state = after(opened(seats=3), artifact(0, 5), artifact(2, 7))

    assert winners(state) == (2,)
    assert ranks(state) == (2, 3, 1)


def test_a_tie_goes_to_the_best_single_artifact() -> None:
    state = after(opened(), take(0, "backpack"), artifact(0, 5), artifact(0, 10), artifact(1, 20))
    assert [score.total for score in scores(state)] == [20, 20]

    assert winners(state) == (1,)
    assert ranks(state) == (2, 1)


def test_gold_goes_before_silver_of_equal_value() -> None:
    state = after(
        opened("base", "adventuring-party", seats=5),
        artifact(0, 15, silver=True),
        artifact(1, 15),
    )

    assert winners(state) == (1,)


def test_still_tied_all_of_them_win() -> None:
    state = after(opened("legacy2", seats=3), artifact(0, 9), artifact(1, 9), artifact(2, 8))

    assert winners(state) == (0, 1)
    assert ranks(state) == (1, 1, 3)


def test_nobody_above_nothing_nobody_wins() -> None:
    assert winners(opened()) == ()
    assert winners(after(opened(), artifact(0, 5), do("score", seat=0, other=-5))) == ()
    below = after(opened(), artifact(0, 5), artifact(1, 7), do("score", seat=0, other=-9))
    assert winners(after(below, do("score", seat=1, other=-7))) == ()


def test_artifacts_and_crowns_are_answered_as_values() -> None:
    state = after(
        opened("catacombs", "adventuring-party", "monsters", seats=5),
        take(0, "crown"), take(0, "crown"), take(0, "backpack"),
        artifact(0, 12), artifact(0, 15, silver=True),
    )  # fmt: skip
    plain = answer(out(state, 0, "escaped"))
    seats: Any = plain["seats"]

    assert seats[0]["artifacts"] == [12, {"value": 15, "silver": True}]
    assert seats[0]["tokens"] == {"lockpick": 3, "backpack": 1, "mastery": 1, "crown": [10, 9]}
    assert plain["modules"] == ["adventuring-party", "monsters"]
    assert plain["monsters"] == {"cards": 0, "out": 0}
    assert "monsters" not in answer(opened("catacombs"))


def test_the_countdown_is_answered_with_its_seat_and_space() -> None:
    assert answer(out(opened(seats=3), 1))["countdown"] == {"seat": 1, "space": 1}


def test_a_score_needs_a_number() -> None:
    assert refused(opened(), do("score", seat=0)) == "bad_value"
    assert refused(opened(), do("score", seat=0, secret_tomes=-1)) == "bad_value"
