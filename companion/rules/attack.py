"""Dragon Attacks: their size, and what the drawn cubes do (docs/rules.md 3)."""

from collections.abc import Sequence

from companion.rules import bag, health, knock_out, turn
from companion.rules.actions import Action, DragonAttack, OutTurn, Refill
from companion.rules.editions.edition import by_seats
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import GHOST, Attack, Cubes, State


def row_size(state: State) -> int:
    """How many cubes an attack draws when a dragon comes up in the row: rage plus Danger.

    docs/rules.md 3.4.
    """
    return state.rage_cubes + state.danger


def out_size(state: State) -> int | None:
    """How many cubes the next turn off the clock draws; None if it draws nothing.

    docs/rules.md 3.16, 5.13.
    """
    off_clock = state.edition.numbers.off_clock_cubes
    if off_clock:
        return by_seats(off_clock.value, len(state.seats))
    extra = countdown_extra(state)
    return None if extra is None else row_size(state) + extra


def is_last_step(state: State) -> bool:
    """Whether the countdown pawn is about to knock out everybody in play, without an attack.

    docs/rules.md 5.16.
    """
    return not state.over and state.turn.out and out_size(state) is None


def countdown_extra(state: State) -> int | None:
    """The extra cubes of the space the pawn moves to; None on the space that ends the game.

    docs/rules.md 5.13, 5.15.
    """
    numbers = state.edition.numbers
    if state.countdown is None or numbers.countdown is None:
        return None
    extras = numbers.countdown.value
    return extras[state.countdown.space] if state.countdown.space < len(extras) else None


def asked_size(state: State, action: Action) -> int | None:
    """How many cubes an action's attack should draw; None if it draws nothing.

    docs/rules.md 3.4, 3.15.
    """
    match action:
        case DragonAttack():
            return row_size(state) + action.extra if action.size is None else action.size
        case Refill(attack=True):
            return row_size(state)
        case OutTurn():
            return out_size(state)
    return None


def drawn_from(state: State) -> dict[str, int]:
    """The bag as an attack draws from it: the Clank! area goes in first.

    docs/rules.md 3.7.
    """
    return bag.merge(state.bag, state.area)


def carry_out(state: State, action: DragonAttack | Refill | OutTurn, size: int) -> State:
    """Carry out an attack of `size` cubes with the cubes that the action lists as drawn.

    Raises bad_draw if they are missing, too few, too many or not in the bag.
    docs/rules.md 3.7 to 3.12.
    """
    full = drawn_from(state)
    drawn = _checked(action.drawn, min(size, bag.total(full)))
    left, before = bag.take_out(full, drawn), state.seats
    state = _bite(state, left, drawn)
    ghosts = drawn.count(GHOST)
    state = _haunt(state, ghosts) if ghosts else state
    pairs = zip(before, state.seats, strict=True)
    dealt = tuple(len(after.health) - len(seat.health) for seat, after in pairs)
    marks = tuple(len(seat.health) if seat.in_play else None for seat in before)
    struck = Attack(tuple(drawn), dealt, action.by_hand, marks, left)
    state = replace(state, attack=struck, attacks=state.attacks + (not action.by_hand))
    state = knock_out.knock_out_full(state)
    if not left and state.edition.switches.bag_empty_ends.value:
        return knock_out.knock_out_rest(state, "bag_empty")
    return state


def _checked(drawn: Sequence[str] | None, expected: int) -> Sequence[str]:
    if drawn is None and not expected:
        return ()
    if drawn is None:
        raise RuleError("bad_draw.missing", count=expected)
    if len(drawn) != expected:
        raise RuleError("bad_draw.count", count=expected, have=len(drawn))
    return drawn


def refuse_draw(action: Refill | OutTurn) -> None:
    """Raise bad_draw if cubes are listed although nothing is drawn.

    docs/rules.md 3.18.
    """
    if action.drawn:
        raise RuleError("bad_draw.unwanted")


def _bite(state: State, left: Cubes, drawn: Sequence[str]) -> State:
    """Cubes other than ghosts: onto meters of seats in play that have room, else to the bank."""
    seats = list(state.seats)
    bank = state.bank
    for color in dict.fromkeys(drawn):
        bank = bank if color == GHOST else bag.add(bank, color, drawn.count(color))
    for index, seat in enumerate(seats):
        hits = min(drawn.count(seat.color), state.health_size - len(seat.health))
        if hits and seat.in_play:
            seats[index] = replace(seat, health=(*seat.health, *(seat.color,) * hits))
            bank = bag.add(bank, seat.color, -hits)
    return replace(state, seats=tuple(seats), bag=left, area={}, bank=bank)


def _haunt(state: State, ghosts: int) -> State:
    for _ in range(ghosts):
        for index in state.round_from(state.turn.seat):
            if state.seats[index].in_play:
                state = health.hurt(state, index, 1)
        state = replace(state, area=bag.add(state.area, GHOST, 1))
    return state


def refill(state: State, action: Refill) -> State:
    """The row was refilled: one attack if a dragon came up, then the next turn.

    Raises wrong_phase, bad_draw.
    docs/rules.md 3.1, 7.7.
    """
    turn.require_phase(state, "refill")
    if action.attack:
        state = carry_out(state, action, row_size(state))
    else:
        refuse_draw(action)
    return turn.next_turn(state)


def attack_by_card(state: State, action: DragonAttack) -> State:
    """An attack from a card's text, while the turn is played or the row refilled.

    Raises wrong_phase, bad_draw.
    docs/rules.md 3.14.
    """
    turn.require_phase(state, "play", "refill")
    size = asked_size(state, action)
    return carry_out(state, action, size or 0)


def out_turn(state: State, action: OutTurn) -> State:
    """The turn of a seat off the clock: an attack, or a step on the Countdown Track.

    Raises wrong_phase, bad_draw.
    docs/rules.md 3.16, 5.13 and 5.16.
    """
    turn.require_phase(state, "out")
    size = out_size(state)
    if state.countdown:
        last = len(state.edition.numbers.countdown.value) if state.edition.numbers.countdown else 0
        space = min(state.countdown.space + 1, last + 1)
        state = replace(state, countdown=replace(state.countdown, space=space))
    if size is None:
        refuse_draw(action)
        return turn.next_turn(knock_out.knock_out_rest(state, "countdown"))
    return turn.next_turn(carry_out(state, action, size))
