"""Walk-throughs before and after a game, and joining mid-way."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaign.access import Need, member_to, person_of
from campaign.pages.steps import catch_up, steps_drawn
from campaign.rules import joining as rules
from campaign.rules.games import next_number
from campaign.rules.state import State
from campaign.rules.steps import cleanup, setup
from campaign.selectors.ledger import state_of
from campaign.views.show import show

WALKS = ("setup", "cleanup")


@require_GET
def steps(request: HttpRequest, campaign_id: UUID, which: str) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.READ)
    if which not in WALKS:
        raise Http404
    state = state_of(member.campaign)
    players = _players(request, state)
    found = setup(state, players) if which == "setup" else cleanup(state)
    return show(
        *(request, member, "steps/page"),
        which=which,
        steps=steps_drawn(state, found),
        number=_number(state, which),
        everybody=state.characters.values(),
        players=players,
        running=state.running is not None,
    )


def _players(request: HttpRequest, state: State) -> tuple[str, ...]:
    """Who will play, as far as anybody has said; else all of them, as many as may."""
    chosen = tuple(key for key in request.GET.getlist("player") if key in state.characters)
    return chosen or tuple(state.characters)[: state.campaign.players.most]


def _number(state: State, which: str) -> int:
    return next_number(state) if which == "setup" and state.running is None else state.game


@require_GET
def joining(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    """How a character that missed games catches up before the next one."""
    member = member_to(person_of(request), campaign_id, Need.READ)
    state = state_of(member.campaign)
    if key not in state.characters:
        raise Http404
    game = state.running.number if state.running else next_number(state)
    players = state.running.players if state.running else _players(request, state)
    plan = rules.plan(state, key, game, players)
    return show(
        *(request, member, "steps/joining"),
        tab="characters",
        character=state.characters[key],
        lines=catch_up(state, plan) if plan else (),
        plan=plan,
        game=game,
        others=[c for c in state.characters.values() if c.key != key],
        players=players,
        running=state.running is not None,
    )
