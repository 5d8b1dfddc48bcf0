"""What this process remembers of its tables, so that a tap need not read them anew.

Boards are immutable and each is looked up with the sequence it must have, which is read from the
database: a board that another process has overtaken is never taken for the newest.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from uuid import UUID

from companion.board import Board
from companion.refusals import Refusal
from companion.rules.errors import RuleError

MOST = 512

TapKey = tuple[UUID, int, str]
"""A table, a device, and the id that the device gave its tap."""

_boards: "OrderedDict[UUID, Board]" = OrderedDict()
_refused: "OrderedDict[TapKey, RuleError | Refusal]" = OrderedDict()
_lock = Lock()


def keep(board: Board) -> None:
    """Remember a board whose row of the database is committed."""
    with _lock:
        known = _boards.get(board.table)
        if known is None or known.sequence <= board.sequence:
            _boards[board.table] = board
        _boards.move_to_end(board.table)
        while len(_boards) > MOST:
            _boards.popitem(last=False)


def recall(table: UUID) -> Board | None:
    return _boards.get(table)


def keep_refused(refused: Mapping[TapKey, RuleError | Refusal]) -> None:
    """Remember for a while which taps were refused: the log holds only what was done."""
    with _lock:
        _refused.update(refused)
        while len(_refused) > MOST:
            _refused.popitem(last=False)


def refused(key: TapKey) -> RuleError | Refusal | None:
    return _refused.get(key)


def forget() -> None:
    """Forget everything, as a restart does."""
    with _lock:
        _boards.clear()
        _refused.clear()
