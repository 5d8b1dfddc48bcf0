"""For whom a device acts: the seats that it holds, and the one that its pad is for."""

from companion.rules.state import State
from companion.table.view import Visit


def held_by(visit: Visit) -> tuple[int, ...]:
    """The seats of all devices of this visitor: several may belong to one person."""
    people = visit.view.settings.people
    own = [
        person for person in people if person.device in visit.visitor.devices and not person.removed
    ]
    return tuple(sorted({seat for person in own for seat in person.seats}))


def acting(state: State, holds: tuple[int, ...], asked: int | None) -> int:
    """The seat a device acts for: the one asked for, the active one if it is theirs, or their own."""
    if asked is not None and 0 <= asked < len(state.seats):
        return asked
    active = state.turn.seat
    return active if not holds or active in holds else holds[0]


def seat_query(visit: Visit, asked: int | None) -> str:
    """What keeps a page without scripts at a seat: nothing where that seat is the likeliest one, so
    that the page follows the turn."""
    likeliest = acting(visit.view.state, held_by(visit), None)
    return "" if asked in (None, likeliest) else f"?seat={asked}"


def helped(state: State, holds: tuple[int, ...], seat: int) -> str:
    """The name of a seat that is neither one's own nor, at a phone for several, the active one."""
    own = holds[0] if len(holds) == 1 else state.turn.seat
    return "" if seat == own else state.seats[seat].name


def whose_turn(state: State, holds: tuple[int, ...]) -> str:
    """For a device of the whole table every turn is the table's."""
    if not holds:
        return "table"
    return "mine" if state.turn.seat in holds else "theirs"
