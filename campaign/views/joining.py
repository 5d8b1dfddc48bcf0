"""Catching up: the plan is shown, made once, and then carried out with its buttons."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.models import Membership
from campaign.pages.joining import joining_page
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.steps import joining as rules
from campaign.rules.verbs.games import next_number
from campaign.selectors.ledger import state_of
from campaign.selectors.walks import ticked_names
from campaign.services.walks import JOINING, press
from campaign.views.show import show
from campaign.views.written import tell


@require_http_methods(["GET", "POST"])
def joining(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    """How a character that missed games catches up before the next one."""
    need = Permission.WRITE if request.method == "POST" else Permission.READ
    member = member_to(person_of(request), campaign_id, need)
    state = state_of(member.campaign)
    if key not in state.characters:
        raise Http404
    if request.method == "POST":
        return _make(request, member, state, key)
    game, players = _game(state), _players(request, state)
    kept = state.joining.get(key)
    open_one = kept if kept and (kept.game == game or not kept.finished) else None
    walk = f"{JOINING}{key}"
    page = joining_page(
        campaign_id,
        state,
        rules.plan(state, key, game, players),
        open_one,
        ticked_names(member.campaign, walk, open_one.game if open_one else game),
    )
    return show(
        *(request, member, "steps/joining"),
        tab="characters",
        character=state.characters[key],
        page=page,
        walk=walk,
        game=open_one.game if open_one else game,
        others=[c for c in state.characters.values() if c.key != key],
        players=players,
        running=state.running is not None,
    )


def _game(state: State) -> int:
    return state.running.number if state.running else next_number(state)


def _players(request: HttpRequest, state: State) -> tuple[str, ...]:
    """Who plays the running game; before it, who is said to play, or everybody who fits."""
    if state.running:
        return state.running.players
    sent = request.POST if request.method == "POST" else request.GET
    chosen = tuple(key for key in sent.getlist("player") if key in state.characters)
    return chosen or tuple(state.characters)[: state.campaign.players.most]


def _make(request: HttpRequest, member: Membership, state: State, key: str) -> HttpResponse:
    """Keep the plan that the ledger's numbers give now, unless one is kept already."""
    players = _players(request, state)

    def offered(now: State) -> tuple[Draft, ...]:
        kept, plan = now.joining.get(key), rules.plan(now, key, _game(now), players)
        planned = kept is not None and kept.game == now.tonight
        return (rules.draft_of(plan),) if plan and not planned else ()

    try:
        for draft in offered(state):
            tell(request, member, press(member, draft, offered))
    except (LedgerError, CampaignError) as error:
        messages.error(request, translate(error))
    return redirect("campaign:joining", member.campaign_id, key)
