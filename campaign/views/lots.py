"""Lots: the page that shows and checks them, and drawing one."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.models import Membership
from campaign.pages.lots import lots_page
from campaign.rules.errors import LedgerError
from campaign.selectors.ledger import state_of
from campaign.selectors.lots import lots_of
from campaign.selectors.members import names_of
from campaign.services.lots import draw_lot
from campaign.views.line import form_key
from campaign.views.show import safe_next, show
from campaign.views.written import tell
from web import numbers


@require_GET
def lots(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    return _page(request, member_to(person_of(request), campaign_id, Permission.READ))


def _page(request: HttpRequest, member: Membership, refused: str = "") -> HttpResponse:
    """The lots; with a reason why a list was refused, as it was typed."""
    campaign = member.campaign
    found = lots_of(campaign)
    page = lots_page(
        *(campaign.lot_seed, state_of(campaign), found.rows, names_of(campaign), found.struck)
    )
    return show(
        *(request, member, "lots/page"),
        tab="ledger",
        status=422 if refused else 200,
        page=page,
        refused=refused,
        typed={"take": "1", **request.POST.dict()},
    )


@require_POST
def draw(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Draw one lot: the names are given one by one, or one in each line of a text."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    typed = request.POST.get("lines", "").splitlines()
    of = [name for name in (*request.POST.getlist("of"), *typed) if name.strip()]
    try:
        entry = draw_lot(
            *(member, of),
            take=numbers.whole(request.POST.get("take", "1")) or 1,
            why=request.POST.get("why", ""),
            salt=request.POST.get("salt", "") or None,
            key=form_key(request),
        )
    except (LedgerError, CampaignError) as error:
        if "lines" in request.POST:
            return _page(request, member, translate(error))
        messages.error(request, translate(error))
    else:
        tell(request, member, [entry])
    here = reverse("campaign:lots", args=[campaign_id])
    return redirect(safe_next(request.POST.get("next", ""), here))
