"""Lets a page's request to its table: 404 for strangers and removed devices, 403 for the others.

Who has which role, and what a role may do, is in `table/roles.py`.
"""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.device_cookie import COOKIE, visitor_of
from accounts.identity import Visitor
from accounts.throttle.limits import CODES, household_of
from companion import codes
from companion.errors import SENTENCES
from companion.models import Screen, Table
from companion.table import lookup, naming, selectors, titles
from companion.table.roles import Role, role_of
from companion.table.settings import TableSettings
from companion.table.view import TableView, Visit
from kernel.errors import UnreadableError
from web import throttle
from web.addresses import address_of
from web.codes import tidy

# Tables -----------------------------------------------------------------------


def view_to_read(table_id: UUID) -> TableView:
    """The table as it is now, in the reader's language; raises Table.DoesNotExist."""
    language = get_language() or "en"
    return titles.localized(naming.localized(selectors.view_of(table_id), language), language)


def table_to_see(request: HttpRequest, table_id: UUID) -> Visit:
    """The visit of an opener, player or watcher; raises for anybody else."""
    try:
        view = view_to_read(table_id)
    except Table.DoesNotExist:
        raise Http404 from None
    except UnreadableError:
        settings = selectors.settings_of(Table.objects.get(pk=table_id))
        _role(settings, visitor_of(request))  # strangers learn nothing of it
        raise
    visitor = visitor_of(request)
    role = _role(view.settings, visitor)
    return Visit(view=view, visitor=visitor, role=role)


def _role(settings: TableSettings, visitor: Visitor) -> Role:
    role = role_of(settings, visitor)
    refuse_removed(role)
    if not role.may_see:
        raise Http404
    return role


def refuse_removed(role: Role) -> None:
    """A removed device gets 404 as well, but it knew the table, so 404.html tells it why."""
    if role is Role.REMOVED:
        raise Http404("removed")


def table_to_tap(request: HttpRequest, table_id: UUID) -> Visit:
    """The visit of the opener or a player; raises for anybody else."""
    visit = table_to_see(request, table_id)
    if not visit.role.may_tap:
        raise PermissionDenied(_(SENTENCES["watching"]))
    return visit


def table_to_run(request: HttpRequest, table_id: UUID) -> Visit:
    """The visit of the opener; raises for anybody else."""
    visit = table_to_see(request, table_id)
    if not visit.role.may_run:
        raise PermissionDenied(_(SENTENCES["opener_only"]))
    return visit


def may_follow(visit: Visit) -> bool:
    """Whether there is a rematch that the visitor may open: those who came here afterwards may not."""
    again = Table.objects.filter(rematch_of=visit.view.table).first()
    return again is not None and role_of(selectors.settings_of(again), visit.visitor).may_see


AT_THE_TABLE = "at the table"
"""Raised with a 404 for somebody who may see the table: 404.html then leads back to it."""


# Codes ------------------------------------------------------------------------


def table_to_join(request: HttpRequest, typed: str) -> Table | None:
    """The table of a link's token or of a typed code, or None.

    A link is never refused, nor is a code from somebody who knows the table already. Wrong codes are
    counted by address, each once; raises TooManyError if there were too many.
    """
    code = tidy(typed)
    if len(code) != codes.JOIN_LENGTH:
        return lookup.table_by_link(code)
    table = lookup.table_by_join_code(code)
    if table and _knows(request, table):
        return table
    household = household_of(address_of(request))
    CODES.check(household)
    if table is None and not lookup.has_ended(code):
        CODES.count(household, tried=code)
    return table


def screen_behind(request: HttpRequest, typed: str) -> Screen | None:
    """The screen of a typed or scanned code, or None; wrong ones count as a table's do.

    Whoever is somebody here already is not refused for the guesses of a neighbour.
    """
    household, visitor = household_of(address_of(request)), visitor_of(request)
    if visitor.device is None and visitor.account is None:
        CODES.check(household)
    screen = lookup.screen_by_code(typed)
    if screen is None:
        CODES.count(household, tried=tidy(typed))
    return screen


def _knows(request: HttpRequest, table: Table) -> bool:
    role = role_of(selectors.view_of(table.pk).settings, visitor_of(request))
    return role.may_see or role is Role.REMOVED


def table_for_tv(code: str) -> TableView:
    """The table of a TV code, which can only read."""
    table = lookup.table_by_tv_code(code)
    if table is None:
        raise Http404("ended" if lookup.has_ended(code) else "")
    return view_to_read(table.pk)


# Pace -------------------------------------------------------------------------


def check_pace(request: HttpRequest) -> None:
    """Count one more tap of this browser; raises TooManyError if they come too fast."""
    throttle.TAPS.check(request.COOKIES.get(COOKIE, ""), address_of(request))
