"""The page with every number of every edition and its source."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from companion.pages.editions import editions_page

LONGEST = 60


@require_GET
def editions(request: HttpRequest) -> HttpResponse:
    page = editions_page(request.GET.get("q", "")[:LONGEST])
    return render(request, "companion/editions/page.html", {"page": page})
