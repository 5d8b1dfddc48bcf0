"""Who may open a stream, and of what."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import close_old_connections

from companion import devices, guesses, selectors
from companion.board import Facts
from companion.live.asgi import Message, address, asked, cookies, language
from companion.live.hub import Face
from companion.models import Table
from companion.refusals import NotFoundError


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A stream that may begin: of which table, and whether it still may, by newer facts."""

    table: UUID
    face: Face
    may_see: Callable[[Facts], bool]
    device: int | None = None


def for_table(table: str, scope: Message) -> Ticket:
    """For whoever may see a table; that is looked at again with every board.

    A page beside the table asks for the pulse alone: that something changed, and nothing of it.
    """
    close_old_connections()
    facts, known = _facts(uuid_in(table))
    visitor = devices.visitor_in(cookies(scope))

    def may_see(facts: Facts) -> bool:
        return facts.role(visitor).may_see

    if not may_see(facts):
        raise NotFoundError("no_table")
    page = "pulse" if asked(scope, "page") == "pulse" else "board"
    face = Face(page, language(scope))
    return Ticket(table=known, face=face, may_see=may_see, device=visitor.device)


def for_tv(code: str, scope: Message) -> Ticket:
    """For whoever knows the TV's code."""
    close_old_connections()
    guesses.check(address(scope))
    found = selectors.table_by_tv_code(code)
    if found is None:
        guesses.count(address(scope))
        raise NotFoundError("no_table")

    def may_see(facts: Facts) -> bool:
        return facts.tv_code == found.tv_code

    return Ticket(table=found.pk, face=Face("tv", language(scope)), may_see=may_see)


def uuid_in(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _facts(table: UUID | None) -> tuple[Facts, UUID]:
    try:
        if table:
            return selectors.board_of(table).facts, table
    except Table.DoesNotExist:
        pass
    raise NotFoundError("no_table")
