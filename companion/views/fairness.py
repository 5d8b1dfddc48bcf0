"""The page on which anybody at the table can check its draws."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from companion import access
from companion.pages.fairness import fairness_page


@require_GET
@never_cache
def fairness(request: HttpRequest, table_id: UUID) -> HttpResponse:
    page = fairness_page(access.table_to_see(request, table_id))
    return render(request, "companion/fairness/page.html", {"page": page})
