"""Joining by code, and taking seats: what a device does before its first tap."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion import access, selectors
from companion.board import Board, Role
from companion.models import Table
from companion.pages.joining import join_page
from companion.refusals import SENTENCES, Refusal, TooManyError
from companion.services.taking import take_seats
from companion.sheets.joining import CodeForm, SeatForm


@require_http_methods(["GET", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """From a code that somebody typed to the table's own page."""
    form = CodeForm(request.POST or None)
    if not form.is_valid():
        return _find(request, form, 422 if form.is_bound else 200)
    code = form.cleaned_data["code"]
    found = _table_behind(request, code)
    return found if isinstance(found, HttpResponse) else redirect("companion:join", code)


@require_GET
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The seats of the table that was scanned. Reading it changes nothing."""
    found = _table_behind(request, code)
    if isinstance(found, HttpResponse):
        return found
    return _seats(request, access.board_to_read(found.pk))


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    found = _table_behind(request, code)
    if isinstance(found, HttpResponse):
        return found
    board = access.board_to_read(found.pk)
    if not (board.facts.joining_open or _role(request, board).may_see):
        return _seats(request, board)
    return _take(request, board, found)


@require_POST
def seats(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Take other seats at a table one is at already; that needs no code."""
    board = access.table_to_see(request, table_id).board
    return _take(request, board, Table.objects.get(pk=table_id))


def _take(request: HttpRequest, board: Board, table: Table) -> HttpResponse:
    form = SeatForm(request.POST, seats=len(board.state.seats))
    if not form.is_valid():
        return _seats(request, board, refused=_("Pick one of these seats, or watch."))
    device, token = access.device_to_act(request)
    try:
        take_seats(table, device, seats=form.wanted(), salt=form.cleaned_data["salt"] or None)
    except Refusal as refusal:  # removed, or joining closed, since the page was shown
        return _seats(request, access.board_to_read(table.pk), refused=refusal.say(_))
    response = redirect("companion:table", table.pk)
    access.remember(response, request, token)
    return response


def _seats(request: HttpRequest, board: Board, refused: str = "") -> HttpResponse:
    role = _role(request, board)
    here = role.may_see
    page = join_page(board, access.visitor_of(request).device, here=here)
    status = 422 if refused else 200 if page.takes else 403
    context = {"page": page, "refused": refused}
    return render(request, "companion/joining/page.html", context, status=status)


def _role(request: HttpRequest, board: Board) -> Role:
    return board.facts.role(access.visitor_of(request))


def _table_behind(request: HttpRequest, code: str) -> Table | HttpResponse:
    """The table of a code, or the answer to who shall not find one."""
    form = CodeForm({"code": code})
    try:
        table = access.table_to_join(request, code)
    except TooManyError as error:
        form.add_error("code", error.say(_))
        return _find(request, form, error.status)
    if table:
        access.refuse_removed(_role(request, selectors.board_of(table.pk)))
        return table
    if form.is_valid():
        form.add_error("code", _(SENTENCES["no_table"]))
    return _find(request, form, 404)


def _find(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "companion/joining/find.html", {"code_form": form}, status=status)
