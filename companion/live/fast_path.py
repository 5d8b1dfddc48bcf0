"""The fast path from a tap to the database: the event loop's own connection."""

from typing import Protocol
from uuid import UUID

from companion.rules.fairness import Fairness
from companion.services.readers import Reader, UnusualError
from companion.services.sql import Statements
from companion.table.history import History
from companion.table.roles import Role, role_alone
from companion.table.settings import TableSettings
from companion.table.states import HistoryPoint
from companion.table.view import TableView


class BusyError(Exception):
    """Another connection is writing just now."""


class LostError(Exception):
    """Another connection was faster; nothing of the batch is stored."""


class FastPath(Reader, Statements, Protocol):
    """Calls on the loop must never wait; only those in the queue's thread may.

    Reads raise UnusualError if the answer is not in memory.
    """

    is_open: bool

    def open(self) -> None:
        """Connect; in the thread."""

    def close(self) -> None:
        """Disconnect; in the thread."""

    def begin(self) -> None:
        """Start a transaction; raises BusyError."""

    def device(self, token: str) -> int:
        """The device of a browser."""

    def rollback(self) -> None:
        """Undo what the transaction has done."""

    def commit(self) -> None:
        """Store the transaction durably, in the thread; raises LostError."""

    def doubt(self) -> None:
        """Something went wrong: check everything again before trusting it."""


class Remembering:
    """What both fast paths know from memory, and what neither does."""

    def __init__(self) -> None:
        self.is_open = False
        self._roles: dict[int, tuple[TableSettings, Role]] = {}

    def role(self, view: TableView, device: int, _account: int | None) -> Role:
        known = self._roles.get(device)
        if known is None or known[0] is not view.settings:
            known = self._roles[device] = (view.settings, role_alone(view.settings, device))
        if not known[1].may_tap:
            raise UnusualError  # an account may allow it
        return known[1]

    def called(self, view: TableView, device: int, _account: int | None) -> str:
        return view.settings.called(device)

    def fairness(self, _table: UUID) -> Fairness:
        raise UnusualError  # seeds are not kept in memory

    def point(self, _table: UUID, _history: History) -> HistoryPoint:
        raise UnusualError  # it reads the log
