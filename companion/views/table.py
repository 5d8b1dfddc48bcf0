"""The live table: its page, a tap by form, the odds, the television."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import device_cookie
from companion import access, services
from companion.forms.command_form import read_action, read_tap
from companion.pages import odds_page
from companion.pages.acting import seat_query
from companion.pages.refused_tap import (
    CORRECTIONS,
    SURE,
    RefusedTap,
    asked_tap,
    doubted_tap,
    refused_tap,
)
from companion.pages.table import table_page
from companion.pages.unusual_value import is_doubtful
from companion.table import broadcast, results
from companion.table.broadcast import Keep
from companion.table.roles import role_of
from companion.table.view import Visit
from companion.table.ways import ways
from kernel.errors import Refusal
from web import addresses, numbers

UNPROCESSABLE = 422


@require_GET
@never_cache
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    page = table_page(visit, _seat(request), ways(visit.view.settings, request))
    return render(request, "companion/table.html", {"page": page})


@require_POST
def act(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_tap(request, table_id)
    action = read_action(request.POST)
    if (question := _question(request, visit, action)) is not None:
        return question
    device, token = device_cookie.device_to_act(request)
    try:
        access.check_pace(request)
        account = device_cookie.account_of(request)
        services.take_tap(table_id, read_tap(request.POST), device, account=account)
    except Refusal as refused:
        response = _refused(request, visit, refused)
    else:
        response = redirect(_back(request, visit))
    device_cookie.remember(response, request, token)
    return response


def _question(request: HttpRequest, visit: Visit, action: dict[str, object]) -> HttpResponse | None:
    """What asks before a tap is carried out, if anything does."""
    view, sure = visit.view, request.POST.get("sure", "")
    if is_doubtful(view.state, action, sure):
        page = doubted_tap(view, action, request.POST)
    elif not results.is_counted(view) or sure == SURE:
        return None
    elif action == {"do": "undo"}:
        return redirect("companion:back-to", visit.view.table, view.history.top)
    elif action.get("do") in CORRECTIONS:
        page = asked_tap(view, action, request.POST)
    else:
        return None
    return _again(request, visit, page)


def _again(request: HttpRequest, visit: Visit, page: RefusedTap, status: int = 200) -> HttpResponse:
    context = {"page": page, "back": _back(request, visit)}
    return render(request, "companion/refused_tap.html", context, status=status)


def _refused(request: HttpRequest, visit: Visit, refused: Refusal) -> HttpResponse:
    page = refused_tap(visit.view, refused, read_action(request.POST), request.POST)
    return _again(request, visit, page, refused.status)


def _back(request: HttpRequest, visit: Visit) -> str:
    seat = numbers.whole(request.POST.get("seat", ""))
    return reverse("companion:table", args=[visit.view.table]) + seat_query(visit, seat)


def _seat(request: HttpRequest) -> int | None:
    return numbers.whole(request.GET.get("seat", ""))


@require_POST
def seen(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """An attack was put aside on one device: the others put it aside too.

    Where that is told late, the server was away, and the others are not all back yet.
    """
    access.table_to_tap(request, table_id)
    number = numbers.whole(request.POST.get("attack", ""))
    if number is None:
        return HttpResponse(status=UNPROCESSABLE)
    late = "late" in request.POST
    broadcast.say(table_id, f"seen {number}", keep=Keep.A_WHILE if late else Keep.NOT)
    return HttpResponse(status=204)


@require_GET
@never_cache
def odds(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    if not visit.view.tells_odds:
        raise Http404(access.AT_THE_TABLE)
    page = odds_page.odds_page(visit, _seat(request))
    # A script asks for the fragment alone, to put it into its sheet.
    part = "X-Part" in request.headers
    template = "companion/table/_odds_body.html" if part else "companion/odds.html"
    response = render(request, template, {"page": page})
    response["Vary"] = "X-Part"
    return response


@require_GET
@never_cache
def tv(request: HttpRequest, code: str) -> HttpResponse:
    view = access.table_for_tv(code)
    link = addresses.shared(request, reverse("companion:join", args=[view.settings.link_token]))
    door = addresses.shared(request, reverse("companion:find"))
    page = odds_page.tv_page(view, link, door)
    # A phone that became the television by a tap in its menu finds its way back.
    here = role_of(view.settings, device_cookie.visitor_of(request)).may_see
    back = reverse("companion:table", args=[view.table]) if here else ""
    return render(request, "companion/tv.html", {"page": page, "back": back})


@require_GET
@never_cache
def tv_rematch(request: HttpRequest, code: str) -> HttpResponse:
    """From a television to the one of the rematch, for whoever has the code that is valid."""
    rematch = access.table_for_tv(code).settings.rematch
    if rematch is None:
        raise Http404
    return redirect("companion:tv", access.view_to_read(rematch).settings.tv_code)
