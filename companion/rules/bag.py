"""Piles of cubes by colour: adding, merging, taking out."""

from collections.abc import Iterable

from companion.rules.errors import RuleError
from companion.rules.state import BLACK, GHOST, Cubes, State


def add(pile: Cubes, color: str, count: int) -> Cubes:
    """The pile with `count` more cubes (fewer if negative), never below 0."""
    if not count:
        return pile
    changed = dict(pile)
    changed[color] = changed.get(color, 0) + count
    if changed[color] == 0:
        del changed[color]
    return changed


def merge(one: Cubes, other: Cubes) -> dict[str, int]:
    """Both piles together."""
    merged = dict(one)
    for color, count in other.items():
        merged[color] = merged.get(color, 0) + count
    return merged


def total(pile: Cubes) -> int:
    """How many cubes a pile has."""
    return sum(pile.values())


def take_out(pile: Cubes, cubes: Iterable[str]) -> dict[str, int]:
    """The pile without the given cubes.

    Raises bad_draw if the pile does not have them.
    docs/rules.md 3.18.
    """
    left = dict(pile)
    for color in cubes:
        count = left.get(color, 0)
        if not count:
            raise RuleError("bad_draw.impossible", color=color)
        left[color] = count - 1
    return {color: count for color, count in left.items() if count}


def order(state: State) -> tuple[str, ...]:
    """The colours in the order of the record: black, the seats' in turn order, ghosts."""
    return (BLACK, *(seat.color for seat in state.seats), GHOST)


def sorted_pile(state: State, pile: Cubes) -> dict[str, int]:
    """The pile with its colours in the order of the record."""
    return {color: pile[color] for color in order(state) if color in pile}
