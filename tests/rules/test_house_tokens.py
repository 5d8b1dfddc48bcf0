"""House tokens: each does what its definition says, whatever its name."""

from typing import Any

import pytest

from companion.rules.errors import RecordError
from companion.rules.record import open_game, parse_record
from companion.rules.scoring import scores
from companion.rules.state import State
from tests.rules.play import after, do, hurt, refused, take
from tests.rules.test_record import minimal

Plain = dict[str, Any]


def token(key: str = "ankh", kind: str = "major", points: int = 3, **more: object) -> Plain:
    return {"key": key, "name": "Ankh", "kind": kind, "points": points, **more}


def table(*tokens: Plain, edition: str = "base", **rules: object) -> State:
    raw = minimal(version=2, edition=edition, tokens=list(tokens), rules=rules)
    return after(open_game(parse_record(raw)), take(0, "artifact", value=5), do("rage", count=-1))


def buy(item: str = "ankh", **more: object) -> Plain:
    return do("buy", seat=0, item=item, **more)


def line(state: State, what: str = "ankh") -> int:
    return sum(each.points for each in scores(state)[0].lines if each.what == what)


def bad(*tokens: object, edition: str = "base") -> str:
    with pytest.raises(RecordError) as refusal:
        parse_record(minimal(version=2, edition=edition, tokens=list(tokens)))
    assert (refusal.value.code, refusal.value.at) == ("bad_record", None)
    return refusal.value.message


GOOD: dict[str, list[object]] = {
    "key": ["a", "a" * 30, "a_1"],
    "name": ["x" * 60, "{name}", "Ä"],
    "kind": ["major", "minor", "other"],
    "points": [-20, 0, 30],
    "count": [1, 99],
    "heal": [0, 10],
    "gold": [0, 20],
    "rage": [-2, 0, 2],
}
WRONG: dict[str, list[object]] = {
    "key": ["", "A", "1a", "_a", "a-b", "a" * 31, None, 1, "crown", "artifact", "mastery", "mug",
            "gold", "cards", "contracts", "other", "potion_of_stealth", "invisibility_cloak",
            "chalice"],
    "name": ["", "x" * 61, None, 1, "\ud800"],
    "kind": ["prisoner", "idol", "Major", None, 1],
    "points": [-21, 31, None, True, 1.0],
    "count": [0, 100, None, False],
    "price": [0, 5, None],
    "heal": [-1, 11, None],
    "gold": [-1, 21, None],
    "rage": [-3, 3, None],
    "text": ["what it does"],
}  # fmt: skip


@pytest.mark.parametrize("key", GOOD)
def test_what_a_house_token_may_be(key: str) -> None:
    for value in GOOD[key]:
        assert table({**token(), key: value}).edition.tokens


@pytest.mark.parametrize("key", WRONG)
def test_what_a_house_token_may_not_be(key: str) -> None:
    for value in WRONG[key]:
        assert key in bad({**token(), key: value}), value


@pytest.mark.parametrize("key", ["key", "name", "kind", "points"])
def test_what_a_house_token_needs(key: str) -> None:
    less = token()
    del less[key]
    assert key in bad(less)


def test_house_tokens_are_a_list_of_sixty_at_most_with_different_keys() -> None:
    many = [token(f"t{number}") for number in range(61)]
    assert len(table(*many[:60]).edition.tokens) > 60
    bad(*many)
    bad(token(), token())
    bad("ankh")
    nothing: list[object] = [None, {}, "ankh"]
    for wrong in nothing:
        with pytest.raises(RecordError):
            parse_record(minimal(version=2, tokens=wrong))


def test_a_key_is_taken_by_the_editions_own_tokens_and_by_no_others() -> None:
    assert table(token("monk")).edition.tokens["monk"].name == "Ankh"
    bad(token("monk"), edition="catacombs")
    assert table(token("pick_axe"), edition="legacy1").edition.tokens["pick_axe"].carry == 0
    bad(token("pick_axe"), edition="legacy2")


def test_it_is_taken_and_dropped_like_a_printed_one() -> None:
    state = table(token(count=2))
    state = after(state, take(0, "ankh"), take(1, "ankh"))
    assert refused(state, take(0, "ankh")) == "none_left"
    assert refused(state, take(0, "ankh", value=3)) == "bad_value"

    state = after(state, do("drop", seat=1, token="ankh"), take(0, "ankh"))
    assert state.seats[0].tokens["ankh"] == 2
    assert line(state) == 6


def test_without_a_count_there_is_no_end_to_it() -> None:
    assert line(after(table(token(points=-2)), *[take(0, "ankh")] * 120)) == -240


def test_only_the_market_sells_and_at_its_own_price() -> None:
    rich = do("gold", seat=0, count=20)
    assert refused(after(table(token()), rich), buy()) == "unknown_token"

    for price, paid in ((0, 0), (3, 3), (20, 20), (None, 7)):
        own: Plain = {} if price is None else {"price": price}
        state = after(table(token(kind="market", **own)), rich, buy())
        assert state.seats[0].gold == 20 - paid
    at_nine = table(token(kind="market"), token("b", "market", price=2), price=9)
    assert after(at_nine, rich, buy()).seats[0].gold == 11
    assert after(at_nine, rich, buy("b")).seats[0].gold == 18
    assert refused(at_nine, buy()) == "not_enough_gold"


def test_a_coupon_takes_off_as_much_as_the_house_says_and_never_gives_gold() -> None:
    state = table(
        token(kind="market", price=3), token("b", "market"), edition="catacombs", coupon=4
    )
    state = after(state, take(0, "discount_coupon"), take(0, "discount_coupon"))
    assert after(state, buy(coupon=True)).seats[0].gold == 0
    assert after(state, do("gold", seat=0, count=5), buy("b", coupon=True)).seats[0].gold == 2


def test_a_coupon_of_the_house_takes_nothing_off() -> None:
    state = table(token("discount_coupon", "other"), token(kind="market"), edition="legacy2")
    state = after(state, take(0, "discount_coupon"), do("gold", seat=0, count=7))

    assert refused(state, buy(coupon=True)) == "not_held"
    assert after(state, buy()).seats[0].gold == 0


def test_markets_of_one_each_hold_for_it() -> None:
    state = after(table(token(kind="market"), edition="legacy2"), do("gold", seat=0, count=20))

    assert refused(after(state, buy()), buy()) == "one_per_player"
    assert after(state, buy(), take(0, "ankh")).seats[0].tokens["ankh"] == 2


def test_rage_moves_when_it_is_taken() -> None:
    start = table().rage
    assert after(table(token(rage=2)), take(0, "ankh")).rage == start + 2
    down = after(table(token(rage=-2, kind="market")), do("gold", seat=0, count=7), buy())
    assert down.rage == start - 2


def test_the_market_heals_at_once_and_its_gold_waits() -> None:
    state = hurt(table(token(kind="market", heal=2, gold=4)), 0, 5)
    state = after(state, take(0, "ankh"))
    assert len(state.seats[0].health) == 3
    assert line(state) == 7

    state = after(state, do("use", seat=0, token="ankh"))
    assert (state.seats[0].gold, len(state.seats[0].health), line(state)) == (4, 3, 0)
    spent = after(table(token(kind="market", heal=2)), take(0, "ankh"))
    assert refused(spent, do("use", seat=0, token="ankh")) == "not_usable"


@pytest.mark.parametrize("kind", ["major", "minor", "other"])
def test_anything_else_heals_and_pays_when_it_is_used(kind: str) -> None:
    state = hurt(table(token(kind=kind, heal=2, gold=4, count=1)), 0, 5)
    state = after(state, take(0, "ankh"))
    assert len(state.seats[0].health) == 5

    state = after(state, do("use", seat=0, token="ankh"))
    assert (state.seats[0].gold, len(state.seats[0].health)) == (4, 3)
    assert refused(state, take(1, "ankh")) == "none_left"


def test_with_nothing_to_give_only_secrets_are_used() -> None:
    use = do("use", seat=0, token="ankh")
    for kind in ("major", "minor"):
        assert "ankh" not in after(table(token(kind=kind)), take(0, "ankh"), use).seats[0].tokens
    for kind in ("market", "other"):
        assert refused(after(table(token(kind=kind)), take(0, "ankh")), use) == "not_usable"


def test_whatever_it_is_called_it_does_nothing_else() -> None:
    state = table(
        token("backpack", "other", 0), token("primatologist", points=5), token("warrior", points=1),
        token("golden_monkey_bot", "other", 2), edition="legacy2",
    )  # fmt: skip
    state = after(state, take(0, "backpack"), take(0, "warrior"), take(0, "primatologist"))

    assert refused(state, take(0, "artifact", value=9)) == "carry_limit"
    assert (line(state, "primatologist"), line(state, "warrior"), line(state, "backpack")) == (
        5,
        1,
        0,
    )


def test_it_counts_in_no_group() -> None:
    state = after(table(token("m"), edition="catacombs"), *[take(0, "m")] * 12)

    assert after(state, *[take(0, "chalice")] * 11).stock.groups["major"] == 0


def test_a_line_of_nothing_is_left_out() -> None:
    state = after(table(token(points=-4, gold=4)), take(0, "ankh"))

    assert [each.what for each in scores(state)[0].lines] == ["artifact"]
