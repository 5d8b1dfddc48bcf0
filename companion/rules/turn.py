"""Whose turn it is, who is out, and when the game is over (docs/rules.md 5 and 7)."""

from collections.abc import Iterable

from companion.rules import clank, tokens
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import Countdown, Over, Phase, Seat, State, Status, Turn


def require_phase(state: State, *phases: Phase) -> None:
    """Raise wrong_phase unless the turn is in one of the phases.

    docs/rules.md 7.3.
    """
    if state.turn.phase not in phases:
        raise RuleError("wrong_phase")


def knock_out(state: State, indexes: Iterable[int]) -> State:
    """Seats are knocked out, all at once; in base the first ever to be out gets the pawn.

    docs/rules.md 4.8, 5.14.
    """
    return _go_out(state, list(indexes), "knocked_out")


def knock_out_full(state: State) -> State:
    """Every seat in play whose meter is full is knocked out.

    docs/rules.md 3.11, 4.2.
    """
    fallen = [i for i, seat in enumerate(state.seats) if seat.in_play and state.full(seat)]
    return knock_out(state, fallen) if fallen else state


def knock_out_rest(state: State, over: Over) -> State:
    """Everyone still in play is knocked out, and the game is over for that reason.

    docs/rules.md 3.12, 5.16, 5.21 and 5.22.
    """
    return knock_out(replace(state, over=over), in_play(state))


def escape(state: State, index: int) -> State:
    """A seat leaves with an artifact: it takes the escape token, in Legacy also its cubes.

    docs/rules.md 5.7, 5.8 and 5.9.
    """
    if state.edition.switches.escape_clears_area:
        state = clank.clear(state, index)
    return _go_out(state, [index], "escaped")


def in_play(state: State) -> list[int]:
    """The seats that have neither escaped nor been knocked out.

    docs/rules.md 5.20.
    """
    return [index for index, seat in enumerate(state.seats) if seat.in_play]


def _go_out(state: State, indexes: list[int], status: Status) -> State:
    for index in indexes:
        state = _with_status(state, index, status)
    return _settle(_give_pawn(state, indexes))


def _with_status(state: State, index: int, status: Status) -> State:
    token = state.edition.escape_token
    held = state.seats[index].tokens.get(token, 0)
    state = tokens.hold(state, index, token, int(status == "escaped") - held)
    seat = state.seats[index]
    leaving = seat.leaving and status == "in_play"
    return state.with_seat(index, replace(seat, status=status, leaving=leaving))


def _give_pawn(state: State, indexes: list[int]) -> State:
    if state.countdown or not state.edition.numbers.countdown or not indexes:
        return state
    first = next(index for index in state.round_from(state.turn.seat) if index in indexes)
    return replace(state, countdown=Countdown(first, 1))


def _settle(state: State) -> State:
    if state.over or in_play(state):
        return state
    return replace(state, over="all_out")


def acts(state: State, index: int) -> bool:
    """Whether a seat has turns: in play, or off the clock with something to do.

    docs/rules.md 5.12, 7.2.
    """
    if state.seats[index].in_play or not state.edition.numbers.countdown:
        return True
    return state.countdown is not None and state.countdown.seat == index


def next_turn(state: State) -> State:
    """The next seat round the table that acts begins its turn; nothing once the game is over.

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

    Raises wrong_phase, seat_out, needs_artifact. It stays in play until the turn ends.
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
    """The active seat has played; a leaving seat escapes before the row is refilled.

    Raises wrong_phase.
    docs/rules.md 2.8, 7.6.
    """
    require_phase(state, "play")
    seats = tuple(_reset(seat) for seat in state.seats)
    state = replace(state, seats=seats, turn=replace(state.turn, phase="refill"))
    seat = state.active
    return escape(state, state.turn.seat) if seat.leaving and seat.in_play else state


def _reset(seat: Seat) -> Seat:
    return replace(seat, owed=0, made=0) if seat.owed or seat.made else seat


def set_status(state: State, index: int, status: Status) -> State:
    """Correct by hand whether a seat is in play; moves no cubes.

    Somebody back in play opens the game again where it stopped; a meter that is still full
    knocks out once more.
    docs/rules.md 4.12, 5.24.
    """
    if status != "in_play":
        return _go_out(state, [index], status)
    state = _with_status(state, index, status)
    state = _pass_pawn_on(replace(state, over=None), index)
    if state.turn.out and state.turn.seat == index:
        state = replace(state, turn=replace(state.turn, out=False, phase="play"))
    return knock_out_full(state)


def _pass_pawn_on(state: State, index: int) -> State:
    if state.countdown is None or state.countdown.seat != index:
        return state
    out = [i for i in state.round_from(state.turn.seat) if not state.seats[i].in_play]
    return replace(state, countdown=Countdown(out[0], 1) if out else None)
