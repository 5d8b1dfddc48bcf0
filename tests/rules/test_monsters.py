"""The monster module of Catacombs."""

from typing import Any

import pytest

from companion.rules.state import State
from tests.rules.play import after, do, hurt, opened, out, refused

LEVELS = [("easy", 4, 1, 2, 0), ("normal", 3, 2, 1, 0), ("hard", 2, 3, 0, 1)]
levels = pytest.mark.parametrize(("difficulty", "needed", "most", "gold", "clank"), LEVELS)
ACTIONS = [
    do("monster_cards", count=1), do("monster_spawn", count=1), do("monster_defeat", seat=0),
    do("monster_lost", count=1), do("monster_hit", seat=0, count=1),
]  # fmt: skip


def lair(difficulty: str | None = None, cards: int = 9) -> State:
    state = opened("catacombs", "monsters")
    if difficulty:
        state = opened("catacombs", "monsters", difficulty=difficulty)
    return after(state, do("monster_cards", count=cards))


def spawn(count: int) -> dict[str, Any]:
    return do("monster_spawn", count=count)


@levels
def test_monsters_come_when_enough_cards_lie_there(
    difficulty: str, needed: int, most: int, gold: int, clank: int
) -> None:
    assert refused(lair(difficulty, needed - 1), spawn(1)) == "no_spawn"
    state = after(lair(difficulty, needed), spawn(most))
    assert state.monsters
    assert (state.monsters.cards, state.monsters.out) == (needed, most)
    assert refused(lair(difficulty, needed), spawn(most + 1)) == "no_spawn"


@levels
def test_a_victor_gets_the_reward(
    difficulty: str, needed: int, most: int, gold: int, clank: int
) -> None:
    state = after(lair(difficulty), spawn(most), do("monster_defeat", seat=1))
    seat = state.seats[1]

    assert (seat.gold, seat.made) == (gold, clank)
    assert state.monsters
    assert state.monsters.out == most - 1


def test_the_level_is_normal_unless_said() -> None:
    assert after(lair(), spawn(2)).monsters
    assert refused(lair(), spawn(3)) == "no_spawn"
    assert refused(lair(cards=2), spawn(1)) == "no_spawn"


def test_a_hard_victory_pays_back_owed_clank() -> None:
    state = after(
        lair("hard"), spawn(1), do("quiet", seat=0, count=4), do("monster_defeat", seat=0)
    )

    assert (state.seats[0].owed, state.seats[0].made) == (0, 1)


def test_no_new_monsters_while_one_is_out() -> None:
    state = after(lair(), spawn(2), do("monster_lost", count=1))

    assert refused(state, spawn(1)) == "no_spawn"
    assert after(state, do("monster_lost", count=1), spawn(1)).monsters


def test_more_monsters_than_are_out_are_neither_lost_nor_defeated() -> None:
    state = after(lair(), spawn(2))

    assert refused(state, do("monster_lost", count=3)) == "no_monster"
    none = after(state, do("monster_lost", count=2))
    assert refused(none, do("monster_defeat", seat=0)) == "no_monster"
    assert refused(none, do("monster_hit", seat=0, count=1)) == "no_monster"
    assert refused(out(none, 0), do("monster_defeat", seat=0)) == "seat_out"
    assert refused(out(none, 0), do("monster_hit", seat=0, count=1)) == "seat_out"


def test_a_hit_is_forced_damage_and_can_knock_out() -> None:
    state = hurt(after(lair(), spawn(1)), 0, 8)
    state = after(state, do("monster_hit", seat=0, count=5))

    assert (len(state.seats[0].health), state.seats[0].status) == (10, "knocked_out")


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy1", "legacy2"])
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action["do"])
def test_without_the_module_there_are_no_monsters(edition: str, action: dict[str, Any]) -> None:
    state = opened(edition)

    assert state.monsters is None
    assert refused(state, action) == "not_in_edition"
    assert refused(state, {**action, "seat": 9} if "seat" in action else action) == "not_in_edition"
