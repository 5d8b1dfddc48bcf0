"""Taking over: the difference of a game's table and the ledger, shown, written and undone."""

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.takeover import TakeOverForm
from campaign.models import Campaign, Membership
from campaign.pages.takeover import take_over_page
from campaign.rules.errors import LedgerError
from campaign.rules.takeover.table import Answers
from campaign.selectors.ledger import reading_of, state_of
from campaign.selectors.tables import Comparison, comparison_of
from campaign.services.takeover import Shown, take_over, undo_take_over
from campaign.views.show import show
from web import numbers


@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """What the game's table says and the ledger does not; written once it is confirmed."""
    member = member_to(person_of(request), campaign_id, Permission.TABLE)
    if request.method == "POST":
        return _take_over(request, member, number)
    return _page(request, member, number)


def _page(
    request: HttpRequest,
    member: Membership,
    number: int,
    form: TakeOverForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The difference as it is now; with a form, as the member has filled it in."""
    try:
        found = _compared(member, number, form)
    except CampaignError as refusal:
        messages.error(request, translate(refusal))
        return redirect("campaign:reports", member.campaign_id)
    page = take_over_page(
        member.campaign,
        found,
        keys=form.keys if form else frozenset(),
        shown=form.shown if form else frozenset(),
        typed=form.typed if form else None,
    )
    return show(
        *(request, member, "games/result"), tab="reports", status=status, page=page, refused=refused
    )


def _compared(member: Membership, number: int, form: TakeOverForm | None) -> Comparison:
    """The difference with what was filled in; a winner counts only while a tie asks for one."""
    answers = _answers(form)
    found = comparison_of(member, number, answers)
    if answers and answers.winner and answers.winner not in found.table.tied:
        return comparison_of(member, number, replace(answers, winner=""))
    return found


def _answers(form: TakeOverForm | None) -> Answers | None:
    """What was filled in, as far as it can be read."""
    try:
        return form.answers() if form else None
    except LedgerError:
        return None


def _take_over(request: HttpRequest, member: Membership, number: int) -> HttpResponse:
    form = TakeOverForm(request.POST, reading_of(member.campaign))
    shown = Shown(*(numbers.whole(request.POST.get(name, "")) for name in ("ledger", "sequence")))
    try:
        rows = take_over(member, number, shown, keys=form.keys, answers=form.answers())
    except CampaignError as stale:
        return _again(request, member, number, form, translate(stale))
    except LedgerError as error:
        return _page(request, member, number, form, translate(error), status=422)
    if not rows:
        messages.info(request, _("Nothing was chosen, so nothing was written."))
        return redirect("campaign:result", member.campaign_id, number)
    count = len(rows)
    told = ngettext("%(count)d entry taken over.", "%(count)d entries taken over.", count)
    messages.success(request, told % {"count": count})
    if _is_over(member, number):
        return redirect("campaign:steps", member.campaign_id, "cleanup")
    return redirect("campaign:result", member.campaign_id, number)


def _is_over(member: Membership, number: int) -> bool:
    """Whether it is the latest game and has its scores, so that the steps after it come next."""
    game = state_of(Campaign.objects.get(pk=member.campaign_id)).current
    return game is not None and game.number == number and game.finished


def _again(
    request: HttpRequest, member: Membership, number: int, form: TakeOverForm, refused: str
) -> HttpResponse:
    """The difference worked out again; a second tap finds nothing more."""
    try:
        found = _compared(member, number, form)
    except CampaignError as refusal:
        messages.error(request, translate(refusal))
        return redirect("campaign:reports", member.campaign_id)
    if not found.found.ready | _still_chosen(found, form):
        left = found.found.proposals or found.found.lost or found.found.doubts
        agree, written = _("Table and ledger agree already."), _("That is written already.")
        messages.info(request, written if left else agree)
        return redirect("campaign:result", member.campaign_id, number)
    return _page(request, member, number, form, refused, status=409)


def _still_chosen(found: Comparison, form: TakeOverForm) -> frozenset[str]:
    """What was chosen and is not written, though it says all that it needs."""
    whole = (each.key for each in found.found.proposals if each.whole)
    return form.keys.intersection((*whole, *(each.key for each in found.found.lost)))


@require_POST
def undo(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """Take the latest take-over back as a whole."""
    member = member_to(person_of(request), campaign_id, Permission.TABLE)
    first = numbers.whole(request.POST.get("first", ""))
    try:
        rows = undo_take_over(member, number, first=first)
    except (CampaignError, LedgerError) as error:
        messages.error(request, translate(error))
        return redirect("campaign:result", campaign_id, number)
    if rows:
        messages.success(request, _("The take-over is undone."))
    return redirect("campaign:result", campaign_id, number)
