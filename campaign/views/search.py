"""Search in one campaign, and in all of the reader's."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaign.access import Permission, member_to, person_of
from campaign.models import Campaign
from campaign.pages.search import SearchPage, kinds, search_page
from campaign.selectors.members import campaigns_of
from campaign.selectors.search import search
from campaign.views.show import show

LONGEST = 80


@require_GET
def one(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return show(request, member, "search/one", page=_page(request, [member.campaign]))


@never_cache
@require_GET
def everywhere(request: HttpRequest) -> HttpResponse:
    campaigns = [member.campaign for member in campaigns_of(person_of(request))]
    context = {"page": _page(request, campaigns)}
    return render(request, "campaign/search/everywhere.html", context)


def _page(request: HttpRequest, campaigns: list[Campaign]) -> SearchPage:
    typed = request.GET.get("words", "")[:LONGEST]
    found = search(campaigns, typed, kinds())
    return search_page(typed, found, {campaign.pk: campaign for campaign in campaigns})
