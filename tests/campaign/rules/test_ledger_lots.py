"""Lots in the ledger: what the seed gives, fair, checked by the fold."""

from collections import Counter
from itertools import permutations

import pytest

from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.verbs.lots import drawn
from kernel.draws import commit
from tests.campaign.rules.desk import Desk, in_game

SEED, SALT = "5e" * 32, "0a" * 16
OF = ("Ana", "Ben", "Cleo", "Dov")


def lot(told: tuple[str, ...], **other: object) -> Draft:
    arguments = {
        "of": list(OF), "drawn": list(told), "seed": SEED, "salt": SALT, "promise": commit("11" * 32),
    }  # fmt: skip
    return Draft(verb="lot", arguments={**arguments, **other})  # type: ignore[dict-item]


def refused(desk: Desk, draft: Draft) -> LedgerError:
    with pytest.raises(LedgerError) as caught:
        desk.store(draft)
    return caught.value


@pytest.mark.parametrize("take", [1, 2, 4])
def test_what_the_seed_gives_is_written_and_changes_nothing_else(take: int) -> None:
    desk = in_game()
    before = desk.state

    desk.store(lot(drawn(SEED, SALT, OF, take)))

    assert desk.state == before


def test_anything_else_is_refused() -> None:
    desk, right = in_game(), drawn(SEED, SALT, OF, 2)
    for told in permutations(OF, 2):
        if told != right:
            assert refused(desk, lot(told)).code == "lot_wrong"
    assert refused(desk, lot(right, salt="0b" * 16)).code == "lot_wrong"
    assert refused(desk, lot(right, of=list(OF[::-1]))).code == "lot_wrong"


@pytest.mark.parametrize(
    "wrong",
    [
        {"of": ["Ana"]},
        {"of": ["Ana", "Ana"]},
        {"of": ["Ana", " "]},
        {"of": "Ana Ben"},
        {"seed": "5e"},
        {"seed": "zz" * 32},
        {"salt": "0a" * 15},
        {"drawn": []},
        {"drawn": ["Ana", "Ben", "Cleo", "Dov", "Eve"]},
    ],
)
def test_a_lot_that_cannot_be_drawn_is_refused(wrong: dict[str, object]) -> None:
    desk = in_game()

    assert refused(desk, lot(drawn(SEED, SALT, OF, 1), **wrong)).code in (
        "bad_argument",
        "lot_wrong",
    )


def test_every_order_comes_equally_often() -> None:
    seeds = [f"{number:064x}" for number in range(2400)]

    orders = Counter(drawn(seed, SALT, OF[:3], 3) for seed in seeds)

    assert set(orders) == set(permutations(OF[:3]))
    # 2400 draws of 6 orders: 400 each, with a deviation of about 18.
    assert all(300 < count < 500 for count in orders.values())
