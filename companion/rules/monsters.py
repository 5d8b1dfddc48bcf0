"""The monster module of Catacombs."""

from companion.rules import clank, health
from companion.rules.editions import MonsterRules
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import Monsters, State


def _of(state: State) -> tuple[Monsters, MonsterRules]:
    assert state.monsters is not None  # noqa: S101 - the reducer has checked it
    assert state.monster_rules is not None  # noqa: S101
    return state.monsters, state.monster_rules


def cards(state: State, count: int) -> State:
    """There are now `count` Monster cards in the row (0 or more).

    docs/rules.md 1.8.
    """
    return replace(state, monsters=replace(_of(state)[0], cards=count))


def spawn(state: State, count: int) -> State:
    """`count` monsters appear, if none is out and enough cards are in the row.

    Raises no_spawn.
    docs/rules.md 1.8.
    """
    monsters, rules = _of(state)
    if monsters.out or monsters.cards < rules.needed or count > rules.most:
        raise RuleError("no_spawn")
    return replace(state, monsters=replace(monsters, out=count))


def lose(state: State, count: int) -> State:
    """`count` monsters with nobody nearby are removed.

    Raises no_monster.
    docs/rules.md 1.8.
    """
    monsters, _ = _of(state)
    if count > monsters.out:
        raise RuleError("no_monster")
    return replace(state, monsters=replace(monsters, out=monsters.out - count))


def defeat(state: State, index: int) -> State:
    """A seat defeats one monster and gets the difficulty's reward.

    Raises no_monster.
    docs/rules.md 1.8.
    """
    state = lose(state, 1)
    rules = _of(state)[1]
    seat = state.seats[index]
    state = state.with_seat(index, replace(seat, gold=seat.gold + rules.gold))
    return clank.make(state, index, rules.clank) if rules.clank else state


def hit(state: State, index: int, count: int) -> State:
    """Monsters deal `count` points of damage to a seat.

    Raises no_monster if none is out.
    docs/rules.md 1.8.
    """
    if not _of(state)[0].out:
        raise RuleError("no_monster")
    return health.hurt(state, index, count)
