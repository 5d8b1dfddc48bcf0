"""Health: cubes on a meter; `knock_out.knock_out_full` deals with full meters (docs/rules.md 4)."""

from companion.rules import bag
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import BLACK, State


def hurt(state: State, index: int, count: int) -> State:
    """`count` points of damage for a seat, one cube each; what exceeds a full meter is lost.

    If the supply is empty, a black cube from the bank stands in; without either, nothing happens.
    docs/rules.md 4.4, 4.5.
    """
    seat = state.seats[index]
    room = min(count, state.health_size - len(seat.health))
    own = min(room, seat.supply)
    black = min(room - own, state.bank.get(BLACK, 0))
    marked = (*seat.health, *(seat.color,) * own, *(BLACK,) * black)
    state = state.with_seat(index, replace(seat, supply=seat.supply - own, health=marked))
    return replace(state, bank=bag.add(state.bank, BLACK, -black)) if black else state


def pay(state: State, index: int, count: int) -> State:
    """`count` points of damage taken by choice.

    Raises not_enough_cubes if the supply is too small, would_knock_out if the meter would fill.
    docs/rules.md 4.3.
    """
    seat = state.seats[index]
    if seat.supply < count:
        raise RuleError("not_enough_cubes", count=count, have=seat.supply)
    if len(seat.health) + count >= state.health_size:
        raise RuleError("would_knock_out", name=seat.name)
    return hurt(state, index, count)


def heal(state: State, index: int, count: int) -> State:
    """Take up to `count` cubes off the end of the meter: own ones to the supply, black to the bank.

    docs/rules.md 4.6.
    """
    seat = state.seats[index]
    kept = max(len(seat.health) - count, 0)
    gone = seat.health[kept:]
    black = gone.count(BLACK)
    healed = replace(seat, health=seat.health[:kept], supply=seat.supply + len(gone) - black)
    return replace(state.with_seat(index, healed), bank=bag.add(state.bank, BLACK, black))
