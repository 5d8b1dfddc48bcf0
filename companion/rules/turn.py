"""Whose turn it is, and in which phase (docs/rules.md 5 and 7)."""

from companion.rules import knock_out
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import Phase, Seat, State, Turn


def require_phase(state: State, *phases: Phase) -> None:
    """Raise wrong_phase unless the turn is in one of the phases.

    docs/rules.md 7.3.
    """
    if state.turn.phase not in phases:
        raise RuleError("wrong_phase")


def acts(state: State, index: int) -> bool:
    """Whether a seat has turns: in play, or off the clock with something to do.

    docs/rules.md 5.12, 7.2.
    """
    if state.seats[index].in_play or not state.edition.numbers.countdown:
        return True
    return state.countdown is not None and state.countdown.seat == index


def next_turn(state: State) -> State:
    """The next seat that has turns begins one; nothing happens once the game is over.

    docs/rules.md 7.4, 7.7.
    """
    if state.over:
        return state
    turn = state.turn
    seat = next(i for i in state.round_from(turn.seat + 1) if acts(state, i))
    out = not state.seats[seat].in_play
    return replace(state, turn=Turn(turn.number + 1, seat, out, "out" if out else "play"))


def leave(state: State, index: int) -> State:
    """The active seat reaches the exit in the play phase of its own turn.

    Raises wrong_phase, seat_out, needs_artifact. The seat stays in play until its turn ends.
    docs/rules.md 5.6, 5.7.
    """
    if state.turn.seat != index or state.turn.phase != "play":
        raise RuleError("wrong_phase")
    seat = state.seats[index]
    if not seat.in_play:
        raise RuleError("seat_out", name=seat.name)
    if not seat.artifacts:
        raise RuleError("needs_artifact", name=seat.name)
    return state.with_seat(index, replace(seat, leaving=True))


def end(state: State) -> State:
    """The active seat has finished playing; if leaving, it escapes before the row is refilled.

    Raises wrong_phase.
    docs/rules.md 2.8, 7.6.
    """
    require_phase(state, "play")
    seats = tuple(_reset(seat) for seat in state.seats)
    state = replace(state, seats=seats, turn=replace(state.turn, phase="refill"))
    seat = state.active
    return knock_out.escape(state, state.turn.seat) if seat.leaving and seat.in_play else state


def _reset(seat: Seat) -> Seat:
    return replace(seat, owed=0, made=0) if seat.owed or seat.made else seat
