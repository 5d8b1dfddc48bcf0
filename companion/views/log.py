"""The log, and undoing down to any of its lines."""

from secrets import token_urlsafe
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import device_cookie
from companion import access, services
from companion.pages.log import LogQuery, back_page, log_page
from companion.table.view import Visit
from companion.tap import Tap, parse_tap
from kernel.errors import Refusal
from web import numbers

UNPROCESSABLE = 422
MOST_WORDS = 60


@require_GET
@never_cache
def log(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    page = log_page(visit, _query(request, seats=len(visit.view.settings.names)))
    return render(request, "companion/log/page.html", {"page": page})


def _query(request: HttpRequest, *, seats: int) -> LogQuery:
    """What the query asks for; invalid values are ignored."""
    seat = numbers.whole(request.GET.get("seat", ""))
    return LogQuery(
        seat=seat if seat is not None and seat < seats else None,
        words=request.GET.get("words", "").strip()[:MOST_WORDS],
        below=numbers.whole(request.GET.get("below", "")),
        line=numbers.whole(request.GET.get("line", "")),
    )


@require_http_methods(["GET", "POST"])
@never_cache
def back_to(request: HttpRequest, table_id: UUID, sequence: int) -> HttpResponse:
    """GET shows what an undo down to a line takes back; POST does it."""
    visit = access.table_to_tap(request, table_id)
    if request.method == "GET":
        return _preview(request, visit, sequence)
    device, token = device_cookie.device_to_act(request)
    try:
        access.check_pace(request)
        tap = _undo(request, sequence)
        services.take_tap(table_id, tap, device, account=device_cookie.account_of(request))
    except Refusal as refused:
        now = Visit(view=access.view_to_read(table_id), visitor=visit.visitor, role=visit.role)
        reason = refused.render(gettext)
        return _preview(request, now, sequence, refused=reason, status=refused.status)
    response = redirect("companion:log", table_id)
    device_cookie.remember(response, request, token)
    return response


def _undo(request: HttpRequest, sequence: int) -> Tap:
    expects = numbers.whole(request.POST.get("standing", ""))
    action = {"do": "undo", "to": sequence}
    return parse_tap({"id": request.POST.get("tap"), "expects": expects, "action": action})


def _preview(
    request: HttpRequest, visit: Visit, sequence: int, *, refused: str = "", status: int = 200
) -> HttpResponse:
    page = back_page(visit.view, sequence)
    if page is None:
        raise Http404(access.AT_THE_TABLE)
    context = {"page": page, "refused": refused, "tap": token_urlsafe(12)}
    return render(request, "companion/log/back_to.html", context, status=status)
