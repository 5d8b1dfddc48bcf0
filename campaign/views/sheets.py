"""What the ledger knows about characters, cards, contracts, the map and the rest of the box."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaign.access import Permission, member_to, person_of
from campaign.forms.registry import RegistryForm
from campaign.models import Membership
from campaign.pages.campaign_map import map_page
from campaign.pages.cards import CardPage, card_view, registry_page
from campaign.pages.characters import characters_page, sheet_page
from campaign.pages.colours import colours_of
from campaign.pages.contracts import (
    AT_TABLE,
    ContractPage,
    contract_view,
    contracts_page,
    next_verbs,
)
from campaign.pages.lines import LedgerLine, ledger_lines
from campaign.pages.one_tap import card_taps, contract_taps
from campaign.pages.photos import photo_views
from campaign.pages.pieces import pieces_page
from campaign.pages.unwritten import unwritten_rows
from campaign.rules.roles import own_character
from campaign.rules.state import State
from campaign.rules.unwritten import Unwritten
from campaign.selectors import campaign_map
from campaign.selectors import cards as registry
from campaign.selectors import characters as people
from campaign.selectors.contracts import contract_board
from campaign.selectors.ledger import EntryFilter, lines_of, rows_of, state_at, state_of
from campaign.selectors.members import names_of
from campaign.selectors.photos import latest_by_thing, photos_of
from campaign.selectors.tables import on_open_table
from campaign.selectors.unwritten import unwritten_of
from campaign.views.show import as_of, rest_of, show

LINES = 40


def _reader(request: HttpRequest, campaign_id: UUID) -> Membership:
    return member_to(person_of(request), campaign_id, Permission.READ)


def _lines(member: Membership, kind: str, key: str, state: State) -> tuple[LedgerLine, ...]:
    rows = rows_of(member.campaign, EntryFilter(kind=kind, key=key))[:LINES]
    return ledger_lines(member.campaign_id, lines_of(member, rows, state))


@require_GET
def characters(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    state = state_at(member.campaign, game)
    portraits = latest_by_thing(member.campaign, "character")
    page = characters_page(member.campaign, state, names_of(member.campaign), portraits)
    return show(request, member, "sheets/characters", tab="characters", page=page, as_of=slider)


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
    today = state_of(member.campaign)
    form = RegistryForm(request.GET, state=today)
    criteria = form.criteria() if form.is_valid() else registry.CardFilter()
    found = registry.registry_of(member.campaign, criteria, game, today)
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
    page = CardPage(
        card=card_view(member.campaign, state, colours_of(state), found, stickers),
        contract=key in state.contracts,
        taps=card_taps(state, found, own_character(state, member.key)),
        photos=photo_views(photos_of(member.campaign, f"card:{key}")),
        lines=_lines(member, "card", key, state),
    )
    return show(request, member, "sheets/card", tab="cards", page=page)


@require_GET
def contracts(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    found = contract_board(member.campaign, game)
    lying = unwritten_of(member.campaign, found.state) if slider.today else ()
    page = contracts_page(member.campaign, found, lying)
    return show(request, member, "sheets/contracts", tab="contracts", page=page, as_of=slider)


@require_GET
def contract(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    member = _reader(request, campaign_id)
    found = contract_board(member.campaign)
    rows = [row for row in (*found.open, *found.flipped, *found.away) if row.contract.key == key]
    if not rows:
        raise Http404
    state, verbs = state_of(member.campaign), next_verbs(rows[0])
    laid = on_open_table(member.campaign, state, key)
    there = tuple(verb for verb in verbs if laid and verb[0] in AT_TABLE)
    page = ContractPage(
        contract=contract_view(member.campaign, state, rows[0]),
        verbs=tuple(verb for verb in verbs if verb not in there),
        there=there,
        table=state.game if laid else 0,
        lying=unwritten_rows(member.campaign, state, _lying(member, state, key)),
        taps=contract_taps(state, rows[0].contract, own_character(state, member.key)),
        photos=photo_views(photos_of(member.campaign, f"card:{key}")),
        lines=_lines(member, "contract", key, state),
    )
    return show(request, member, "sheets/contract", tab="contracts", page=page)


def _lying(member: Membership, state: State, key: str) -> list[Unwritten]:
    return [each for each in unwritten_of(member.campaign, state) if each.key == key]


@require_GET
def map_board(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = _reader(request, campaign_id)
    game, slider = as_of(request, member)
    page = map_page(member.campaign, campaign_map.map_of(member.campaign, game))
    return show(request, member, "sheets/map", tab="map", page=page, as_of=slider)


@require_GET
def space(request: HttpRequest, campaign_id: UUID, key: str) -> HttpResponse:
    """One space: what is known about it, and where it is drawn."""
    member = _reader(request, campaign_id)
    page = map_page(member.campaign, campaign_map.map_of(member.campaign))
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
