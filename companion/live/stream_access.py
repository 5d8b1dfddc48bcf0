"""Who may open a stream, and of which page."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import close_old_connections

from accounts import device_cookie
from accounts.identity import NOBODY, Credentials
from companion.errors import NotFoundError
from companion.live.renderer import View
from companion.models import Table
from companion.table import lookup, selectors
from companion.table.roles import role_of
from companion.table.settings import TableSettings
from companion.table.view import TableView
from web.exchange import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Permission to open a stream: of which view, and whether newer settings still allow it."""

    board: TableView
    view: View
    may_see: Callable[[TableSettings], bool]
    device: int | None = None
    credentials: Credentials = NOBODY


def for_table(table: str, request: Request) -> Ticket:
    """For everybody who may see a table; checked again with every board.

    Pages beside the table ask only for the pulse: that something has changed, not what.
    """
    close_old_connections()
    board = _board(uuid_in(table))
    sent = request.cookies
    visitor = device_cookie.visitor_in(sent)

    def may_see(settings: TableSettings) -> bool:
        return role_of(settings, visitor).may_see

    if not may_see(board.settings):
        raise NotFoundError("no_table")
    page = "pulse" if request.asked("page") == "pulse" else "board"
    view = View(page, request.language)
    return Ticket(
        board=board,
        view=view,
        may_see=may_see,
        device=visitor.device,
        credentials=device_cookie.credentials_in(sent, visitor),
    )


def for_tv(code: str, request: Request) -> Ticket:
    """For everybody with the TV's code."""
    close_old_connections()
    found = lookup.table_by_tv_code(code)
    if found is None:
        raise NotFoundError("no_table")

    def may_see(settings: TableSettings) -> bool:
        return settings.tv_code == found.tv_code

    board = selectors.view_of(found.pk)
    return Ticket(board=board, view=View("tv", request.language), may_see=may_see)


def uuid_in(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _board(table: UUID | None) -> TableView:
    try:
        if table:
            return selectors.view_of(table)
    except Table.DoesNotExist:
        pass
    raise NotFoundError("no_table")
