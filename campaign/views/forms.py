"""Forms for every verb: the same effect as the ledger line, with a preview before it is stored."""

from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.entry_form import VerbForm, defaults
from campaign.models import LedgerEntry, Membership, Role
from campaign.pages.verbs import button, groups
from campaign.rules import roles
from campaign.rules.arguments.kind import Reading
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import coming_game
from campaign.rules.line import Preview, preview_draft
from campaign.rules.verbs.games import next_number
from campaign.rules.verbs.index import verb_for, verbs_of
from campaign.rules.verbs.verb import Verb
from campaign.selectors.ledger import preview, reading_of, state_of
from campaign.selectors.tables import table_of
from campaign.services.ledger import write_entry, write_for_coming
from campaign.views.line import form_key
from campaign.views.show import safe_next, show
from campaign.views.written import tell
from web import numbers


@require_GET
def verbs(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Everything that can be written, two taps away from anywhere."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    return show(request, member, "forms/verbs", groups=_groups(member))


@require_GET
def drawer(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The same for a table that the campaign opened; each form leads back to it."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    running = state_of(member.campaign).running
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
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    row = _verb(member, verb)
    reading = reading_of(member.campaign, member)
    if request.method == "GET":
        return _prefilled(request, member, row, reading)
    late = numbers.whole(request.POST.get("late", ""))
    form = VerbForm(row, reading, request.POST, late=late)
    return _submitted(request, member, form)


def _prefilled(
    request: HttpRequest, member: Membership, verb: Verb, reading: Reading
) -> HttpResponse:
    """The form as filled in by a link; if it is complete, its preview."""
    first = {"game": next_number(reading.state)} if verb.opens_game else {}
    late = numbers.whole(request.GET.get("late", ""))
    given = {**first, **request.GET.dict(), "players": request.GET.getlist("players")}
    filled = {**defaults(verb, reading), **given} if request.GET else given
    typed = {f"a-{name}": value for name, value in filled.items()}
    form = VerbForm(verb, reading, typed, late=late)
    if form.complete(filled):
        try:
            return _form_page(request, member, form, seen=_preview(member, form))
        except (LedgerError, CampaignError):
            pass
    return _form_page(request, member, VerbForm(verb, reading, initial=given, late=late))


def _verb(member: Membership, key: str) -> Verb:
    try:
        verb = verb_for(member.campaign.rules, key)
    except LedgerError:
        raise Http404 from None
    if not roles.may_use(Role(member.role), verb):
        raise PermissionDenied
    return verb


def _submitted(request: HttpRequest, member: Membership, form: VerbForm) -> HttpResponse:
    """The preview of a form, or once confirmed, its entry written."""
    sure = "sure" in request.POST
    try:
        if form.is_valid() and sure:
            return _write(request, member, form)
        if form.is_valid():
            return _form_page(request, member, form, seen=_preview(member, form))
    except LedgerError as error:
        form.refuse(error)
    except CampaignError as refusal:
        form.add_error(None, translate(refusal))
    return _form_page(request, member, form, status=422)


def _preview(member: Membership, form: VerbForm) -> Preview:
    preview(member, form.reading.state, form.draft())
    return preview_draft(form.reading.state, form.draft())


def _write(request: HttpRequest, member: Membership, form: VerbForm) -> HttpResponse:
    tell(request, member, _record(request, member, form.draft()))
    home = reverse("campaign:home", args=[member.campaign_id])
    return redirect(safe_next(request.POST.get("next", ""), home))


def _record(request: HttpRequest, member: Membership, draft: Draft) -> list[LedgerEntry]:
    """The entry; for the coming game, the one that is over is packed away first."""
    if request.POST["sure"] != "coming":
        return [write_entry(member, draft, key=form_key(request))]
    return [write_for_coming(member, draft, key=form_key(request))]


def _form_page(
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
        key=form_key(request) or uuid4(),
        preview=seen,
        coming=coming_game(form.reading.state, form.verb.key) if seen else 0,
        next=safe_next(after),
    )
