"""How the tests of the rules set up a table and play on it."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.editions import load
from companion.rules.errors import RuleError
from companion.rules.house import house_edition
from companion.rules.opening import Player, new_game
from companion.rules.reducer import act
from companion.rules.state import COLORS, Seat, State
from companion.rules.values import Action

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")

Plain = dict[str, Any]
"""An action as it is written in a record."""


def opened(edition: str = "base", *modules: str, seats: int = 2, **rules: object) -> State:
    """A table before the first action; keywords are house values."""
    players = [
        Player(name, color) for name, color in zip(NAMES[:seats], COLORS[:seats], strict=True)
    ]
    return new_game(house_edition(load(edition, modules, seats), rules), players, rules)


def after(state: State, *actions: Plain | Action) -> State:
    """The table after some more actions."""
    for action in actions:
        state = act(state, action)
    return state


def do(name: str, /, **fields: object) -> Plain:
    """An action as it is written in a record."""
    return {"do": name, **fields}


def take(seat: int, token: str, **fields: object) -> Plain:
    return do("take", seat=seat, token=token, **fields)


def move(color: str, count: int, source: str, target: str) -> Plain:
    return do("move", color=color, count=count, **{"from": source, "to": target})


def drawn(*colors: str, **fields: object) -> Plain:
    """An attack from card text that draws exactly these cubes."""
    return do("attack", size=len(colors), drawn=list(colors), **fields)


def quiet_turn(state: State) -> State:
    """The active seat does nothing, and no dragon appears."""
    return after(state, do("end_turn"), do("refill", attack=False))


def out(state: State, seat: int, status: str = "knocked_out") -> State:
    return after(state, do("status", seat=seat, status=status))


def hurt(state: State, seat: int, count: int) -> State:
    return after(state, do("damage", seat=seat, count=count))


def refused(state: State, action: Mapping[str, Any] | object) -> str:
    """The code with which the action is refused."""
    with pytest.raises(RuleError) as refusal:
        act(state, action)  # type: ignore[arg-type]
    assert refusal.value.message, "a refusal says why"
    return refusal.value.code


def cubes(state: State) -> dict[str, int]:
    """How many cubes of each colour there are, wherever they are."""
    total: dict[str, int] = {}
    for pile in (state.bag, state.area, state.bank):
        for color, count in pile.items():
            assert count > 0, "a pile lists only what it has"
            total[color] = total.get(color, 0) + count
    for seat in state.seats:
        _add_seat(total, seat)
    return total


def _add_seat(total: dict[str, int], seat: Seat) -> None:
    assert min(seat.supply, seat.board) >= 0
    total[seat.color] = total.get(seat.color, 0) + seat.supply + seat.board
    for cube in seat.health:
        total[cube] = total.get(cube, 0) + 1
