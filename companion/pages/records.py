"""A record before it becomes a table: what is in it, how it ends, and whether its draws are fair."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion import words
from companion.rules.lines import SENTENCES
from companion.rules.record import Record
from companion.rules.scoring import scores, winners
from companion.rules.state import State
from companion.rules.verify import Verdict
from companion.rules.words import STATUSES


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    name: str
    color: str
    status: str
    damage: int
    gold: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPage:
    edition: str
    modules: Sequence[str]
    house: Sequence[str]
    actions: str
    line: str
    over: bool
    seats: Sequence[SeatRow]
    level: str
    checked: str


def record_page(record: Record, state: State, verdict: Verdict) -> RecordPage:
    return RecordPage(
        edition=state.edition.name,
        modules=[str(words.MODULES[module]) for module in record.modules],
        house=[_house(name, value) for name, value in record.rules.items()],
        actions=_count(len(record.actions)),
        line=_line(state),
        over=state.over is not None,
        seats=_seats(state),
        level=_level(state, verdict),
        checked=_checked(state, verdict),
    )


def _checked(state: State, verdict: Verdict) -> str:
    """That all draws fit is no praise where the server drew none."""
    if verdict.ok and not state.attacks:
        return _("The table drew no cubes itself, so there is nothing to check.")
    return verdict.say(_)


def _level(state: State, verdict: Verdict) -> str:
    if verdict.ok and state.attacks:
        return "success"
    return "info" if verdict.ok or verdict.code == "no_seed" else "error"


def _count(actions: int) -> str:
    return ngettext("{count} action", "{count} actions", actions).format(count=actions)


def _house(name: str, value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"{words.HOUSE_VALUES[name]}: {text}"


def _line(state: State) -> str:
    if state.over:
        return _(SENTENCES[f"over.{state.over}"])
    name = state.seats[state.turn.seat].name
    return _("Turn {number}: {name} is on.").format(number=state.turn.number, name=name)


def _seats(state: State) -> list[SeatRow]:
    best = winners(state)
    return [
        SeatRow(
            name=seat.name,
            color=seat.color,
            status=_(STATUSES[seat.status]),
            damage=len(seat.health),
            gold=seat.gold,
            total=score.total,
            won=index in best and state.over is not None,
        )
        for index, (seat, score) in enumerate(zip(state.seats, scores(state), strict=True))
    ]
