"""Artifacts, crowns and the escape token: the tokens with a value of their own."""

from typing import Any

import pytest

from tests.rules.play import after, do, opened, out, refused, take
from tests.rules.test_tokens import (
    ALL,
    BASE,
    CATACOMBS,
    DUNGEON,
    LEGACY,
    LEGACY1,
    LEGACY2,
    PARTY,
    armed,
    points,
)


def artifact(seat: int, value: int, **fields: object) -> dict[str, Any]:
    return take(seat, "artifact", value=value, **fields)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_base_has_its_seven_artifacts_at_any_player_count(seats: int) -> None:
    for value in (5, 7, 10, 15, 20, 25, 30):
        state = after(opened(BASE, seats=seats), artifact(0, value))
        assert state.seats[0].artifacts[0].value == value
        assert refused(state, artifact(1, value)) == "none_left"
    assert refused(opened(BASE, seats=seats), artifact(0, 6)) == "none_left"


@pytest.mark.parametrize("edition", [CATACOMBS, LEGACY1, LEGACY2])
def test_elsewhere_an_artifact_has_any_value_also_twice(edition: str) -> None:
    state = after(opened(edition), artifact(0, 13), artifact(1, 13))

    assert [seat.artifacts[0].value for seat in state.seats] == [13, 13]


def test_catacombs_has_four_silver_artifacts_in_a_party_and_any_gold_one() -> None:
    state = opened(CATACOMBS, PARTY, seats=5)
    for value in (10, 15, 20, 25):
        held = after(state, artifact(0, value, silver=True))
        assert refused(held, artifact(1, value, silver=True)) == "none_left"
        assert after(held, artifact(1, value), artifact(2, value)).seats[2].artifacts
    for value in (5, 30, 7, 99):
        assert refused(state, artifact(0, value, silver=True)) == "none_left"


@pytest.mark.parametrize("edition", DUNGEON)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_few_players_have_nothing_of_the_party_but_two_cloaks(edition: str, seats: int) -> None:
    state, plain = opened(edition, PARTY, seats=seats), opened(edition, seats=seats)

    assert state.stock.tokens == {**plain.stock.tokens, "invisibility_cloak": 2}
    assert state.stock.extra_crowns == 0
    assert state.stock.silver is None
    assert state.edition.numbers == plain.edition.numbers
    assert refused(state, artifact(0, 10, silver=True)) == "bad_value"
    assert refused(state, take(0, "potion_of_stealth")) == "unknown_token"


def test_base_has_five_silver_artifacts_in_a_party() -> None:
    state = opened(BASE, PARTY, seats=5)
    for value in (10, 15, 20, 25, 30):
        held = after(state, artifact(0, value, silver=True))
        assert held.seats[0].artifacts[0].silver
        assert refused(held, artifact(1, value, silver=True)) == "none_left"
        assert after(held, artifact(1, value)).seats[1].artifacts[0].silver is False
    assert refused(state, artifact(0, 5, silver=True)) == "none_left"


@pytest.mark.parametrize("edition", ALL)
def test_without_the_party_nothing_is_silver(edition: str) -> None:
    assert refused(opened(edition), artifact(0, 10, silver=True)) == "bad_value"
    assert after(opened(edition), artifact(0, 10, silver=False)).seats[0].artifacts


@pytest.mark.parametrize("edition", ALL)
def test_every_artifact_raises_rage(edition: str) -> None:
    assert after(opened(edition), artifact(0, 10)).rage == 4


@pytest.mark.parametrize("edition", DUNGEON)
def test_one_artifact_and_one_more_for_each_backpack(edition: str) -> None:
    state = after(opened(edition), artifact(0, 10))
    assert refused(state, artifact(0, 15)) == "carry_limit"

    state = after(state, take(0, "backpack"), artifact(0, 15))
    assert refused(state, artifact(0, 20)) == "carry_limit"
    assert len(after(state, take(0, "backpack"), artifact(0, 20)).seats[0].artifacts) == 3


@pytest.mark.parametrize("edition", LEGACY)
def test_one_artifact_only_in_legacy(edition: str) -> None:
    assert refused(after(opened(edition), artifact(0, 10)), artifact(0, 10)) == "carry_limit"


def test_a_dropped_artifact_can_be_taken_again_and_rage_stays() -> None:
    state = after(opened(BASE), artifact(0, 25), do("drop", seat=0, token="artifact", value=25))

    assert state.seats[0].artifacts == ()
    assert state.rage == 4
    assert after(state, artifact(1, 25)).rage == 5


def test_only_the_very_artifact_that_is_held_can_be_dropped() -> None:
    state = after(opened(BASE, PARTY, seats=5), artifact(0, 20, silver=True))
    drop = do("drop", seat=0, token="artifact", value=20)

    assert refused(state, drop) == "not_held"
    assert after(state, {**drop, "silver": True}).stock.silver == (10, 15, 25, 30, 20)


def test_an_artifact_is_not_used() -> None:
    state = after(opened(BASE), artifact(0, 5))

    assert refused(state, do("use", seat=0, token="artifact")) == "not_usable"


# Crowns


def crown(seat: int, value: int | None = None) -> dict[str, Any]:
    return take(seat, "crown") if value is None else take(seat, "crown", value=value)


@pytest.mark.parametrize("edition", DUNGEON)
def test_crowns_go_from_the_highest_down(edition: str) -> None:
    state = after(opened(edition), crown(0), crown(0), crown(1))

    assert [seat.crowns for seat in state.seats] == [(10, 9), (8,)]
    assert refused(state, crown(0)) == "none_left"


@pytest.mark.parametrize("edition", DUNGEON)
def test_a_crown_can_be_named(edition: str) -> None:
    state = after(opened(edition), crown(0, 8))

    assert state.seats[0].crowns == (8,)
    assert refused(state, crown(1, 8)) == "none_left"
    assert refused(state, crown(1, 12)) == "none_left"


@pytest.mark.parametrize("edition", LEGACY)
def test_legacy_has_no_crowns(edition: str) -> None:
    assert refused(opened(edition), crown(0)) == "unknown_token"


def test_the_partys_crown_has_the_value_it_is_given() -> None:
    state = after(opened(BASE, PARTY, seats=5), crown(0, 12))
    assert refused(state, crown(0, 13)) == "none_left"
    assert after(state, crown(0), crown(0), crown(0)).seats[0].crowns == (12, 10, 9, 8)


def test_a_printed_crown_of_the_same_value_goes_first() -> None:
    state = after(opened(BASE, PARTY, seats=5), crown(0, 9))
    assert (state.stock.crowns, state.stock.extra_crowns) == ((10, 8), 1)

    state = after(state, crown(1, 9))
    assert (state.stock.crowns, state.stock.extra_crowns) == ((10, 8), 0)


def test_without_a_value_the_partys_crown_cannot_be_taken() -> None:
    state = after(opened(BASE, PARTY, seats=5), crown(0), crown(0), crown(0))

    assert refused(state, crown(1)) == "none_left"
    assert after(state, crown(1, 1)).seats[1].crowns == (1,)


def test_a_dropped_crown_fills_the_gap_among_the_printed_ones() -> None:
    state = after(opened(BASE, PARTY, seats=5), crown(0, 9), crown(1, 9))
    drop = do("drop", seat=1, token="crown", value=9)
    state = after(state, drop)
    assert (sorted(state.stock.crowns), state.stock.extra_crowns) == ([8, 9, 10], 0)

    state = after(state, do("drop", seat=0, token="crown", value=9))
    assert (sorted(state.stock.crowns), state.stock.extra_crowns) == ([8, 9, 10], 1)
    assert after(state, crown(0, 44)).seats[0].crowns == (44,)


def test_a_crown_scores_its_value() -> None:
    state = after(armed(BASE), crown(0), crown(0))

    assert points(state, 0, "crown") == 19
    assert refused(state, do("use", seat=0, token="crown")) == "not_usable"
    assert refused(state, do("drop", seat=0, token="crown", value=8)) == "not_held"


# The escape token


@pytest.mark.parametrize(
    ("edition", "token"),
    [(BASE, "mastery"), (CATACOMBS, "mastery"), (LEGACY1, "mug"), (LEGACY2, "mug")],
)
def test_the_escape_token_is_neither_taken_nor_dropped_nor_used(edition: str, token: str) -> None:
    state = out(opened(edition), 0, "escaped")

    assert state.seats[0].tokens[token] == 1
    assert refused(opened(edition), take(0, token)) == "unknown_token"
    assert refused(state, do("drop", seat=0, token=token)) == "not_held"
    assert refused(state, do("use", seat=0, token=token)) == "seat_out"
