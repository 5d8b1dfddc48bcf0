"""What one tap does to a table: an action with its cubes, an undo, a redo."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.errors import StaleError, TableError
from companion.rules import codec, fairness
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.log.sentences import LogSentence
from companion.rules.parsing import parse
from companion.rules.reducer import act
from companion.rules.values import LIMIT
from companion.services.log_rows import (
    Author,
    Done,
    action_row,
    as_line,
    as_stored,
    compact,
    follow,
)
from companion.services.readers import Reader
from companion.services.sql import NewRow
from companion.table.history import History, Node, nodes
from companion.table.states import HistoryPoint
from companion.table.view import TableView, named, tail
from companion.tap import Tap, TurnPhase

DRAWING = ("attack", "refill", "out_turn", "lot")
AT_A_MOMENT = ("end_turn", "refill", "out_turn", "undo", "redo", "buy", "leave")


class Transition(NamedTuple):
    """A row to store, the view after it, and its snapshot if one is stored."""

    row: NewRow
    view: TableView
    snapshot: str


def check_moment(view: TableView, tap: Tap) -> None:
    """Raise StaleError for a tap meant for another moment; taps that add up have none."""
    if tap.expects is None:
        if tap.action.get("do") in AT_A_MOMENT:
            raise TableError("no_moment")
    elif not _is_now(view, tap.expects, tap.action.get("do")):
        raise StaleError(view.state, view.sequence)


def _is_now(view: TableView, expects: int | TurnPhase, do: object) -> bool:
    if isinstance(expects, int):
        # Undo and redo are about an action, whoever has joined or been renamed since.
        about = {"undo": view.history.top or 0, "redo": view.history.next or 0}.get(str(do))
        return expects in (about, view.sequence)
    turn = view.state.turn
    return expects.turn == turn.number and expects.phase in (None, turn.phase)


def apply(view: TableView, action: Mapping[str, object], by: Author, reader: Reader) -> Transition:
    """The effect of an action, undo or redo; raises RuleError or TableError."""
    match action.get("do"):
        case "undo":
            return _undo(view, action, by, reader)
        case "redo":
            return _redo(view, action, by, reader)
    return _act(view, action, by, reader)


# Actions ----------------------------------------------------------------------


def _act(view: TableView, given: Mapping[str, object], by: Author, reader: Reader) -> Transition:
    action = _with_cubes(view, given, reader) if given.get("do") in DRAWING else given
    parsed = parse(action, view.state.edition)
    before = HistoryPoint(view.state, view.round, view.attack_at)
    sequence = view.sequence + 1
    after = follow(before, sequence, act(view.state, parsed))
    row, story = action_row(view.table, sequence, Done(action, parsed, before, after), by)
    history = view.history.add(sequence)
    return Transition(row, _after(view, row, history, after, story), row.checkpoint)


def _with_cubes(
    view: TableView, action: Mapping[str, object], reader: Reader
) -> Mapping[str, object]:
    """The action with cubes drawn from the seed, unless they were drawn by hand."""
    if action.get("by_hand") is True:
        return action
    if action.get("drawn"):
        # No device may name the cubes of an attack that the server draws.
        raise TableError("hand_unmarked")
    if not view.settings.draws:
        return action
    bare = {key: value for key, value in action.items() if (key, value) != ("drawn", [])}
    return fairness.fill_in(view.state, bare, reader.fairness(view.table))


def _after(
    view: TableView,
    row: NewRow,
    history: History,
    point: HistoryPoint,
    story: Sequence[LogSentence] = (),
) -> TableView:
    return replace(
        view,
        sequence=row.sequence,
        state=point.state,
        history=history,
        round=point.round,
        attack_at=point.attack_at,
        tail=tail(view.tail, as_line(row, story)),
    )


# Undo and redo ----------------------------------------------------------------


def _undo(view: TableView, action: Mapping[str, object], by: Author, reader: Reader) -> Transition:
    if view.history.current is None:
        raise TableError("nothing_to_undo")
    target = _target(action, view.history.current, "not_standing")
    return _moved(view, Move(action, target, view.history.undo(target)), by, reader)


def _redo(view: TableView, action: Mapping[str, object], by: Author, reader: Reader) -> Transition:
    if view.history.undone is None:
        raise TableError("nothing_to_redo")
    target = _target(action, view.history.undone, "not_undone")
    return _moved(view, Move(action, target, view.history.redo(target)), by, reader)


def _target(action: Mapping[str, object], newest: Node, refusal: str) -> int:
    """The row an undo or redo goes to: the one it names, or else the next one."""
    for key in action:
        if key not in ("do", "to", "note"):
            raise RuleError("bad_value.unknown", field=key)
    target = action.get("to", newest.sequence)
    if not isinstance(target, int) or isinstance(target, bool):
        raise RuleError("bad_value.number", field="to", least=1, most=LIMIT)
    if not any(node.sequence == target for node in nodes(newest)):
        raise TableError(refusal)
    return target


class Move(NamedTuple):
    """A step in the history: the undo or redo, the row it goes to, and what stands after it."""

    action: Mapping[str, object]
    target: int
    history: History


def _moved(view: TableView, move: Move, by: Author, reader: Reader) -> Transition:
    point = reader.point(view.table, move.history)
    do = str(move.action["do"])
    attacked = view.attack_at is not None and view.attack_at >= move.target
    drew_lots = point.state.lots < view.state.lots
    reopens = view.state.over is not None and point.state.over is None
    story = (LogSentence("reopened", {}),) if reopens else ()
    row = NewRow(
        table_id=view.table,
        sequence=view.sequence + 1,
        kind=do,
        name=do,
        payload=compact(move.action),
        story=as_stored(story),
        seat=None,
        target=move.target,
        past_draw=do == "undo" and (attacked or drew_lots),
        version=move.history.version,
        round=point.round,
        attack=point.attack_at,
        checkpoint="",
        device_id=by.device,
        actor_name=by.name,
        tap_id=by.tap_id,
        created_at=by.at,
    )
    # Stored at once, so that after a snapshot there are only actions to replay.
    snapshot = codec.dump(point.state)
    point = point._replace(state=named(point.state, view.settings.names))
    return Transition(row, _after(view, row, move.history, point, story), snapshot)
