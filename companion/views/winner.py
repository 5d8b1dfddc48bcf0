"""The result of a game, and the step that closes it."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from companion import access, services
from companion.board import Place
from companion.models import Table
from companion.pages.sharing import poster_of
from companion.pages.winner import winner_page
from companion.refusals import Refusal


@require_GET
@never_cache
def winner(request: HttpRequest, table_id: UUID) -> HttpResponse:
    return _shown(request, access.table_to_see(request, table_id))


def _shown(
    request: HttpRequest, place: Place, *, refused: str = "", status: int = 200
) -> HttpResponse:
    picture = reverse("companion:share-picture", args=[place.board.table])
    context = {
        "page": winner_page(place),
        "picture": request.build_absolute_uri(picture),
        "mark": poster_of(place.board, settings.SITE_NAME).mark,
        "refused": refused,
    }
    return render(request, "companion/winner/page.html", context, status=status)


@require_POST
def close(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Close a finished game; closing it twice is closing it once."""
    place = access.table_to_run(request, table_id)
    device, token = access.device_to_act(request)
    try:
        services.close_game(Table.objects.get(pk=table_id), device)
    except Refusal as refused:
        return _shown(request, place, refused=refused.say(gettext), status=refused.status)
    response = redirect("companion:winner", table_id)
    access.remember(response, request, token)
    return response
