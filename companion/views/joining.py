"""Joining by code, and taking seats: what a device does before its first tap."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import device_cookie
from companion import access, codes
from companion.errors import SENTENCES, TableError
from companion.forms.joining import CodeForm, SeatForm
from companion.models import Table
from companion.pages.joining import join_page, seat_question
from companion.services.seating import take_seats
from companion.table import lookup, selectors
from companion.table.roles import Role, role_of
from companion.table.settings import MOST_DEVICES
from companion.table.view import TableView
from companion.table.ways import ways
from kernel.errors import Refusal
from web.errors import TooManyError


@require_http_methods(["GET", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """From a typed code to the page of its table."""
    form = CodeForm(request.POST or None)
    if not form.is_valid():
        return _find(request, form, 422 if form.is_bound else 200)
    code = form.cleaned_data["code"]
    if len(code) == codes.SCREEN_LENGTH:
        return redirect("companion:show", code)
    found = _table_behind(request, code)
    return found if isinstance(found, HttpResponse) else redirect("companion:join", code)


@require_GET
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The seats of the table whose code was scanned. Reading it changes nothing."""
    found = _table_behind(request, code)
    if isinstance(found, HttpResponse):
        return found
    return _seats(request, access.view_to_read(found.pk), code)


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    found = _table_behind(request, code)
    if isinstance(found, HttpResponse):
        return found
    view = access.view_to_read(found.pk)
    here = _role(request, view).may_see
    if not (view.settings.joining_open or here):
        return _seats(request, view, code)
    if view.settings.is_full and not here:
        full = TableError("table_full", most=MOST_DEVICES)
        return _seats(request, view, code, refused=full.render(_))
    return _take(request, view, found, code)


@require_POST
def seats(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Take other seats at a table that the device is already at; that needs no code."""
    view = access.table_to_see(request, table_id).view
    table = Table.objects.get(pk=table_id)
    return _take(request, view, table, table.link_token)


def _take(request: HttpRequest, view: TableView, table: Table, code: str) -> HttpResponse:
    form = SeatForm(request.POST, seats=len(view.state.seats))
    if not form.is_valid():
        return _seats(request, view, code, refused=_("Pick one of these seats, or watch."))
    held = _held(request, view)
    if set(form.wanted(held)) - set(held) and not ways(view.settings, request).sit:
        return _seats(request, view, code, refused=_(SENTENCES["only_watches"]), status=403)
    if form.asks(held) and view.may_sit(_role(request, view)):
        page = seat_question(view, held, form.wanted(held))
        return render(request, "companion/joining/ask.html", {"page": page, "form": form})
    device, token = device_cookie.device_to_act(request)
    try:
        take_seats(table, device, seats=form.wanted(held), salt=form.cleaned_data["salt"] or None)
    except Refusal as refusal:  # removed, or joining was closed, after the page was shown
        return _seats(request, access.view_to_read(table.pk), code, refused=refusal.render(_))
    response = redirect("companion:table", table.pk)
    device_cookie.remember(response, request, token)
    return response


def _held(request: HttpRequest, view: TableView) -> tuple[int, ...]:
    device = device_cookie.visitor_of(request).device
    person = view.settings.person(device) if device is not None else None
    return person.seats if person else ()


def _seats(
    request: HttpRequest, view: TableView, code: str, refused: str = "", status: int = 422
) -> HttpResponse:
    visitor = device_cookie.visitor_of(request)
    page = join_page(view, visitor.device, code=code, role=role_of(view.settings, visitor))
    status = status if refused else 200 if page.takes else 403
    context = {"page": page, "refused": refused}
    return render(request, "companion/joining/page.html", context, status=status)


def _role(request: HttpRequest, view: TableView) -> Role:
    return role_of(view.settings, device_cookie.visitor_of(request))


def _table_behind(request: HttpRequest, code: str) -> Table | HttpResponse:
    """The table of a code, or the answer for somebody who must not find one."""
    form = CodeForm({"code": code})
    try:
        table = access.table_to_join(request, code)
    except TooManyError as error:
        form.add_error("code", error.render(_))
        return _find(request, form, error.status)
    if table:
        access.refuse_removed(_role(request, selectors.view_of(table.pk)))
        return table
    if form.is_valid():
        ended = lookup.has_ended(form.cleaned_data["code"])
        form.add_error("code", _(SENTENCES["code_ended" if ended else "no_table"]))
    return _find(request, form, 404)


def no_screen(request: HttpRequest, code: str) -> HttpResponse:
    """The answer for a code of six letters that no screen of the visitor's has."""
    form = CodeForm({"code": code})
    form.add_error("code", _(SENTENCES["no_screen"]))
    return _find(request, form, 404)


def _find(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "companion/joining/find.html", {"code_form": form}, status=status)
