"""What the ledger knows of characters, cards, contracts, the map and the rest of the box."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaign.access import Need, member_to, person_of
from campaign.forms.registry import RegistryForm
from campaign.models import Membership
from campaign.pages.board import map_page
from campaign.pages.cards import card_page, draw, registry_page
from campaign.pages.characters import faces, sheet_page
from campaign.pages.colours import colours_of
from campaign.pages.contracts import contract_cards, contracts_page, doors
from campaign.pages.lines import LedgerLine, ledger_lines
from campaign.pages.pieces import pieces_page
from campaign.rules.state import State
from campaign.selectors import board
from campaign.selectors import cards as registry
from campaign.selectors import characters as people
from campaign.selectors.contracts import contract_board
from campaign.selectors.ledger import Filter, lines_of, rows_of, state_at, state_of
from campaign.selectors.members import names_of
from campaign.selectors.photos import latest_by_thing, photos_of
from campaign.views.show import as_of, rest_of, show

LINES = 40


def _reader(request: HttpRequest, campaign_id: UUID) -> Membership:
    return member_to(person_of(request), campaign_id, Need.READ)


def _lines(member: Membership, kind: str, key: str, state: State) -> tuple[LedgerLine, ...]:
    rows = rows_of(member.campaign, Filter(kind=kind, key=key))[:LINES]
    return ledger_lines(member.campaign_id, lines_of(member, rows, state))


@require_GET
def characters(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    state = state_at(member.campaign, game)
    portraits = latest_by_thing(member.campaign, "character")
    page = faces(member.campaign, state, names_of(member.campaign), portraits)
    return show(request, member, "sheets/characters", tab="characters", faces=page, as_of=slider)


@never_cache
@require_GET
def character(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    sheet = people.sheet_of(member, key, game)
    if sheet is None:
        raise Http404
    page = sheet_page(member, sheet)
    return show(request, member, "sheets/character", tab="characters", page=page, as_of=slider)


@require_GET
def cards(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    form = RegistryForm(request.GET, state=state_of(member.campaign, "characters"))
    asked = form.asked() if form.is_valid() else registry.Asked()
    found = registry.registry_of(member.campaign, asked, game)
    page = registry_page(member.campaign, found, request.GET.get("page", ""))
    status = 200 if form.is_valid() else 422
    return show(
        *(request, member, "sheets/cards"),
        tab="cards",
        status=status,
        page=page,
        form=form,
        as_of=slider,
        rest=rest_of(request, "page"),
    )


@require_GET
def card(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    member = _reader(request, campaign_id)
    state = state_of(member.campaign)
    found = state.cards.get(key)
    if found is None:
        raise Http404
    stickers = registry.stickers_by_card(state)[key]
    drawn = draw(member.campaign, state, colours_of(state), found, stickers)
    page = card_page(
        drawn,
        found,
        contract=key in state.contracts,
        photos=photos_of(member.campaign, f"card:{key}"),
        lines=_lines(member, "card", key, state),
    )
    return show(request, member, "sheets/card", tab="cards", page=page, key=key)


@require_GET
def contracts(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    page = contracts_page(member.campaign, contract_board(member.campaign, game))
    return show(request, member, "sheets/contracts", tab="contracts", page=page, as_of=slider)


@require_GET
def contract(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    member = _reader(request, campaign_id)
    found = contract_board(member.campaign)
    rows = [row for row in (*found.open, *found.flipped, *found.away) if row.contract.key == key]
    if not rows:
        raise Http404
    state = state_of(member.campaign)
    (page,) = contract_cards(member.campaign, state, rows)
    return show(
        *(request, member, "sheets/contract"),
        tab="contracts",
        contract=page,
        doors=doors(rows[0]),
        lines=_lines(member, "contract", key, state),
        photos=photos_of(member.campaign, f"card:{key}"),
    )


@require_GET
def map_board(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    page = map_page(member.campaign, board.map_board(member.campaign, game))
    return show(request, member, "sheets/map", tab="map", page=page, as_of=slider)


@require_GET
def space(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    """One space: what is true of it, and where it is drawn."""
    member = _reader(request, campaign_id)
    page = map_page(member.campaign, board.map_board(member.campaign))
    found = page.space(key)
    if found is None:
        raise Http404
    lines = _lines(member, "space", key, state_of(member.campaign))
    return show(request, member, "sheets/space", tab="map", page=page, space=found, lines=lines)


@require_GET
def pieces(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    photos = latest_by_thing(member.campaign, "sticker")
    page = pieces_page(state_at(member.campaign, game), photos)
    return show(request, member, "sheets/pieces", tab="pieces", page=page, as_of=slider)
