"""The page after scanning the code: the seats, who holds them, and what can be taken."""

from collections import Counter
from dataclasses import dataclass
from uuid import UUID

from companion.table.roles import Role
from companion.table.view import TableView


@dataclass(frozen=True, slots=True)
class Holder:
    """Devices at a seat that have the same name; if it is empty, whether they play every seat."""

    name: str
    everybody: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoice:
    """A seat and the other devices that hold it; `mine`: this device holds it."""

    index: int
    name: str
    color: str
    holders: tuple[Holder, ...]
    mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinPage:
    """`code`: the one used; `here`: this device is at the table; `takes`: it may come to it;
    `watches`: the game is closed, so that it can only watch."""

    table: UUID
    code: str
    title: str
    edition: str
    begun: bool
    over: bool
    round: int
    turn: str
    seats: tuple[SeatChoice, ...]
    here: bool
    takes: bool
    watches: bool

    @property
    def everybody(self) -> bool:
        """Whether this device holds every seat."""
        return all(seat.mine for seat in self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatQuestion:
    """What is asked before a device gives up a seat.

    It has the seats `held` and has chosen `name`, one of them (`mine`), or nothing, to watch.
    """

    table: UUID
    title: str
    held: str
    name: str
    color: str
    mine: bool


def seat_question(view: TableView, held: tuple[int, ...], chosen: tuple[int, ...]) -> SeatQuestion:
    seats = view.state.seats
    seat = chosen[0] if chosen else None
    return SeatQuestion(
        table=view.table,
        title=view.settings.title,
        held=", ".join(seats[each].name for each in held),
        name="" if seat is None else seats[seat].name,
        color="" if seat is None else seats[seat].color,
        mine=seat in held,
    )


def join_page(view: TableView, device: int | None, *, code: str, role: Role) -> JoinPage:
    state, here = view.state, role.may_see
    return JoinPage(
        table=view.table,
        code=code,
        title=view.settings.title,
        edition=state.edition.name,
        begun=view.can_undo,
        over=state.over is not None,
        round=view.round,
        turn=state.seats[state.turn.seat].name,
        seats=seat_choices(view, device),
        here=here,
        takes=here or view.settings.joining_open,
        watches=not view.may_sit(role),
    )


def seat_choices(view: TableView, device: int | None) -> tuple[SeatChoice, ...]:
    return tuple(_choice(view, seat, device) for seat in range(len(view.state.seats)))


def _choice(view: TableView, index: int, device: int | None) -> SeatChoice:
    seat, people = view.state.seats[index], view.settings.people
    present = [each for each in people if index in each.seats and not each.removed]
    called = Counter(
        (each.name, not each.name and len(each.seats) == len(view.settings.names))
        for each in present
        if each.device != device
    )
    return SeatChoice(
        index=index,
        name=seat.name,
        color=seat.color,
        holders=tuple(Holder(*each, count) for each, count in called.items()),
        mine=any(each.device == device for each in present),
    )
