"""Snapshots: compact, giving the same state again, and refused if invalid."""

import json
from typing import Any

import pytest

from companion.rules.codec import SnapshotError, dump, load
from companion.rules.frozen import replace
from companion.rules.state import State
from tests.rules.play import after, do, drawn, hurt, opened, out, take


def busy() -> State:
    """A state with something in every part of it."""
    state = opened("catacombs", "adventuring-party", "monsters", seats=6, difficulty="hard")
    return after(
        hurt(out(state, 5, "escaped"), 0, 3),
        do("haunt"), drawn("red", "ghost", "black", by_hand=True), take(0, "crown", value=12),
        take(1, "artifact", value=15, silver=True), take(1, "lockpick_secret"),
        do("wayshrine", seat=2, place="north"), do("monster_cards", count=2),
        do("score", seat=3, cards=-4, secret_tomes=2), do("quiet", seat=3, count=4),
        do("danger", count=2),
    )  # fmt: skip


TABLES = {
    "catacombs": busy(),
    "base": out(opened(), 0),
    "over": after(opened("base", "adventuring-party", seats=5), do("deck_out")),
    "legacy1": opened("legacy1", rage_track=[1, 2], starting_gold=[5, 6]),
    "legacy2": opened("legacy2"),
    "contracts": after(
        opened("legacy2"),
        do("contract", key="7", solo=0, need=2),
        do("contract_tick", contract="7", seat=0),
        do("contract", key="8"),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_snapshot_gives_the_same_state(name: str) -> None:
    state = TABLES[name]
    again = load(dump(state), state.edition)

    assert again == state
    assert dump(again) == dump(state)


@pytest.mark.parametrize("name", TABLES)
def test_a_snapshot_is_one_short_line(name: str) -> None:
    text = dump(TABLES[name])

    assert "\n" not in text
    assert len(text) < 2000


def test_a_loaded_state_plays_on() -> None:
    state = TABLES["catacombs"]
    end = do("end_turn")

    assert after(load(dump(state), state.edition), end) == after(state, end)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", "{}", '"text"', "NaN"])
def test_what_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(SnapshotError):
        load(text, opened().edition)


@pytest.mark.parametrize("change", ["more", "less", "seat"])
def test_a_snapshot_of_other_rules_is_refused(change: str) -> None:
    plain: dict[str, Any] = json.loads(dump(opened()))
    if change == "more":
        plain["weather"] = "fog"
    elif change == "less":
        del plain["bag"]
    else:
        plain["seats"][0]["mood"] = "good"
    with pytest.raises(SnapshotError):
        load(json.dumps(plain), opened().edition)


def test_a_copy_has_no_new_fields() -> None:
    fields: dict[str, Any] = {"weather": "fog"}
    with pytest.raises(TypeError, match="weather"):
        replace(opened(), **fields)


def test_a_copy_changes_only_what_is_said() -> None:
    state = opened()
    copy = replace(state, danger=3)

    assert (copy.danger, state.danger) == (3, 0)
    assert replace(copy, danger=0) == state
