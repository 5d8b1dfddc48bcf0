"""Fair draws: the page on which anybody can check them, and a device's part of the salt."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import device_cookie
from companion import access, services
from companion.models import Table
from companion.pages.fairness import fairness_page
from kernel.errors import Refusal
from web import numbers


@require_GET
@never_cache
def fairness(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    page = fairness_page(visit, numbers.whole(request.GET.get("from", "")))
    return render(request, "companion/fairness/page.html", {"page": page})


@require_POST
def salt(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The random bytes of a device that a rematch seated without any."""
    access.table_to_tap(request, table_id)
    device = device_cookie.device_of(request)
    try:
        if device:
            table = Table.objects.get(pk=table_id)
            services.add_salt(table, device, salt=request.POST.get("salt", ""))
    except Refusal as refused:
        return HttpResponse(
            refused.render(gettext), status=refused.status, content_type="text/plain"
        )
    return HttpResponse(status=204)
