"""Makes the row of the log for an action; `log_writer` writes it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from json import JSONEncoder
from typing import NamedTuple
from uuid import UUID

from companion.rules import codec
from companion.rules.actions import Action
from companion.rules.log.sentences import LogSentence
from companion.rules.log.story import story_of
from companion.rules.state import State
from companion.services.sql import NewRow
from companion.table.states import CHECKPOINT_EVERY, HistoryPoint
from companion.table.view import LogLine
from kernel.text import is_writable

NOTE_LENGTH = 120
TURN_ACTIONS = ("attack", "end_turn", "refill", "out_turn", "deck_out")

compact = JSONEncoder(separators=(",", ":"), default=dict).encode


class Author(NamedTuple):
    """Who adds a row to the log, with which tap, and when."""

    device: int | None
    name: str
    tap_id: str | None
    at: datetime


def follow(before: HistoryPoint, sequence: int, after: State) -> HistoryPoint:
    """The moment after an action: a round ends when the turn comes back to an earlier seat."""
    old, new = before.state.turn, after.turn
    passed = new.number > old.number and new.seat <= old.seat
    attacked = after.attack is not None and after.attack is not before.state.attack
    return HistoryPoint(after, before.round + passed, sequence if attacked else before.attack_at)


class Done(NamedTuple):
    """An action that was carried out: as stored, as parsed, and the moments around it."""

    action: Mapping[str, object]
    parsed: Action
    before: HistoryPoint
    after: HistoryPoint


def action_row(
    table: UUID, sequence: int, done: Done, by: Author
) -> tuple[NewRow, tuple[LogSentence, ...]]:
    """The row for an action that was carried out, and its sentences."""
    before, after = done.before.state, done.after.state
    story = (*story_of(before, done.parsed, after), *_why(done.action))
    row = NewRow(
        table_id=table,
        sequence=sequence,
        kind="action",
        name=done.parsed.do,
        payload=compact(done.action),
        story=as_stored(story),
        seat=seat_of(done.action, before),
        target=None,
        past_draw=False,
        version=after.version,
        round=done.after.round,
        attack=done.after.attack_at,
        checkpoint="" if after.version % CHECKPOINT_EVERY else codec.dump(after),
        device_id=by.device,
        actor_name=by.name,
        tap_id=by.tap_id,
        created_at=by.at,
    )
    return row, story


def as_stored(story: Sequence[LogSentence]) -> str:
    return compact([[told.code, told.params] for told in story])


def _why(action: Mapping[str, object]) -> tuple[LogSentence, ...]:
    """The note of an action as its last sentence; rules never look at it, and it may hold anything."""
    note = action.get("note")
    if not isinstance(note, str) or not is_writable(note):
        return ()
    plain = note[:NOTE_LENGTH].strip().rstrip(".")
    return (LogSentence("note", {"note": plain}),) if plain else ()


def seat_of(action: Mapping[str, object], state: State) -> int | None:
    """The seat an action is about; for actions of a turn, the active seat."""
    seat = action.get("seat")
    if type(seat) is int:
        return seat
    return state.turn.seat if action["do"] in TURN_ACTIONS else None


def as_line(row: NewRow, story: Sequence[LogSentence] = ()) -> LogLine:
    """The row as its line of the log."""
    return LogLine(
        sequence=row.sequence,
        kind=row.kind,
        name=row.name,
        seat=row.seat,
        actor_name=row.actor_name,
        created_at=row.created_at,
        story=tuple(story),
        setting={},
        target=row.target,
        past_draw=row.past_draw,
    )
