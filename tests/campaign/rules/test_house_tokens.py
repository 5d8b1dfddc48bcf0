"""House tokens in the ledger: written down once, for every later table."""

import pytest

from campaign.rules import ledger
from campaign.rules.entries import Draft, Value
from campaign.rules.errors import LedgerError
from campaign.rules.onto_table import house_tokens
from campaign.rules.state import HouseToken
from companion.rules.house_tokens import NUMBERS, PRICE
from tests.campaign.rules.desk import in_game, new_desk


def test_a_house_token_says_what_it_is_and_gives() -> None:
    desk = in_game()
    said = desk.says("house market Fang of Doom points 7 count 2 price 5 heal 1 gold 3 rage -1")
    assert said == (
        "A house token: Fang of Doom (sold on the market). Points: 7. How many there are: 2. "
        "Price: 5. It heals 1. Gold: 3. Rage: −1."
    )

    desk.write("house token market Fang of Doom points 7 gold 3 price 5 count 2 rage -1 heal 1")

    (token,) = desk.state.house_tokens.values()
    assert token == HouseToken(
        key=token.key, name="Fang of Doom", kind="market", points=7, game=1,
        count=2, price=5, heal=1, gold=3, rage=-1,
    )  # fmt: skip


def test_german_says_it_too() -> None:
    desk = new_desk()
    desk.write("hausplättchen klein Eule punkte -2 anzahl 3")
    (token,) = desk.state.house_tokens.values()
    assert (token.name, token.kind, token.points, token.count) == ("Eule", "minor", -2, 3)


def test_the_table_gets_them_in_the_order_of_the_ledger() -> None:
    desk = new_desk("house")
    desk.write("house minor Owl points 1", "house market Fang points 0 price 0 heal 2")

    assert house_tokens(desk.state) == [
        {"key": "house_1", "name": "Owl", "kind": "minor", "points": 1},
        {"key": "house_2", "name": "Fang", "kind": "market", "points": 0, "price": 0, "heal": 2},
    ]


def test_it_is_struck_like_anything() -> None:
    desk = new_desk()
    desk.write("house minor Owl points 1", "house other Fang points 2")

    desk.strike(1)

    assert [token["name"] for token in house_tokens(desk.state)] == ["Fang"]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [*((name, *limits) for name, limits in NUMBERS.items()), ("price", *PRICE)],
)
def test_the_limits_are_those_of_the_table(name: str, least: int, most: int) -> None:
    desk = new_desk()
    for fits in (least, most):
        assert ledger.clean(desk.campaign, _token(name, fits)).arguments[name] == fits
    for beyond in (least - 1, most + 1):
        with pytest.raises(LedgerError):
            ledger.clean(desk.campaign, _token(name, beyond))


def _token(name: str, value: int) -> Draft:
    plain: dict[str, Value] = {"kind": "market", "name": "Fang", "points": 1}
    return Draft(verb="house_token", arguments={**plain, name: value})
