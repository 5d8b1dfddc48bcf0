"""What a batch of taps reads from the database in its transaction, here through the models."""

from collections.abc import Collection
from typing import Protocol
from uuid import UUID

from accounts import selectors as accounts
from companion.models import Table
from companion.rules.fairness import Fairness
from companion.services import sql
from companion.services.sql import Stored
from companion.table import selectors, states
from companion.table.history import History
from companion.table.roles import Role, role_alone, role_of
from companion.table.states import HistoryPoint
from companion.table.view import TableView


class UnusualError(Exception):
    """This reader does not know the answer; nothing has been done for the tap."""


class Reader(Protocol):
    """Reads what taps need; one that would have to wait raises UnusualError instead.

    `sure`: whether its answers are true within the transaction; otherwise only the commit tells,
    and no tap is refused because of them.
    """

    @property
    def sure(self) -> bool: ...

    def view(self, table: UUID) -> TableView | None:
        """A table as it is in this transaction, or None."""

    def role(self, view: TableView, device: int, account: int | None) -> Role:
        """Who a device is, and who it may be through the account logged in on it."""

    def called(self, view: TableView, device: int, account: int | None) -> str:
        """Whose a tap is in the log."""

    def stored(self, device: int, tap_id: str) -> Stored | None:
        """A tap that was stored before, or None."""

    def fairness(self, table: UUID) -> Fairness:
        """What a table's cubes are drawn from; its salt is fixed from now on."""

    def point(self, table: UUID, history: History) -> HistoryPoint:
        """The state that a history leads to."""


class ModelReader:
    """Reads through Django; locks and reads all tables at once."""

    sure = True

    def __init__(self, tables: Collection[UUID]) -> None:
        at = sql.lock(tables) if tables else {}
        self._views = {table: selectors.view_at(table, *moment) for table, moment in at.items()}
        self._run = sql.Django()

    def view(self, table: UUID) -> TableView | None:
        return self._views.get(table)

    def role(self, view: TableView, device: int, account: int | None) -> Role:
        role = role_alone(view.settings, device)
        if role.may_tap or account is None:
            return role
        return role_of(view.settings, accounts.visitor_of(device, account))

    def called(self, view: TableView, device: int, account: int | None) -> str:
        """On a device that is not at the table itself, somebody taps for one of theirs that is."""
        settings = view.settings
        if account is None or settings.person(device) is not None:
            return settings.called(device)
        own = accounts.visitor_of(device, account).devices
        if account == settings.opener_account and settings.opener_device is not None:
            own |= {settings.opener_device}
        here = (p.device for p in settings.people if p.device in own and not p.removed)
        return next(filter(None, map(settings.called, here)), "")

    def stored(self, device: int, tap_id: str) -> Stored | None:
        return sql.stored(self._run, device, tap_id)

    def fairness(self, table: UUID) -> Fairness:
        secret = sql.secret(self._run, table)
        if not secret.salt_fixed:
            Table.objects.filter(pk=table).update(salt_fixed=True)
        return Fairness(secret.commitment, secret.salt, secret.seed)

    def point(self, table: UUID, history: History) -> HistoryPoint:
        return states.point_of(Table.objects.get(pk=table), history.current)
