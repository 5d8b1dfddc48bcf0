"""A record before it becomes a table: what is in it, how it ends, whether its draws are fair."""

from dataclasses import dataclass

from django.utils.translation import get_language, gettext

from companion import words
from companion.rules.log.sentences import SENTENCES
from companion.rules.record import Record
from companion.rules.scoring import scores, winners
from companion.rules.settling import is_settled
from companion.rules.state import State
from companion.rules.verify import Verdict
from companion.rules.words import STATUSES
from companion.table import naming
from companion.table.view import named


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
    """`over` says how the game ended, `verdict` whether its draws are fair; otherwise empty."""

    edition: str
    modules: tuple[str, ...]
    house: tuple[tuple[str, str], ...]
    actions: int
    over: str
    turn: int
    name: str
    seats: tuple[SeatRow, ...]
    level: str
    verdict: str


def record_page(record: Record, state: State, verdict: Verdict) -> RecordPage:
    state = named(state, _called(state))
    # That all draws match means nothing if the server drew none.
    undrawn = verdict.ok and not state.attacks
    return RecordPage(
        edition=state.edition.name,
        modules=tuple(str(words.MODULES[module]) for module in record.modules),
        house=tuple(
            (str(words.HOUSE_VALUES[name]), _house_value(value))
            for name, value in record.rules.items()
        ),
        actions=len(record.actions),
        over=gettext(SENTENCES[f"over.{state.over}"]) if state.over else "",
        turn=state.turn.number,
        name=state.seats[state.turn.seat].name,
        seats=_seats(state),
        level=_level(verdict, undrawn=undrawn),
        verdict="" if undrawn else verdict.render(gettext),
    )


def _called(state: State) -> tuple[str, ...]:
    names, colors = (
        tuple(getattr(seat, part) for seat in state.seats) for part in ("name", "color")
    )
    return naming.names_of(names, colors, get_language() or "en")


def _house_value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _level(verdict: Verdict, *, undrawn: bool) -> str:
    if undrawn or verdict.code == "no_seed":
        return "info"
    return "success" if verdict.ok else "error"


def _seats(state: State) -> tuple[SeatRow, ...]:
    best = winners(state) if is_settled(state) else ()
    return tuple(
        SeatRow(
            name=seat.name,
            color=seat.color,
            status=gettext(STATUSES[seat.status]),
            damage=len(seat.health),
            gold=seat.gold,
            total=score.total,
            won=index in best,
        )
        for index, (seat, score) in enumerate(zip(state.seats, scores(state), strict=True))
    )
