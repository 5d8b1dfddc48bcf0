"""Corrections by hand: cubes moved from one place to another, whatever the rules say."""

from collections.abc import Callable, Mapping

from companion.rules import bag
from companion.rules.actions import Move
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import BLACK, GHOST, State

SEAT_PLACES = ("supply", "area", "bag", "health", "board", "bank")
BLACK_PLACES = ("bag", "bank")
GHOST_PLACES = ("bank", "area", "bag")
ON_SEAT = ("supply", "board")


def places_of(state: State, color: str) -> tuple[str, ...]:
    """Where cubes of a colour can be at this table; empty for a colour that is not in play.

    docs/rules.md 2.1.
    """
    if color == BLACK:
        return BLACK_PLACES
    if color == GHOST:
        return GHOST_PLACES if state.edition.numbers.ghosts else ()
    return SEAT_PLACES if any(seat.color == color for seat in state.seats) else ()


def move(state: State, action: Move) -> State:
    """Move cubes of one colour between two of its places.

    Cubes are added at the end of a health meter; its last cubes of that colour are taken.
    Raises bad_place, not_enough_cubes, meter_full.
    docs/rules.md 2.17.
    """
    known = places_of(state, action.color)
    source, target = action.source, action.target
    if source not in known or target not in known or source == target:
        raise RuleError("bad_place")
    have = _count(state, action.color, source)
    if have < action.count:
        raise RuleError("not_enough_cubes", count=action.count, have=have)
    if target == "health":
        _check_room(state, action)
    state = _put(state, action.color, source, -action.count)
    return _put(state, action.color, target, action.count)


def _check_room(state: State, action: Move) -> None:
    seat = state.seats[_owner(state, action.color)]
    if len(seat.health) + action.count > state.health_size:
        raise RuleError("meter_full", name=seat.name)


def _owner(state: State, color: str) -> int:
    return next(index for index, seat in enumerate(state.seats) if seat.color == color)


def _count(state: State, color: str, place: str) -> int:
    piles = {"bag": state.bag, "area": state.area, "bank": state.bank}
    if place in piles:
        return piles[place].get(color, 0)
    seat = state.seats[_owner(state, color)]
    counts = {"supply": seat.supply, "board": seat.board, "health": seat.health.count(color)}
    return counts[place]


def _put(state: State, color: str, place: str, count: int) -> State:
    if place == "health":
        return _put_on_meter(state, color, count)
    if place in ON_SEAT:
        index = _owner(state, color)
        seat = state.seats[index]
        if place == "supply":
            return state.with_seat(index, replace(seat, supply=seat.supply + count))
        return state.with_seat(index, replace(seat, board=seat.board + count))
    return PILES[place](state, color, count)


def _put_on_meter(state: State, color: str, count: int) -> State:
    index = _owner(state, color)
    seat = state.seats[index]
    health = (*seat.health, *(color,) * count) if count > 0 else _shed(seat.health, color, -count)
    return state.with_seat(index, replace(seat, health=health))


def _shed(health: tuple[str, ...], color: str, count: int) -> tuple[str, ...]:
    """The meter without its last `count` cubes of a colour."""
    kept: list[str] = []
    for cube in reversed(health):
        if cube == color and count:
            count -= 1
        else:
            kept.append(cube)
    return tuple(reversed(kept))


PILES: Mapping[str, Callable[[State, str, int], State]] = {
    "bag": lambda state, color, count: replace(state, bag=bag.add(state.bag, color, count)),
    "area": lambda state, color, count: replace(state, area=bag.add(state.area, color, count)),
    "bank": lambda state, color, count: replace(state, bank=bag.add(state.bank, color, count)),
}
