"""The ledger line: previewed by GET, written by POST."""

from urllib.parse import SplitResult, urlsplit
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError
from campaign.models import Membership
from campaign.pages.line import LinePage, line_page, undo_page
from campaign.rules import line as rules
from campaign.rules.errors import LedgerError
from campaign.selectors.ledger import actor_of, last_entry_of, lines_of, reading_of
from campaign.services.ledger import strike, write_all, write_for_coming
from campaign.views.show import part, safe_next, show
from campaign.views.written import tell, tell_undone
from web.htmx import HtmxHttpRequest


@require_http_methods(["GET", "POST"])
def line(request: HtmxHttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    typed = request.POST.get("line", request.GET.get("line", ""))
    if request.method == "POST":
        return _write(request, member, typed)
    page, after = _page(member, typed), _after(request)
    if request.htmx:
        return part(
            *(request, "line/_preview"),
            line=page,
            campaign=member.campaign,
            key=uuid4(),
            next=after,
        )
    return show(request, member, "line/page", line=page, next=after)


def _page(member: Membership, typed: str) -> LinePage:
    reading = reading_of(member.campaign, member)
    if rules.is_undo(reading.lexicon, typed):
        return undo_page(lines_of(member, list(filter(None, [last_entry_of(member)]))), typed)
    return line_page(reading, actor_of(member), typed)


def _after(request: HtmxHttpRequest) -> str:
    """The page that the line was typed on; on the line's own page, the one it came from."""
    here = _here(request)
    if not here.path or here.path == request.path:
        asked = QueryDict(here.query) if here.path else request.GET
        return safe_next(asked.get("next", ""))
    return safe_next(here.geturl())


def _here(request: HtmxHttpRequest) -> SplitResult:
    try:
        return urlsplit((request.htmx and request.htmx.current_url_abs_path) or "")
    except ValueError:  # no page of ours has such an address
        return urlsplit("")


def _write(request: HttpRequest, member: Membership, typed: str) -> HttpResponse:
    home = reverse("campaign:home", args=[member.campaign_id])
    after = safe_next(request.POST.get("next", ""), home)
    try:
        _typed(request, member, typed)
    except (LedgerError, CampaignError):
        return show(request, member, "line/page", status=422, line=_page(member, typed), next=after)
    return redirect(after)


def _typed(request: HttpRequest, member: Membership, typed: str) -> None:
    """Write what a line says, or strike the member's last entry."""
    reading = reading_of(member.campaign, member)
    if not rules.is_undo(reading.lexicon, typed):
        drafts = rules.parse_all(reading, typed)
        if "coming" in request.POST and len(drafts) == 1:
            tell(request, member, [write_for_coming(member, drafts[0], key=form_key(request))])
            return
        tell(request, member, write_all(member, drafts, key=form_key(request)))
        return
    last = last_entry_of(member)
    if last is None:
        raise LedgerError("nothing_to_undo")
    strike(member, last.number)
    tell_undone(request, member, [last])


def form_key(request: HttpRequest) -> UUID | None:
    """The key of the form, to recognise a form that is sent twice."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None
