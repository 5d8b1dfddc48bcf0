"""Lots, artifacts that stay in the box, and everybody's Clank!"""

import hmac
from typing import Any

import pytest

from companion.rules.errors import RecordError
from companion.rules.fairness import Fairness, fill_in
from companion.rules.record import parse_record, replay, to_json
from companion.rules.verify import lots, verify
from kernel.draws import commit
from tests.rules.play import after, do, drawn, opened, out, quiet_turn, refused, take
from tests.rules.test_record import minimal

SEED, SALT = "5a" * 32, "c3" * 16
FAIR = Fairness(commit(SEED), SALT, SEED)
Plain = dict[str, Any]


def lot(*of: str, take: int = 1, **more: object) -> Plain:
    return do("lot", of=list(of), take=take, **more)


def expected(number: int, places: int, take: int) -> list[int]:
    """The stream of a lot, computed independently."""
    numbers: list[int] = []
    for block in range(8):
        text = f"{SALT}:l:{number}:{block}".encode()
        digest = hmac.digest(bytes.fromhex(SEED), text, "sha256")
        numbers += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    left, found = list(range(places)), list[int]()
    while len(found) < take:
        number = numbers.pop(0)
        if number < 2**32 // len(left) * len(left):
            found.append(left.pop(number % len(left)))
    return found


def recorded(*actions: Plain, version: int = 2, fairness: Fairness | None = FAIR) -> Plain:
    fair = fairness.to_json() if fairness else None
    return minimal(version=version, fairness=fair, actions=list(actions))


def test_a_lot_changes_nothing_but_its_number() -> None:
    state = opened()
    drawn_by_server = after(state, lot("a", "b", drawn=[1]))
    assert (drawn_by_server.lots, drawn_by_server.attacks) == (1, 0)
    assert drawn_by_server.seats == state.seats
    assert after(state, lot("a", "b", drawn=[1], by_hand=True)).lots == 0


@pytest.mark.parametrize(
    "more",
    [{}, {"drawn": []}, {"drawn": [0]}, {"drawn": [0, 0]}, {"drawn": [0, 3]}, {"drawn": [-1, 0]},
     {"drawn": [0, 1, 2]}, {"by_hand": True}],
)  # fmt: skip
def test_what_cannot_have_been_drawn(more: Plain) -> None:
    assert refused(opened(), lot("a", "b", "c", take=2, **more)) == "bad_draw"


@pytest.mark.parametrize("take", [0, 4, -1, True, None, 1.0])
def test_no_more_are_taken_than_there_are(take: Any) -> None:
    assert refused(opened(), lot("a", "b", "c", take=take, drawn=[0])) == "bad_value"


@pytest.mark.parametrize("places", [2, 3, 7, 20])
def test_the_seed_draws_lots_by_their_own_number(places: int) -> None:
    of = [str(place) for place in range(places)]
    record = parse_record(
        recorded(
            lot(*of, take=places),
            do("attack", size=3),
            lot(*of, take=1, drawn=[0], by_hand=True),
            lot(*of, take=2),
        )
    )
    found = list(lots(record))

    assert [each.number for each in found] == [1, None, 2]
    assert list(found[0].drawn) == expected(1, places, places)
    assert list(found[2].drawn) == expected(2, places, 2)
    assert replay(record).attacks == 1
    assert verify(record).ok


def test_equal_entries_are_lots_of_their_own() -> None:
    filled = fill_in(opened(), lot("a", "a", "b", take=3), FAIR)

    assert filled["drawn"] == expected(1, 3, 3)


def test_a_seed_fills_in_no_lot_that_is_drawn_by_hand_or_too_late() -> None:
    raw = lot("a", "b", by_hand=True)
    assert fill_in(opened(), raw, FAIR) == raw
    over = out(out(opened(), 0), 1)
    for action in (lot("a", "b", drawn=[0]), do("box", value=5), do("clank_all", count=1)):
        assert refused(over, action) == "game_over"


def test_a_lot_that_is_not_the_seeds_is_found() -> None:
    right = expected(1, 3, 1)[0]
    record = parse_record(recorded(do("danger", count=1), lot("a", "b", "c", drawn=[right])))
    assert verify(record).ok

    wrong = parse_record(
        recorded(do("danger", count=1), lot("a", "b", "c", drawn=[(right + 1) % 3]))
    )
    assert (verify(wrong).ok, verify(wrong).at, verify(wrong).code) == (False, 1, "lot")
    both = parse_record(
        recorded(lot("a", "b", "c", drawn=[(right + 1) % 3]), drawn("black", "black", "black"))
    )
    assert verify(both).at == 0
    by_hand = parse_record(recorded(lot("a", "b", drawn=[1], by_hand=True)))
    assert verify(by_hand).ok


# The box


def test_an_artifact_in_the_box_is_gone_for_the_game() -> None:
    state = after(opened(), do("box", value=5))

    assert refused(state, take(0, "artifact", value=5)) == "none_left"
    assert refused(state, do("box", value=5)) == "none_left"
    assert refused(state, do("box", value=6)) == "none_left"
    assert after(state, do("end_turn"), do("box", value=7)).stock.artifacts == (10, 15, 20, 25, 30)
    assert refused(quiet_turn(state), do("box", value=99)) == "wrong_phase"


def test_only_artifacts_of_a_known_number_stay_in_the_box() -> None:
    for edition in ("catacombs", "legacy1", "legacy2"):
        assert refused(quiet_turn(opened(edition)), do("box", value=5)) == "not_in_edition"
    assert refused(opened(), do("box", value=10, silver=True)) == "bad_value"
    party = opened("catacombs", "adventuring-party", seats=5)
    assert refused(party, do("box", value=10)) == "not_in_edition"
    assert after(party, do("box", value=10, silver=True)).stock.silver == (15, 20, 25)


def test_what_is_dropped_does_not_bring_the_box_back() -> None:
    state = after(opened(), do("box", value=5), take(0, "artifact", value=7))
    state = after(state, do("drop", seat=0, token="artifact", value=7))

    assert sorted(state.stock.artifacts or ()) == [7, 10, 15, 20, 25, 30]


# Everybody's Clank!


def test_everybody_makes_clank_as_far_as_it_goes() -> None:
    state = after(opened(seats=4, player_cubes=3), do("clank_all", count=2))

    assert [seat.made for seat in state.seats] == [0, 1, 2, 2]
    assert [seat.supply for seat in state.seats] == [0, 0, 0, 1]


def test_what_is_owed_is_settled_seat_by_seat() -> None:
    state = after(opened(seats=3), do("quiet", seat=1, count=5), do("clank_all", count=2))

    assert [seat.owed for seat in state.seats] == [0, 1, 0]
    assert [seat.made for seat in state.seats] == [2, 2, 2]


def test_the_others_make_clank_and_who_is_out_does_not() -> None:
    state = out(opened(seats=4), 2)
    state = after(state, do("clank_all", count=1, **{"except": 0}))
    assert [seat.made for seat in state.seats] == [0, 1, 0, 1]
    assert after(state, do("clank_all", count=1, **{"except": 2})).seats[0].made == 1


def test_somebody_must_be_there_to_make_it() -> None:
    alone = out(opened(), 1)
    assert refused(alone, do("clank_all", count=1, **{"except": 0})) == "seat_out"
    assert after(alone, do("clank_all", count=30, **{"except": 1})).seats[0].supply == 0
    for count in (0, 31):
        assert refused(opened(), do("clank_all", count=count)) == "bad_value"


# Versions


def test_version_1_knows_nothing_of_it() -> None:
    for action in (lot("a", "b", drawn=[0]), do("box", value=5), do("clank_all", count=1),
                   do("contract", key="7"), do("contract_read", contract="7", wait="turn")):  # fmt: skip
        with pytest.raises(RecordError) as refusal:
            replay(parse_record(recorded(do("end_turn"), action, version=1)))
        assert (refusal.value.at, refusal.value.code) == (1, "unknown_action")


def test_a_writer_says_2_only_where_it_needs_to() -> None:
    plain = parse_record(recorded(do("end_turn")))
    assert to_json(plain)["version"] == 1
    for newer in (recorded(lot("a", "b", drawn=[0])), minimal(version=2, rules={"price": 7})):
        assert to_json(parse_record(newer))["version"] == 2
    assert to_json(parse_record(minimal(version=2, tokens=[])))["version"] == 1
