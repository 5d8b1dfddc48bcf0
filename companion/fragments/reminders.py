"""What the contracts ask of the people now: to read on where a back had to wait, to flip one and read."""

from typing import NamedTuple

from companion.fragments.readings import WAITS, Reminder, called, reading_line
from companion.fragments.words import Words
from companion.rules.contract_moments import readings, to_flip
from companion.rules.contracts import label
from companion.rules.state import Contract, State
from kernel.text import isolated


class Flip(NamedTuple):
    """A contract that has ended, on the sheet where its back is entered; `says` is what it says so far.

    `several` says that others may have completed it, too.
    """

    key: str
    moment: str
    name: str
    tag: str
    tone: str
    why: str
    stars: str
    open: bool
    new: bool
    points: int | None
    bonus: int | None
    waits: str
    says: str
    several: bool


def reminders_shown(state: State) -> tuple[object, ...]:
    return to_flip(state), readings(state), _names(state)


def flips_shown(state: State) -> tuple[object, ...]:
    return tuple(each for each in state.contracts if each.status != "active"), _names(state)


def _names(state: State) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats)


def reminders(state: State, say: Words) -> tuple[Reminder, ...]:
    """What is to be done now: what is urgent first, then what may still wait, then what is to be flipped."""
    now = [reading_line(state, reading, say) for reading in readings(state)]
    now.sort(key=lambda each: not each.urgent)
    return (*now, *to_flip_lines(state, say))


def reading_lines(state: State, say: Words, *, wait: str) -> tuple[Reminder, ...]:
    """What is to be read now of what had to wait for this."""
    now = [reading for reading in readings(state) if reading.wait == wait]
    return tuple(reading_line(state, reading, say) for reading in now)


def to_flip_lines(state: State, say: Words) -> tuple[Reminder, ...]:
    return tuple(_to_flip(state, contract, say) for contract in to_flip(state))


def _to_flip(state: State, contract: Contract, say: Words) -> Reminder:
    return Reminder(
        moment=_moment(contract),
        text=say.gettext("Contract {contract}: flip it and read").format(
            contract=isolated(label(contract))
        ),
        why=_ended(state, contract, say),
        urgent=False,
        flip=contract.key,
        scores=bool(contract.stars),
        new=contract.new,
    )


def flips(state: State, say: Words) -> tuple[Flip, ...]:
    """Every contract that has ended, so that what its back says can be corrected, too."""
    return tuple(
        _flip(state, contract, say) for contract in state.contracts if contract.status != "active"
    )


def _flip(state: State, contract: Contract, say: Words) -> Flip:
    is_completed, flipped = contract.status == "completed", contract.flipped
    return Flip(
        key=contract.key,
        moment=_moment(contract),
        name=isolated(label(contract)),
        tag=say.gettext("completed") if is_completed else say.gettext("failed"),
        tone="moss" if is_completed else "blood",
        why=_ended(state, contract, say),
        stars=" ".join(map(str, contract.stars)),
        open=not flipped,
        new=contract.new,
        points=contract.points if flipped else None,
        bonus=contract.bonus if flipped else None,
        waits=" ".join(contract.waits),
        says=" · ".join(_says(contract, say)) if flipped else "",
        several=is_completed and contract.solo is None,
    )


def _says(contract: Contract, say: Words) -> list[str]:
    points = contract.points
    says = [say.ngettext("{count} point", "{count} points", points).format(count=points)]
    if contract.bonus:
        says.append(say.gettext("bonus of {count}").format(count=contract.bonus))
    return says + [WAITS[wait] for wait in contract.waits]


def _moment(contract: Contract) -> str:
    return f"flip.{contract.key}.{contract.turn}.{contract.status}"


def _ended(state: State, contract: Contract, say: Words) -> str:
    if contract.status == "failed":
        return say.gettext("It has failed.")
    return say.gettext("Completed by {names}.").format(names=called(state, contract.stars))
