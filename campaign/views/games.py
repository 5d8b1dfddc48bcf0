"""Games: the Mission Reports, one game, its table, and what the table has come to."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access import Need, member_to, person_of
from campaign.models import Membership
from campaign.pages.games import game_page, reports_page, result_page
from campaign.pages.lines import ledger_lines
from campaign.person import Person
from campaign.refusals import Refusal, said
from campaign.rules.errors import LedgerError
from campaign.selectors import tables as found
from campaign.selectors.games import record_of, reports_of
from campaign.selectors.ledger import Filter, lines_of, rows_of, state_of
from campaign.selectors.photos import photos_of
from campaign.services import tables
from campaign.views.show import as_of, show
from companion import access as companion
from companion import digits
from companion.services.opening import Links

LINES = 100


@require_GET
def reports(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.READ)
    game, slider = as_of(request, member)
    page = reports_page(member.campaign, reports_of(member.campaign, game))
    return show(request, member, "games/reports", tab="reports", page=page, as_of=slider)


@require_GET
def game(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.READ)
    state = state_of(member.campaign)
    row = state.games.get(str(number))
    if row is None:
        raise Http404
    rows = rows_of(member.campaign, Filter(game=number))[:LINES]
    page = game_page(
        *(member.campaign, state, row),
        has_record=record_of(member.campaign, number) is not None,
        photos=photos_of(member.campaign, f"game:{number}"),
        lines=ledger_lines(campaign_id, lines_of(member, rows, state)),
    )
    over = found.is_over(member.campaign, row)
    return show(request, member, "games/game", tab="reports", page=page, over=over)


@require_POST
def open_table(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """The running game's table; asked again, it is the same one."""
    member = member_to(person_of(request), campaign_id, Need.TABLE)
    device, token = companion.device_to_act(request)
    person = Person(person_of(request).account, device)
    title = _("Game %(number)d") % {"number": number}
    try:
        table = tables.open_table_for_game(
            member,
            person,
            title=request.POST.get("title", "")[:60] or title,
            links=_links(member, number),
        )
    except (Refusal, LedgerError) as error:
        messages.error(request, said(error))
        return redirect("campaign:reports", campaign_id)
    response = redirect("companion:table", table.pk)
    companion.remember(response, request, token)
    return response


def _links(member: Membership, number: int) -> Links:
    """Back to the game, and the verbs to write what is permanent."""
    campaign = member.campaign_id
    back = reverse("campaign:game", args=[campaign, number])
    return Links(back=back, drawer=reverse("campaign:drawer", args=[campaign]))


@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """What the table has come to; taken over once it is confirmed."""
    member = member_to(person_of(request), campaign_id, Need.TABLE)
    if request.method == "POST":
        return _take_over(request, member, number)
    return _result(request, member, number)


def _result(
    request: HttpRequest, member: Membership, number: int, refused: str = ""
) -> HttpResponse:
    try:
        come = found.result_of(member.campaign, number)
    except Refusal as refusal:
        messages.error(request, said(refusal))
        return redirect("campaign:reports", member.campaign_id)
    page = result_page(member.campaign, state_of(member.campaign), come)
    status = 422 if refused else 200
    return show(
        *(request, member, "games/result"), tab="reports", status=status, page=page, refused=refused
    )


def _take_over(request: HttpRequest, member: Membership, number: int) -> HttpResponse:
    sequence = digits.whole(request.POST.get("sequence", ""))
    winner = request.POST.get("winner", "")
    try:
        tables.take_over_result(member, number, sequence=sequence, winner=winner)
    except (Refusal, LedgerError) as error:
        return _result(request, member, number, said(error))
    return redirect("campaign:game", member.campaign_id, number)


@require_GET
def record(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """The table record that was kept with a game."""
    member = member_to(person_of(request), campaign_id, Need.READ)
    content = record_of(member.campaign, number)
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="game-{number}.json"'
    return response
