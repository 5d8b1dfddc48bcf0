"""The row of the log that an action becomes, and the moment that follows it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from json import dumps
from uuid import UUID

from companion.board import LogLine
from companion.models import LogRow
from companion.rules import codec
from companion.rules.chronicle import chronicle
from companion.rules.lines import Line as Told
from companion.rules.state import State
from companion.selectors import CHECKPOINT_EVERY, Moment

TURN_ACTIONS = ("attack", "end_turn", "refill", "out_turn", "deck_out")


def follow(before: Moment, sequence: int, after: State) -> Moment:
    """The moment after an action: a round ends when the turn comes back to an earlier seat."""
    old, new = before.state.turn, after.turn
    passed = new.number > old.number and new.seat <= old.seat
    attacked = after.attack is not None and after.attack is not before.state.attack
    return Moment(after, before.round + passed, sequence if attacked else before.attack_at)


def action_row(
    table: UUID, sequence: int, action: Mapping[str, object], before: Moment, after: Moment
) -> tuple[LogRow, tuple[Told, ...]]:
    """An unsaved row for an action that was carried out, and what the log says of it."""
    story = chronicle(before.state, action, after.state)
    version = after.state.version
    row = LogRow(
        table_id=table,
        sequence=sequence,
        kind=LogRow.Kind.ACTION,
        what=str(action["do"]),
        payload=compact(action),
        story=compact([[told.code, told.params] for told in story]),
        seat=seat_of(action, before.state),
        version=version,
        round=after.round,
        attack=after.attack_at,
        checkpoint="" if version % CHECKPOINT_EVERY else codec.dump(after.state),
    )
    return row, story


def compact(plain: object) -> str:
    return dumps(plain, separators=(",", ":"), default=dict)


def seat_of(action: Mapping[str, object], state: State) -> int | None:
    """The seat an action is about; those of a turn are about whose turn it is."""
    seat = action.get("seat")
    if type(seat) is int:
        return seat
    return state.turn.seat if action["do"] in TURN_ACTIONS else None


def stamped(row: LogRow, device: int | None, by: str, tap_id: str | None, at: datetime) -> LogRow:
    row.device_id, row.by, row.tap_id, row.at = device, by, tap_id, at
    return row


def shown(row: LogRow, story: Sequence[Told] = ()) -> LogLine:
    """The row as its line of the log."""
    return LogLine(
        sequence=row.sequence,
        kind=row.kind,
        what=row.what,
        seat=row.seat,
        by=row.by,
        at=row.at,
        story=tuple(story),
        setting={},
        target=row.target,
        past_draw=row.past_draw,
    )
