"""The contracts on the table: how each stands, its buttons, and what is to be read now."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from companion.fragments.actions import tap
from companion.fragments.readings import WAITS, Reminder, called, reading_line
from companion.fragments.words import Words
from companion.rules.contract_moments import Reading, readings
from companion.rules.contracts import ACTIVE, COMPLETED, label
from companion.rules.state import Contract, State
from kernel.text import isolated

PIPS = 9
"""A longer track is told in numbers alone."""
TICKED = "ticked"


class Button(NamedTuple):
    """`owner` is the only seat that has it, None for everybody."""

    icon: str
    text: str
    action: SafeString
    owner: int | None = None


class ContractRow(NamedTuple):
    """A contract on the table; `solo` is its owner's seat, None for everybody's, as `whose` and
    `color` say.

    `done` of `need` boxes are ticked, each of `pips` one of them: empty, ticked, or a cube's colour.
    `tick` is the tap of the seat that the phone acts for, `said` what all hear once it is completed,
    `asks` the part of its back that is to be read now.
    """

    key: str
    name: str
    title: str
    tag: str
    tone: str
    status: str
    solo: int | None
    whose: str
    color: str
    done: int
    need: int
    pips: tuple[str, ...]
    deadline: bool
    tick: SafeString | None
    said: str
    asks: str
    urgent: bool
    notes: tuple[str, ...]
    buttons: tuple[Button, ...]

    @property
    def active(self) -> bool:
        return self.status == ACTIVE

    @property
    def due(self) -> bool:
        """Whether it still has to be completed before tonight's scoring."""
        return self.deadline and self.active


class Contracts(NamedTuple):
    rows: tuple[ContractRow, ...]
    readings: tuple[Reminder, ...]

    @property
    def by_need(self) -> list[ContractRow]:
        """What is due tonight first; otherwise as they came, so that nothing changes its place."""
        return sorted(self.rows, key=lambda row: not row.deadline)

    @property
    def for_the_room(self) -> list[ContractRow]:
        """Open ones first, for a screen that has no room for all."""
        return sorted(self.by_need, key=lambda row: not row.active)


def shown(state: State) -> tuple[object, ...]:
    seats = tuple((seat.name, seat.color) for seat in state.seats)
    return state.contracts, seats, readings(state)


def contracts(state: State, say: Words) -> Contracts:
    now = readings(state)
    asked = {reading.contract.key: reading for reading in now}
    return Contracts(
        rows=tuple(
            _row(state, contract, say, asked.get(contract.key)) for contract in state.contracts
        ),
        readings=tuple(reading_line(state, reading, say) for reading in now),
    )


def _row(state: State, contract: Contract, say: Words, asked: Reading | None) -> ContractRow:
    tag, tone = {
        "active": (say.gettext("active"), "line"),
        "completed": (say.gettext("completed"), "moss"),
        "failed": (say.gettext("failed"), "blood"),
    }[contract.status]
    return ContractRow(
        key=contract.key,
        name=isolated(label(contract)),
        title=isolated(contract.name) if contract.name else "",
        tag=tag,
        tone=tone,
        status=contract.status,
        solo=contract.solo,
        whose="" if contract.solo is None else isolated(state.seats[contract.solo].name),
        color="" if contract.solo is None else state.seats[contract.solo].color,
        done=contract.need - contract.left,
        need=contract.need,
        pips=_pips(state, contract),
        deadline=contract.due,
        tick=_tick(contract),
        said=_said(state, contract, say),
        asks=WAITS[asked.wait] if asked else "",
        urgent=bool(asked and asked.urgent),
        notes=tuple(_notes(state, contract, say)),
        buttons=tuple(_buttons(contract, say)),
    )


def _pips(state: State, contract: Contract) -> tuple[str, ...]:
    if contract.need > PIPS:
        return ()
    colors = (state.seats[seat].color if contract.cubes else TICKED for seat in contract.ticks)
    return (*(TICKED,) * contract.have, *colors, *("",) * contract.left)


def _tick(contract: Contract) -> SafeString | None:
    if contract.status != ACTIVE or not contract.need:
        return None
    return tap("contract_tick", contract=contract.key, seat=None, count=1)


def _said(state: State, contract: Contract, say: Words) -> str:
    if contract.status != COMPLETED:
        return ""
    sentence = say.gettext("Contract {contract} is completed: {names}")
    return sentence.format(contract=isolated(label(contract)), names=called(state, contract.stars))


def _notes(state: State, contract: Contract, say: Words) -> list[str]:
    notes = []
    if contract.solo is not None:
        notes.append(say.gettext("for {name} alone").format(name=state.seats[contract.solo].name))
    if contract.need:
        done = contract.need - contract.left
        notes.append(say.gettext("{done} of {need}").format(done=done, need=contract.need))
    notes += [state.seats[star].name for star in contract.stars]
    if contract.points or contract.bonus:
        bonus = contract.bonus if contract.new else 0
        points = contract.points + bonus
        notes.append(say.ngettext("{count} point", "{count} points", points).format(count=points))
    return notes


def _buttons(contract: Contract, say: Words) -> list[Button]:
    key = contract.key
    if contract.status != "active":
        return [_status("undo", say.gettext("Active again"), key, "active")]
    buttons = [
        Button(
            icon="check",
            text=say.gettext("Completed"),
            action=tap("contract_status", contract=key, status="completed", seats=None),
            owner=contract.solo,
        ),
        _status("close", say.gettext("Fails"), key, "failed"),
    ]
    if contract.ticks:
        back = tap("contract_untick", contract=key, seat=None, count=1)
        text = say.gettext("One back")
        buttons.insert(0, Button(icon="minus", text=text, action=back, owner=contract.solo))
    if (action := _tick(contract)) is not None:
        text = say.gettext("Cube onto it") if contract.cubes else say.gettext("Tick a box")
        buttons.insert(0, Button(icon="plus", text=text, action=action, owner=contract.solo))
    return buttons


def _status(icon: str, text: str, key: str, status: str) -> Button:
    return Button(icon=icon, text=text, action=tap("contract_status", contract=key, status=status))
