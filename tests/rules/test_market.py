"""Buying: prices, coupons, what each market sells, and the order of the refusals."""

from typing import Any

import pytest

from companion.rules.editions import load
from companion.rules.state import State
from tests.rules.play import after, do, hurt, opened, out, refused, take

SOLD = {
    ("base", ()): {"crown", "backpack", "master_key"},
    ("base", ("adventuring-party",)): {"crown", "backpack", "master_key", "invisibility_cloak"},
    ("catacombs", ()): {"crown", "backpack", "blood_amulet", "burglars_kit"},
    ("catacombs", ("adventuring-party",)): {
        "crown", "backpack", "blood_amulet", "burglars_kit", "invisibility_cloak",
    },
    ("legacy1", ()): set(),
    ("legacy2", ()): {"pick_axe"},
}  # fmt: skip
SALES = [
    (edition, modules, item) for (edition, modules), sold in SOLD.items() for item in sorted(sold)
]


def buy(item: str, seat: int = 0, **fields: object) -> dict[str, Any]:
    return do("buy", seat=seat, item=item, **fields)


def rich(edition: str, *modules: str, gold: int = 7) -> State:
    seats = 5 if "adventuring-party" in modules else 2
    return after(opened(edition, *modules, seats=seats), do("gold", seat=0, count=gold))


@pytest.mark.parametrize(("edition", "modules"), SOLD)
def test_a_market_sells_just_this(edition: str, modules: tuple[str, ...]) -> None:
    data = load(edition, modules, 5 if modules else 2)
    assert set(data.market) == SOLD[edition, modules]
    for token in (*data.tokens, "mastery", "mug", "sword", ""):
        if token not in SOLD[edition, modules]:
            assert refused(rich(edition, *modules), buy(token)) == "unknown_token"


@pytest.mark.parametrize(("edition", "modules", "item"), SALES)
def test_an_item_costs_seven(edition: str, modules: tuple[str, ...], item: str) -> None:
    poor = hurt(rich(edition, *modules, gold=6), 0, 5)
    assert refused(poor, buy(item)) == "not_enough_gold"

    seat = after(poor, do("gold", seat=0, count=1), buy(item)).seats[0]
    assert seat.gold == 0
    assert seat.crowns == (10,) if item == "crown" else seat.tokens[item] == 1


def test_a_bought_crown_is_the_highest_left() -> None:
    state = after(rich("base", gold=14), take(1, "crown", value=10), buy("crown"), buy("crown"))

    assert state.seats[0].crowns == (9, 8)


def test_a_coupon_makes_it_two_and_goes_to_the_box() -> None:
    state = after(rich("catacombs", gold=2), take(0, "discount_coupon"))
    state = after(state, buy("crown", coupon=True))

    assert (state.seats[0].gold, state.seats[0].crowns) == (0, (10,))
    assert "discount_coupon" not in state.seats[0].tokens


def test_a_coupon_that_is_not_held_buys_nothing() -> None:
    assert refused(rich("catacombs"), buy("crown", coupon=True)) == "not_held"
    assert refused(rich("base"), buy("crown", coupon=True)) == "not_held"
    few = after(rich("catacombs", gold=1), take(0, "discount_coupon"))
    assert refused(few, buy("crown", coupon=True)) == "not_enough_gold"


def test_a_coupon_can_be_kept() -> None:
    state = after(rich("catacombs"), take(0, "discount_coupon"), buy("crown"))

    assert state.seats[0].tokens["discount_coupon"] == 1


def test_the_amulet_needs_five_damage_and_heals_two() -> None:
    state = hurt(rich("catacombs"), 0, 4)
    assert refused(state, buy("blood_amulet")) == "needs_damage"
    assert after(state, take(0, "blood_amulet")).seats[0].tokens["blood_amulet"] == 1

    state = after(hurt(state, 0, 1), buy("blood_amulet"))
    assert len(state.seats[0].health) == 3


def test_the_kit_has_two_lockpicks() -> None:
    assert after(rich("catacombs"), buy("burglars_kit")).seats[0].tokens["lockpick"] == 5


def test_legacy_sells_one_of_each_and_gives_more() -> None:
    state = after(rich("legacy2", gold=14), buy("pick_axe"))

    assert refused(state, buy("pick_axe")) == "one_per_player"
    assert after(state, take(0, "pick_axe")).seats[0].tokens["pick_axe"] == 2
    assert refused(after(rich("legacy2"), take(0, "pick_axe")), buy("pick_axe")) == "one_per_player"


def test_elsewhere_one_may_buy_the_same_again() -> None:
    state = after(rich("base", gold=14), buy("backpack"), buy("backpack"))

    assert state.seats[0].tokens["backpack"] == 2


def test_the_refusals_come_in_their_order() -> None:
    state = opened("catacombs")
    assert refused(out(state, 0), buy("sword", coupon=True)) == "seat_out"
    assert refused(state, buy("sword", coupon=True)) == "unknown_token"
    assert refused(state, buy("blood_amulet", coupon=True)) == "not_held"
    assert refused(state, buy("blood_amulet")) == "needs_damage"
    assert refused(hurt(state, 0, 5), buy("blood_amulet")) == "not_enough_gold"
    sold_out = after(hurt(state, 0, 8), take(1, "blood_amulet"), take(1, "blood_amulet"))
    assert refused(sold_out, buy("blood_amulet")) == "not_enough_gold"
    paying = after(sold_out, do("gold", seat=0, count=7))
    assert refused(paying, buy("blood_amulet")) == "none_left"
    assert paying.seats[0].gold == 7
    legacy = after(opened("legacy2"), take(0, "pick_axe"))
    assert refused(legacy, buy("pick_axe")) == "one_per_player"
