"""The log: read it, and go back to any of its lines."""

from secrets import token_urlsafe
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from companion import access, digits, services
from companion.board import Place
from companion.pages.log import Asked, back_page, log_page
from companion.refusals import Refusal
from companion.rules.errors import RuleError
from companion.tap import Tap, parse_tap

UNPROCESSABLE = 422
MOST_WORDS = 60


@require_GET
@never_cache
def log(request: HttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_see(request, table_id)
    page = log_page(place, _asked(request, seats=len(place.board.facts.names)))
    return render(request, "companion/log/page.html", {"page": page})


def _asked(request: HttpRequest, *, seats: int) -> Asked:
    """What the query asks for; what means nothing asks for nothing."""
    seat = digits.whole(request.GET.get("seat", ""))
    return Asked(
        seat=seat if seat is not None and seat < seats else None,
        words=request.GET.get("words", "").strip()[:MOST_WORDS],
        below=digits.whole(request.GET.get("below", "")),
        line=digits.whole(request.GET.get("line", "")),
    )


@require_http_methods(["GET", "POST"])
@never_cache
def back_to(request: HttpRequest, table_id: UUID, sequence: int) -> HttpResponse:
    """What an undo down to a line takes back; posted, it is done."""
    place = access.table_to_tap(request, table_id)
    if request.method == "GET":
        return _preview(request, place, sequence)
    device, token = access.device_to_act(request)
    try:
        access.check_pace(request)
        tap = _undo(request, sequence)
        services.play(table_id, tap, device, account=access.account_of(request))
    except (Refusal, RuleError) as refused:
        now = Place(board=access.board_to_read(table_id), visitor=place.visitor, role=place.role)
        said = refused.say(gettext)
        status = getattr(refused, "status", UNPROCESSABLE)
        return _preview(request, now, sequence, refused=said, status=status)
    response = redirect("companion:log", table_id)
    access.remember(response, request, token)
    return response


def _undo(request: HttpRequest, sequence: int) -> Tap:
    expects = digits.whole(request.POST.get("sequence", ""))
    action = {"do": "undo", "to": sequence}
    return parse_tap({"id": request.POST.get("tap"), "expects": expects, "action": action})


def _preview(
    request: HttpRequest, place: Place, sequence: int, *, refused: str = "", status: int = 200
) -> HttpResponse:
    page = back_page(place.board, sequence)
    if page is None:
        raise Http404
    context = {"page": page, "refused": refused, "tap": token_urlsafe(12)}
    return render(request, "companion/log/back_to.html", context, status=status)
