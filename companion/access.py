"""Who may do what at a table: strangers and the removed get 404, those known but not allowed 403."""

from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion import guesses, naming, pace, selectors, services
from companion.board import Board, Place, Role, Visitor
from companion.devices import COOKIE, COOKIE_AGE, device_in
from companion.models import Device, Table
from companion.refusals import SENTENCES, TooManyError


def device_of(request: HttpRequest) -> Device | None:
    return device_in(request.COOKIES)


def account_of(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def visitor_of(request: HttpRequest) -> Visitor:
    device = device_of(request)
    return selectors.visitor_of(device.pk if device else None, account_of(request))


# Tables -----------------------------------------------------------------------


def board_to_read(table_id: UUID) -> Board:
    """The table as it is now, in the language of whoever asks; Table.DoesNotExist without one."""
    return naming.spoken(selectors.board_of(table_id), get_language() or "en")


def table_to_see(request: HttpRequest, table_id: UUID) -> Place:
    """For the opener, players and watchers."""
    try:
        board = board_to_read(table_id)
    except Table.DoesNotExist:
        raise Http404 from None
    visitor = visitor_of(request)
    role = board.facts.role(visitor)
    refuse_removed(role)
    if not role.may_see:
        raise Http404
    return Place(board=board, visitor=visitor, role=role)


def refuse_removed(role: Role) -> None:
    """A removed device finds nothing either, but it knew the table, so 404.html tells it why."""
    if role is Role.REMOVED:
        raise Http404("removed")


def table_to_tap(request: HttpRequest, table_id: UUID) -> Place:
    """For the opener and players."""
    place = table_to_see(request, table_id)
    if not place.role.may_tap:
        raise PermissionDenied(_(SENTENCES["watching"]))
    return place


def table_to_run(request: HttpRequest, table_id: UUID) -> Place:
    """For the opener alone."""
    place = table_to_see(request, table_id)
    if not place.role.may_run:
        raise PermissionDenied(_(SENTENCES["opener_only"]))
    return place


# Codes ------------------------------------------------------------------------


def table_to_join(request: HttpRequest, typed: str) -> Table | None:
    """The table of a join code, if there is one; TooManyError after many wrong ones."""
    return _guess(request, selectors.table_by_join_code(typed))


def table_for_tv(request: HttpRequest, code: str) -> Board:
    """The table of a TV code, which only ever reads."""
    try:
        table = _guess(request, selectors.table_by_tv_code(code))
    except TooManyError:  # a guesser is not told that it is blocked
        raise Http404 from None
    if table is None:
        raise Http404
    return board_to_read(table.pk)


def _guess(request: HttpRequest, table: Table | None) -> Table | None:
    guesses.check(address_of(request))
    if table is None:
        guesses.count(address_of(request))
    return table


def address_of(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


# Devices ----------------------------------------------------------------------


def check_pace(request: HttpRequest) -> None:
    """Count one more tap of this browser; TooManyError where they come too fast."""
    pace.TAPS.check(request.COOKIES.get(COOKIE) or address_of(request))


def device_to_act(request: HttpRequest) -> tuple[Device, str | None]:
    """This browser's device, made now if need be; a token is to be handed to `remember`.

    A device that belongs to another account than the one logged in is not acted with.
    """
    device = device_of(request)
    user = request.user if request.user.is_authenticated else None
    if device and (user is None or services.claim_device(device, account=user)):
        return device, None
    return services.make_device(user)


def remember(response: HttpResponse, request: HttpRequest, token: str | None) -> None:
    """Leave the device's token with the browser, where scripts cannot read it."""
    kept = token or request.COOKIES.get(COOKIE)
    if kept:
        response.set_cookie(
            COOKIE,
            kept,
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure() or settings.SESSION_COOKIE_SECURE,
        )
