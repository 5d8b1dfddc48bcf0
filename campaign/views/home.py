"""The campaign's home."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaign.access import Permission, member_to, person_of
from campaign.pages.home import home_page
from campaign.selectors.home import home_of
from campaign.views.show import show


@require_GET
def home(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return show(request, member, "home/page", tab="home", page=home_page(home_of(member)))
