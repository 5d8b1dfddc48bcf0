"""What one tap does to a board: an action with its cubes, an undo, a redo."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion import selectors
from companion.board import Board, named, tail
from companion.line import Line, Link, links
from companion.models import LogRow, Table
from companion.refusals import Refusal, StaleError
from companion.rules import fairness
from companion.rules.actions import LIMIT
from companion.rules.errors import RuleError
from companion.rules.fairness import Fairness
from companion.rules.lines import Line as Told
from companion.rules.reducer import act
from companion.selectors import Moment
from companion.services import store
from companion.services.rows import action_row, compact, follow, shown
from companion.tap import Tap, TurnPhase

DRAWING = ("attack", "refill", "out_turn")
AT_A_MOMENT = ("end_turn", "refill", "out_turn", "undo", "redo", "buy", "leave")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A row to be stored, what it says, and where the board stands after it."""

    row: LogRow
    moment: Moment
    line: Line
    story: tuple[Told, ...] = ()

    def onto(self, board: Board) -> Board:
        """The board after this step; the row must carry who and when by now."""
        return replace(
            board,
            sequence=self.row.sequence,
            state=named(self.moment.state, board.facts.names),
            line=self.line,
            round=self.moment.round,
            attack_at=self.moment.attack_at,
            tail=tail(board.tail, shown(self.row, self.story)),
        )


def check_moment(board: Board, tap: Tap) -> None:
    """Refuse a tap that was meant for another moment; taps that add up need none."""
    if tap.expects is None:
        if tap.action.get("do") in AT_A_MOMENT:
            raise Refusal("no_moment")
    elif not _is_now(board, tap.expects):
        raise StaleError(board.state, board.sequence)


def _is_now(board: Board, expects: int | TurnPhase) -> bool:
    if isinstance(expects, int):
        return expects == board.sequence
    turn = board.state.turn
    return expects.turn == turn.number and expects.phase in (None, turn.phase)


def carry_out(board: Board, action: Mapping[str, object]) -> Step:
    """What an action, undo or redo leads to; raises RuleError or Refusal."""
    match action.get("do"):
        case "undo":
            return _undo(board, action)
        case "redo":
            return _redo(board, action)
    return _act(board, action)


# Actions ----------------------------------------------------------------------


def _act(board: Board, given: Mapping[str, object]) -> Step:
    action = _with_cubes(board, given) if given.get("do") in DRAWING else given
    before = Moment(board.state, board.round, board.attack_at)
    sequence = board.sequence + 1
    after = follow(before, sequence, act(board.state, action))
    row, story = action_row(board.table, sequence, action, before, after)
    return Step(row=row, story=story, moment=after, line=board.line.add(sequence))


def _with_cubes(board: Board, action: Mapping[str, object]) -> Mapping[str, object]:
    """The action with cubes drawn from the seed, unless they were drawn by hand."""
    if action.get("by_hand") is True:
        return action
    if action.get("drawn"):
        # No device may name the cubes of an attack that the server draws.
        raise Refusal("hand_unmarked")
    if not board.facts.draws:
        return action
    bare = {key: value for key, value in action.items() if (key, value) != ("drawn", [])}
    return fairness.fill_in(board.state, bare, _fair(board))


def _fair(board: Board) -> Fairness:
    secret = store.secret(board.table)
    if not secret.salt_fixed:
        Table.objects.filter(pk=board.table).update(salt_fixed=True)
    return Fairness(secret.commitment, secret.salt, secret.seed)


# Undo and redo ----------------------------------------------------------------


def _undo(board: Board, action: Mapping[str, object]) -> Step:
    if board.line.standing is None:
        raise Refusal("nothing_to_undo")
    target = _target(action, board.line.standing, "not_standing")
    past_draw = board.attack_at is not None and board.attack_at >= target
    line = board.line.back(target)
    return _moved(board, action, target, line, past_draw=past_draw)


def _redo(board: Board, action: Mapping[str, object]) -> Step:
    if board.line.undone is None:
        raise Refusal("nothing_to_redo")
    target = _target(action, board.line.undone, "not_undone")
    return _moved(board, action, target, board.line.forth(target))


def _target(action: Mapping[str, object], newest: Link, refusal: str) -> int:
    """The row an undo or redo goes to: the one it names, else the next one."""
    for key in action:
        if key not in ("do", "to", "note"):
            raise RuleError("bad_value.unknown", field=key)
    target = action.get("to", newest.sequence)
    if not isinstance(target, int) or isinstance(target, bool):
        raise RuleError("bad_value.number", field="to", least=1, most=LIMIT)
    if not any(link.sequence == target for link in links(newest)):
        raise Refusal(refusal)
    return target


def _moved(
    board: Board,
    action: Mapping[str, object],
    target: int,
    line: Line,
    *,
    past_draw: bool = False,
) -> Step:
    moment = selectors.moment_of(Table.objects.get(pk=board.table), line.standing)
    do = str(action["do"])
    row = LogRow(
        table_id=board.table,
        sequence=board.sequence + 1,
        kind=do,
        what=do,
        payload=compact(action),
        target=target,
        past_draw=past_draw,
        version=line.version,
        round=moment.round,
        attack=moment.attack_at,
    )
    return Step(row=row, moment=moment, line=line)
