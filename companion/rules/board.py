"""Cubes that lie on the board: Wayshrines and the cube tracks of contracts."""

from companion.rules.actions import Wayshrine
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import Seat, State


def place(state: State, index: int, count: int) -> State:
    """`count` cubes from a seat's supply to the board (back if negative), even when it is out.

    Raises not_enough_cubes.
    docs/rules.md 2.15.
    """
    seat = state.seats[index]
    have = seat.supply if count > 0 else seat.board
    if have < abs(count):
        raise RuleError("not_enough_cubes", count=abs(count), have=have)
    moved = replace(seat, supply=seat.supply - count, board=seat.board + count)
    return state.with_seat(index, moved)


def mark_wayshrine(state: State, action: Wayshrine) -> State:
    """A cube stays on a Wayshrine; the seat's n-th mark pays n gold.

    Raises already_marked, shrine_full, not_enough_cubes.
    docs/rules.md 6.17.
    """
    seat = state.seats[action.seat]
    if action.place is not None:
        _check_shrine(state, seat, action.place)
    state = place(state, action.seat, 1)
    marks = seat.wayshrines + 1
    places = seat.places if action.place is None else (*seat.places, action.place)
    marked = replace(
        state.seats[action.seat], wayshrines=marks, places=places, gold=seat.gold + marks
    )
    return state.with_seat(action.seat, marked)


def _check_shrine(state: State, seat: Seat, name: str) -> None:
    if name in seat.places:
        raise RuleError("already_marked", name=seat.name)
    spaces = state.edition.numbers.wayshrine_spaces
    marks = sum(name in other.places for other in state.seats)
    if spaces and marks >= spaces.value:
        raise RuleError("shrine_full")
