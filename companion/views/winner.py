"""The result of a game, and the step that closes it."""

from secrets import token_hex
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import device_cookie
from companion import access, services
from companion.models import Table
from companion.pages.finale import finale_page
from companion.pages.winner import winner_page
from companion.sharing.poster import poster_of
from companion.table import broadcast, results
from companion.table.broadcast import Keep
from companion.table.view import Visit
from companion.table.ways import ways
from kernel.errors import Refusal

CONFLICT = 409


@require_GET
@never_cache
def winner(request: HttpRequest, table_id: UUID) -> HttpResponse:
    return _page(request, access.table_to_see(request, table_id))


def _page(
    request: HttpRequest, visit: Visit, *, refused: str = "", status: int = 200
) -> HttpResponse:
    picture = reverse("companion:share-picture", args=[visit.view.table])
    context = {
        "page": winner_page(
            visit, ways(visit.view.settings, request), may_follow=access.may_follow(visit)
        ),
        "nonce": token_hex(16),
        "picture": request.build_absolute_uri(picture),
        "mark": poster_of(visit.view, settings.SITE_NAME).fingerprint,
        "refused": refused,
    }
    return render(request, "companion/winner/page.html", context, status=status)


@require_POST
def show(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Lead every screen of the table to the result, once it is settled."""
    visit = access.table_to_tap(request, table_id)
    if not results.is_final(visit.view):
        refused = gettext("The result is not settled yet.")
        return _page(request, visit, refused=refused, status=CONFLICT)
    broadcast.say(table_id, "result", keep=Keep.UNTIL_A_CHANGE)
    return redirect("companion:winner", table_id)


@require_GET
@never_cache
def tv_result(request: HttpRequest, code: str) -> HttpResponse:
    """The result as the television tells it, from the last place to the first."""
    page = finale_page(access.table_for_tv(code))
    return render(request, "companion/winner/_finale.html", {"page": page})


@require_POST
def close(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Close a finished game; closing it twice changes nothing more."""
    visit = access.table_to_run(request, table_id)
    device, token = device_cookie.device_to_act(request)
    try:
        services.close_game(Table.objects.get(pk=table_id), device)
    except Refusal as refused:
        return _page(request, visit, refused=refused.render(gettext), status=refused.status)
    response = redirect("companion:winner", table_id)
    device_cookie.remember(response, request, token)
    return response
