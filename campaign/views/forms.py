"""Forms for every verb: the same effect as the ledger line, with a preview before it is stored."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from campaign.access import Need, member_to, person_of
from campaign.forms.verbs import VerbForm
from campaign.models import Membership, Role
from campaign.pages.verbs import button, groups
from campaign.refusals import Refusal, said
from campaign.rules import roles
from campaign.rules.arguments import Reading
from campaign.rules.errors import LedgerError
from campaign.rules.games import next_number
from campaign.rules.line import Preview, preview_draft
from campaign.rules.verb import Verb
from campaign.rules.verbs import verb_for, verbs_of
from campaign.selectors.ledger import lines_of, preview, reading_of, state_of
from campaign.selectors.tables import table_of
from campaign.services.ledger import record
from campaign.views.line import form_key
from campaign.views.show import safe_next, show


@require_GET
def verbs(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """All that may be written, two taps away from anywhere."""
    member = member_to(person_of(request), campaign_id, Need.WRITE)
    return show(request, member, "forms/verbs", groups=_groups(member))


@require_GET
def drawer(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The same for a table that the campaign opened; each form leads back here."""
    member = member_to(person_of(request), campaign_id, Need.WRITE)
    running = state_of(member.campaign, "games").running
    return show(
        *(request, member, "forms/drawer"),
        groups=_groups(member),
        after=request.path,
        game=running,
        table=table_of(member.campaign, running) if running else None,
    )


def _groups(member: Membership) -> object:
    rules, role = member.campaign.rules, Role(member.role)
    return groups(rules, [verb for verb in verbs_of(rules) if roles.may_use(role, verb)])


@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, campaign_id: UUID, verb: str) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.WRITE)
    row = _verb(member, verb)
    reading = reading_of(member.campaign)
    if request.method == "GET":
        return _asked(request, member, row, reading)
    form = VerbForm(row, reading, request.POST)
    return _sent(request, member, form)


def _asked(request: HttpRequest, member: Membership, verb: Verb, reading: Reading) -> HttpResponse:
    """The form as a link filled it in; where nothing is left to say it is previewed at once."""
    first = {"game": next_number(reading.state) if verb.opens_game else None}
    given = {**first, **request.GET.dict(), "players": request.GET.getlist("players")}
    form = VerbForm(verb, reading, {f"a-{name}": value for name, value in given.items()})
    if form.complete(given):
        try:
            return _shown(request, member, form, seen=_previewed(member, form))
        except (LedgerError, Refusal):
            pass
    return _shown(request, member, VerbForm(verb, reading, initial=given))


def _verb(member: Membership, key: str) -> Verb:
    try:
        verb = verb_for(member.campaign.rules, key)
    except LedgerError:
        raise Http404 from None
    if not roles.may_use(Role(member.role), verb):
        raise PermissionDenied
    return verb


def _sent(request: HttpRequest, member: Membership, form: VerbForm) -> HttpResponse:
    """Previewed first; written once it is confirmed."""
    sure = "sure" in request.POST
    try:
        if form.is_valid() and sure:
            return _write(request, member, form)
        if form.is_valid():
            return _shown(request, member, form, seen=_previewed(member, form))
    except LedgerError as error:
        form.refuse(error)
    except Refusal as refusal:
        form.add_error(None, said(refusal))
    return _shown(request, member, form, status=422)


def _previewed(member: Membership, form: VerbForm) -> Preview:
    preview(member, form.reading.state, form.draft())
    return preview_draft(form.reading.state, form.draft())


def _write(request: HttpRequest, member: Membership, form: VerbForm) -> HttpResponse:
    entry = record(member, form.draft(), key=form_key(request))
    for written in lines_of(member, [entry]):
        messages.success(request, " ".join(map(said, written.sentences)))
    home = reverse("campaign:home", args=[member.campaign_id])
    return redirect(safe_next(request.POST.get("next", ""), home))


def _shown(
    request: HttpRequest,
    member: Membership,
    form: VerbForm,
    *,
    status: int = 200,
    seen: Preview | None = None,
) -> HttpResponse:
    after = request.POST.get("next") or request.GET.get("next", "")
    return show(
        request,
        member,
        "forms/write",
        status=status,
        form=form,
        verb=button(form.verb),
        preview=seen,
        next=safe_next(after),
    )
