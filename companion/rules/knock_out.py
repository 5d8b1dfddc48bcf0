"""Who goes out: knocked out, escaped, or put right by hand (docs/rules.md 4 and 5)."""

from collections.abc import Iterable

from companion.rules import clank, tokens
from companion.rules.frozen import replace
from companion.rules.state import Countdown, Over, State, Status


def knock_out(state: State, indexes: Iterable[int]) -> State:
    """Seats are knocked out at the same time; in base the first one out gets the countdown pawn.

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
    """Everybody still in play is knocked out, and the game is over for the reason given.

    docs/rules.md 3.12, 5.16, 5.21 and 5.22.
    """
    return knock_out(replace(state, over=over), in_play(state))


def escape(state: State, index: int) -> State:
    """A seat leaves with an artifact: it takes the escape token, in Legacy also its own cubes.

    docs/rules.md 5.7, 5.8 and 5.9.
    """
    if state.edition.switches.escape_clears_area.value:
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


def set_status(state: State, index: int, status: Status) -> State:
    """Correct by hand whether a seat is in play; moves no cubes.

    If somebody is back in play, the game continues where it stopped; a meter that is still full
    knocks out again.
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
