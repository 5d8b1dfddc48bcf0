"""Games: the Mission Reports, one game and its table."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts import device_cookie
from accounts.identity import Person
from accounts.throttle.limits import give_back
from accounts.throttle.openings import TABLES
from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.models import Membership
from campaign.pages.games import game_page, reports_page
from campaign.pages.lines import ledger_lines
from campaign.pages.photos import photo_views
from campaign.pages.unwritten import unwritten_rows
from campaign.rules.errors import LedgerError
from campaign.rules.state import Game, State
from campaign.rules.unwritten import Unwritten
from campaign.selectors import tables as selectors
from campaign.selectors.games import record_of, reports_of
from campaign.selectors.ledger import EntryFilter, lines_of, rows_of, state_of
from campaign.selectors.photos import photos_of
from campaign.selectors.unwritten import unwritten_of
from campaign.services import tables
from campaign.services.seats import go_to_table
from campaign.views.show import as_of, show
from campaign.views.written import tell_left_out
from companion.services.opening import Links

LINES = 100


@require_GET
def reports(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    game, slider = as_of(request, member)
    page = reports_page(member.campaign, reports_of(member.campaign, game))
    return show(request, member, "games/reports", tab="reports", page=page, as_of=slider)


@require_GET
def game(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    state = state_of(member.campaign)
    row = state.games.get(str(number))
    if row is None:
        raise Http404
    rows = rows_of(member.campaign, EntryFilter(game=number))[:LINES]
    page = game_page(
        *(member.campaign, state, row),
        has_record=record_of(member.campaign, number) is not None,
        photos=photo_views(photos_of(member.campaign, f"game:{number}")),
        lines=ledger_lines(campaign_id, lines_of(member, rows, state)),
    )
    over = selectors.is_over(member.campaign, row)
    lying = unwritten_rows(member.campaign, state, _lying(member, state, row))
    return show(request, member, "games/game", tab="reports", page=page, over=over, lying=lying)


def _lying(member: Membership, state: State, game: Game) -> tuple[Unwritten, ...]:
    return unwritten_of(member.campaign, state) if game == state.running else ()


@require_POST
def to_table(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """To the game's table, in the seat of the member's own character."""
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return _at_table(request, member, number)


def _at_table(request: HttpRequest, member: Membership, number: int) -> HttpResponse:
    device, token = device_cookie.device_to_act(request)
    try:
        table = go_to_table(member, device, number)
    except CampaignError as error:
        messages.error(request, translate(error))
        return redirect("campaign:home", member.campaign_id)
    response = redirect("companion:table", table.pk)
    device_cookie.remember(response, request, token)
    return response


@require_POST
def open_table(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """The running game's table; asked again, it is the same one."""
    member = member_to(person_of(request), campaign_id, Permission.TABLE)
    running = state_of(member.campaign).running
    is_open = running is not None and selectors.table_of(member.campaign, running) is not None
    counted = [] if is_open else TABLES.take(request)  # before a device is made
    device, token = device_cookie.device_to_act(request)
    person = Person(person_of(request).account, device)
    title = _("Game %(number)d") % {"number": number}
    try:
        tables.open_table_for_game(
            member,
            person,
            title=request.POST.get("title", "")[:60] or title,
            links=_links(member, number),
        )
        counted = []  # it stays open, whether this member gets there or not
        table = go_to_table(member, device, number)
    except (CampaignError, LedgerError) as error:
        give_back(counted)
        messages.error(request, translate(error))
        return redirect("campaign:reports", campaign_id)
    tell_left_out(request, member)
    response = redirect("companion:table", table.pk)
    device_cookie.remember(response, request, token)
    return response


def _links(member: Membership, number: int) -> Links:
    """Back to the game, the verbs to write what is permanent, and what takes over the difference."""
    campaign = member.campaign_id
    return Links(
        back=reverse("campaign:game", args=[campaign, number]),
        drawer=reverse("campaign:drawer", args=[campaign]),
        take_over=reverse("campaign:result", args=[campaign, number]),
    )


@require_GET
def record(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """The table record that was stored with a game."""
    member = member_to(person_of(request), campaign_id, Permission.READ)
    content = record_of(member.campaign, number)
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="game-{number}.json"'
    return response
