"""What is worked out of a whole game, kept for the table's newest sequence, so that it is done once."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TypeVar
from uuid import UUID

from companion.table.view import TableView

MOST = 64

Found = TypeVar("Found")


def kept(work_out: Callable[[TableView], Found]) -> Callable[[TableView], Found]:
    """The function, asked once for each table and sequence; what it returns must not change."""
    found: OrderedDict[UUID, tuple[int, Found]] = OrderedDict()
    lock = Lock()

    @wraps(work_out)
    def once(view: TableView) -> Found:
        known = found.get(view.table)
        if known is None or known[0] != view.sequence:
            known = (view.sequence, work_out(view))
        with lock:
            found[view.table] = known
            found.move_to_end(view.table)
            while len(found) > MOST:
                found.popitem(last=False)
        return known[1]

    return once
