"""The ledger: its lines by what they are about, and striking one of them."""

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError
from campaign.forms.ledger import FilterForm
from campaign.models import LedgerEntry, Membership
from campaign.pages.lines import A_PAGE, ledger_lines
from campaign.pages.strike import strike_page
from campaign.rules.errors import LedgerError
from campaign.selectors.ledger import lines_of, reading_of, rows_of
from campaign.services.ledger import strike as strike_entry
from campaign.views.show import show


@require_GET
def ledger(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    reading = reading_of(member.campaign)
    form = FilterForm(request.GET, reading=reading)
    criteria = form.criteria() if form.is_valid() else None
    rows = Paginator(rows_of(member.campaign, criteria), A_PAGE).get_page(request.GET.get("page"))
    lines = ledger_lines(campaign_id, lines_of(member, rows, reading.state))
    status = 200 if form.is_valid() else 422
    return show(
        *(request, member, "ledger/page"),
        tab="ledger",
        status=status,
        form=form,
        lines=lines,
        rows=rows,
        rest=form.rest(),
    )


@require_http_methods(["GET", "POST"])
def strike(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """What a strike would restore, or what stands in its way; then the strike."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    row = member.campaign.entries.filter(number=number).first()
    if row is None:
        raise Http404
    if request.method == "POST":
        return _strike(request, member, row)
    return _strike_page(request, member, row)


def _strike_page(
    request: HttpRequest, member: Membership, row: LedgerEntry, status: int = 200
) -> HttpResponse:
    page = strike_page(member, row)
    return show(request, member, "ledger/strike", tab="ledger", status=status, page=page)


def _strike(request: HttpRequest, member: Membership, row: LedgerEntry) -> HttpResponse:
    try:
        strike_entry(member, row.number)
    except (LedgerError, CampaignError):
        return _strike_page(request, member, row, status=422)
    messages.success(request, _("Entry %(number)d is struck.") % {"number": row.number})
    url = reverse("campaign:ledger", args=[member.campaign_id])
    return redirect(f"{url}#entry-{row.number}")
