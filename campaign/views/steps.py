"""The way through an evening: begin, setup, afterwards, each step ticked or written by a press."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign.access import Permission, may, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.begin import BeginForm, seated
from campaign.models import Membership
from campaign.pages.lots import ready_lots
from campaign.pages.offers import read_draft
from campaign.pages.steps import number_views, step_views
from campaign.pages.tasks import task_views
from campaign.rules.entries import Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.steps.by_lot import with_lots
from campaign.rules.steps.step import Step
from campaign.rules.steps.walkthrough import cleanup, offers, setup
from campaign.rules.verbs.games import next_number
from campaign.selectors.ledger import state_of
from campaign.selectors.lots import standing_lots
from campaign.selectors.tables import has_more
from campaign.selectors.walks import done_by
from campaign.services import walks
from campaign.services.ledger import write_offered
from campaign.views.show import safe_next, show
from campaign.views.written import tell
from web import numbers

WALKS = ("setup", "cleanup")
BEFORE_BEGIN = "prologue_setup"
"""The step that may be done before the game begins."""


@require_GET
def steps(request: HttpRequest, campaign_id: UUID, which: str) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return _walk(request, member, which)


def _walk(
    request: HttpRequest,
    member: Membership,
    which: str,
    *,
    begin: BeginForm | None = None,
    status: int = 200,
) -> HttpResponse:
    state = state_of(member.campaign)
    players = _players(request, state)
    number = _number(state, which)
    found = _found(member, state, which, players)
    opening = which == "setup" and state.running is None
    asks = opening and bool(state.characters) and may(member, Permission.WRITE)
    by = done_by(member.campaign, which, state, number, found)
    lots = ready_lots(state) if which == "setup" and state.running else ()
    views = step_views(member.campaign_id, state, found, by, lots)
    first = views[0] if asks and found[0].key == BEFORE_BEGIN else None
    return show(
        *(request, member, "steps/page"),
        status=status,
        which=which,
        first=first,
        steps=views[1:] if first else views,
        numbers=number_views(state, players) if which == "setup" and not opening else (),
        number=number,
        begin=begin or (BeginForm(state, timezone.localdate()) if asks else None),
        tasks=task_views(member.campaign_id, state) if opening else (),
        running=state.running,
        order=_order(state, found),
        packed=state.packed,
        take_over=which == "cleanup" and _has_more(member, state),
    )


def _found(
    member: Membership, state: State, which: str, players: tuple[str, ...]
) -> tuple[Step, ...]:
    """The steps; those of the setup with what was drawn by lot for them."""
    if which == "cleanup":
        return cleanup(state)
    steps = setup(state, players)
    return with_lots(state, steps, _lots(member, state))


def _order(state: State, found: tuple[Step, ...]) -> list[str]:
    """The order of the evening as a form is to propose it: as drawn, else as written."""
    drawn = [step.main for step in found if step.main and step.main.verb == "players"]
    if drawn:
        return cast(list[str], drawn[0].arguments["players"])
    return list(state.running.players) if state.running else []


def _has_more(member: Membership, state: State) -> bool:
    game = state.current
    return game is not None and may(member, Permission.TABLE) and has_more(member, game)


def _players(request: HttpRequest, state: State) -> tuple[str, ...]:
    """Who will play, if the query says so; otherwise who sat at the table last time."""
    chosen = tuple(key for key in request.GET.getlist("player") if key in state.characters)
    return chosen or tuple(seated(state))


def _number(state: State, which: str) -> int:
    return next_number(state) if which == "setup" and state.running is None else state.game


@require_POST
def begin(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Start the next game; if somebody else just has, that is the game."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    state = state_of(member.campaign)
    form = BeginForm(state, timezone.localdate(), request.POST)
    if not form.is_valid():
        return _walk(request, member, "setup", begin=form, status=422)
    draft = form.draft()
    try:
        rows = write_offered(member, draft, lambda now: () if now.running else (draft,))
    except (LedgerError, CampaignError) as error:
        form.add_error(None, translate(error))
        return _walk(request, member, "setup", begin=form, status=422)
    if rows:
        tell(request, member, rows)
    return redirect("campaign:steps", campaign_id, "setup")


def _lots(member: Membership, state: State) -> tuple[Entry, ...]:
    return standing_lots(member.campaign, state.game)


@require_POST
def press(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Write what a step or an open task offers; of two who press, one writes it."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    draft = read_draft(request.POST.get("draft", ""))
    if draft is None:
        raise Http404
    try:
        rows = walks.press(member, draft, lambda state: offers(state, _lots(member, state)))
        if rows:
            tell(request, member, rows)
        else:
            messages.info(request, _("That is written already."))
    except (LedgerError, CampaignError) as error:
        messages.error(request, translate(error))
    home = reverse("campaign:home", args=[campaign_id])
    return redirect(safe_next(request.POST.get("next", ""), home))


@require_POST
def tick(request: HttpRequest, campaign_id: UUID, walk: str) -> HttpResponse:
    """Tick a step of hand work, or take the tick away."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    step, game = request.POST.get("step", ""), numbers.whole(request.POST.get("game", ""))
    if not walks.is_step(state_of(member.campaign), walk, step) or game is None or game > 99:
        raise Http404
    done = request.POST.get("done") == "yes"
    walks.tick(member, walk=walk, game=game, step=step, done=done)
    home = reverse("campaign:home", args=[campaign_id])
    return redirect(f"{safe_next(request.POST.get('next', ''), home)}#step-{step}")
