"""The ledger line: previewed by GET, written by POST."""

from urllib.parse import SplitResult, urlsplit
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from campaign.access import Need, member_to, person_of
from campaign.models import Membership
from campaign.pages.line import LinePage, line_page
from campaign.refusals import Refusal, said
from campaign.rules import line as rules
from campaign.rules.errors import LedgerError
from campaign.selectors.ledger import lines_of, reading_of, writer_of
from campaign.services.ledger import record
from campaign.views.show import part, safe_next, show
from companion.htmx import HtmxHttpRequest


@require_http_methods(["GET", "POST"])
def line(request: HtmxHttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.WRITE)
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
    reading = reading_of(member.campaign)
    german = (get_language() or "").startswith("de")
    return line_page(reading, writer_of(member), typed, german=german)


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
    except ValueError:  # no browser of ours is at such an address
        return urlsplit("")


def _write(request: HttpRequest, member: Membership, typed: str) -> HttpResponse:
    reading = reading_of(member.campaign)
    home = reverse("campaign:home", args=[member.campaign_id])
    after = safe_next(request.POST.get("next", ""), home)
    try:
        draft = rules.parse(reading.state, typed, reading.members)
        entry = record(member, draft, key=form_key(request))
    except (LedgerError, Refusal):
        return show(request, member, "line/page", status=422, line=_page(member, typed), next=after)
    for written in lines_of(member, [entry]):
        messages.success(request, " ".join(map(said, written.sentences)))
    return redirect(after)


def form_key(request: HttpRequest) -> UUID | None:
    """The key that the form was given, by which the same form sent twice is known."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None
