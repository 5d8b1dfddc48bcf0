"""What this process remembers of its tables, so that a tap need not read them anew.

Boards are immutable and each is looked up with the sequence it must have, which is read from the
database: a board that another process has overtaken is never taken for the newest.
"""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from companion.board import Board

MOST = 512

_boards: "OrderedDict[UUID, Board]" = OrderedDict()
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


def forget() -> None:
    """Forget everything, as a restart does."""
    with _lock:
        _boards.clear()
