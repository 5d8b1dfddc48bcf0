"""Clank!: cubes between a seat's supply and the Clank! area (docs/rules.md 2)."""

from companion.rules import bag
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import BLACK, GHOST, State


def make(state: State, index: int, count: int) -> State:
    """`count` Clank! (at least 1) for a seat, as far as its supply allows.

    Negative Clank! still owed takes cubes straight back; they count as made.
    docs/rules.md 2.2, 2.4, 2.6 and 2.7.
    """
    seat = state.seats[index]
    made = min(count, seat.supply)
    back = min(seat.owed, made)
    changed = replace(
        seat, supply=seat.supply - made + back, made=seat.made + made, owed=seat.owed - back
    )
    area = bag.add(state.area, seat.color, made - back)
    return replace(state.with_seat(index, changed), area=area)


def make_all(state: State, count: int, spared: int | None) -> State:
    """Every seat in play but `spared` makes `count` Clank!, starting with the active seat.

    Raises seat_out if that is nobody.
    docs/rules.md 2.11, 2.12.
    """
    louder = [seat for seat in state.round_from(state.turn.seat) if seat != spared]
    louder = [seat for seat in louder if state.seats[seat].in_play]
    if not louder:
        raise RuleError("seat_out.nobody")
    for seat in louder:
        state = make(state, seat, count)
    return state


def quiet(state: State, index: int, count: int) -> State:
    """`count` negative Clank! (at least 1): cubes go back, the rest is owed this turn.

    docs/rules.md 2.5, 2.9.
    """
    seat = state.seats[index]
    back = min(count, state.area.get(seat.color, 0))
    changed = replace(seat, supply=seat.supply + back, owed=seat.owed + count - back)
    area = bag.add(state.area, seat.color, -back)
    return replace(state.with_seat(index, changed), area=area)


def clear(state: State, index: int) -> State:
    """All of a seat's cubes leave the Clank! area for its supply.

    docs/rules.md 5.9.
    """
    seat = state.seats[index]
    back = state.area.get(seat.color, 0)
    changed = replace(seat, supply=seat.supply + back)
    area = bag.add(state.area, seat.color, -back)
    return replace(state.with_seat(index, changed), area=area)


def haunt(state: State) -> State:
    """One ghost goes from the bank to the area; if the bank has none, nothing happens.

    docs/rules.md 2.14.
    """
    if not state.bank.get(GHOST):
        return state
    bank, area = bag.add(state.bank, GHOST, -1), bag.add(state.area, GHOST, 1)
    return replace(state, bank=bank, area=area)


def black_return(state: State, count: int) -> State:
    """Up to `count` set-aside black cubes go back into the bag.

    docs/rules.md 2.13.
    """
    moved = min(count, state.bank.get(BLACK, 0))
    bank, filled = bag.add(state.bank, BLACK, -moved), bag.add(state.bag, BLACK, moved)
    return replace(state, bank=bank, bag=filled)
