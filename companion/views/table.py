"""The live table: its page, a tap by form, the odds, the television."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from companion import access, addresses, digits, services
from companion.board import Place
from companion.forms import read_action, read_tap
from companion.pages import beside
from companion.pages.again import again
from companion.pages.table import table_page
from companion.refusals import Refusal
from companion.rules.errors import RuleError

UNPROCESSABLE = 422


@require_GET
@never_cache
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_see(request, table_id)
    page = table_page(place, _seat(request))
    return render(request, "companion/table.html", {"page": page})


@require_POST
def act(request: HttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_tap(request, table_id)
    device, token = access.device_to_act(request)
    try:
        access.check_pace(request)
        account = access.account_of(request)
        services.play(table_id, read_tap(request.POST), device, account=account)
    except (RuleError, Refusal) as refused:
        response = _refused(request, place, refused)
    else:
        response = redirect(_back(request, table_id))
    access.remember(response, request, token)
    return response


def _refused(request: HttpRequest, place: Place, refused: RuleError | Refusal) -> HttpResponse:
    page = again(place.board, refused, read_action(request.POST), request.POST)
    status = refused.status if isinstance(refused, Refusal) else UNPROCESSABLE
    return render(request, "companion/again.html", {"page": page}, status=status)


def _back(request: HttpRequest, table_id: UUID) -> str:
    seat = digits.whole(request.POST.get("seat", ""))
    query = "" if seat is None else f"?seat={seat}"
    return reverse("companion:table", args=[table_id]) + query


def _seat(request: HttpRequest) -> int | None:
    return digits.whole(request.GET.get("seat", ""))


@require_GET
@never_cache
def odds(request: HttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_see(request, table_id)
    if not place.board.tells_odds:
        raise Http404
    page = beside.odds_page(place, _seat(request))
    # A script asks for the part alone, to lay it into its sheet.
    part = "X-Part" in request.headers
    template = "companion/table/_odds_body.html" if part else "companion/odds.html"
    response = render(request, template, {"page": page})
    response["Vary"] = "X-Part"
    return response


@require_GET
@never_cache
def tv(request: HttpRequest, code: str) -> HttpResponse:
    board = access.table_for_tv(request, code)
    door = reverse("companion:join", args=[board.facts.join_code])
    page = beside.tv_page(board, addresses.shared(request, door))
    return render(request, "companion/tv.html", {"page": page})
