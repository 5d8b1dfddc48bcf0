"""Cards as they are drawn, and the registry of all of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Photo
from campaign.pages.colours import colours_of
from campaign.pages.lines import LedgerLine
from campaign.refusals import said
from campaign.rules.naming import character_said, place_said
from campaign.rules.state import Card, Mark, State, Sticker
from campaign.rules.words import KINDS
from campaign.selectors.cards import Registry

# As many as a thumb scrolls past.
AT_ONCE = 80
BANNERS = {"blue": "blue", "monster": "red", "reserve": "green", "employee": "gold", "oil": "gold"}


@dataclass(frozen=True, slots=True)
class MarkDrawn:
    color: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    number: str
    name: str
    banner: str
    banner_text: str
    where: str
    gone: bool
    marks: tuple[MarkDrawn, ...]
    stickers: tuple[str, ...]
    href: str
    photo: Photo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPage:
    """A handful of the cards asked for; ``found`` are all of those, ``total`` all there are."""

    cards: tuple[CardDrawn, ...]
    found: int
    total: int
    previous: int
    next: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    """One card with its photos and its lines of the ledger."""

    card: CardDrawn
    facts: tuple[str, ...]
    contract: bool
    photos: tuple[Photo, ...]
    lines: tuple[LedgerLine, ...]


def registry_page(campaign: Campaign, registry: Registry, page: str = "") -> RegistryPage:
    state, colors = registry.state, colours_of(registry.state)
    rows = Paginator(registry.rows, AT_ONCE).get_page(page)
    cards = tuple(draw(campaign, state, colors, row.card, row.stickers, row.photo) for row in rows)
    return RegistryPage(
        cards=cards,
        found=len(registry.rows),
        total=registry.total,
        previous=rows.previous_page_number() if rows.has_previous() else 0,
        next=rows.next_page_number() if rows.has_next() else 0,
    )


def draw(
    campaign: Campaign,
    state: State,
    colors: dict[str, str],
    card: Card,
    stickers: Iterable[Sticker] = (),
    photo: Photo | None = None,
) -> CardDrawn:
    return CardDrawn(
        number=card.key if card.key[:1].isdecimal() else "",
        name=card.name or _("not named yet"),
        banner=BANNERS.get(card.kind, ""),
        banner_text=said(KINDS[card.kind].sentence) if card.kind else "",
        where=said(place_said(state, card.place)),
        gone=card.destroyed,
        marks=tuple(_mark(state, colors, mark) for mark in card.marks),
        stickers=(*(sticker.label for sticker in stickers), *_counts(card)),
        href=reverse("campaign:card", args=[campaign.pk, card.key]),
        photo=photo,
    )


def _mark(state: State, colors: dict[str, str], mark: Mark) -> MarkDrawn:
    named = {"name": character_said(state, mark.character), "game": mark.game}
    text = _("%(name)s, game %(game)d") % named
    if mark.covers:
        text += ", " + _("over %(name)s") % {"name": character_said(state, mark.covers)}
    return MarkDrawn(colors.get(mark.character, "black"), text)


def _counts(card: Card) -> tuple[str, ...]:
    points = f"−{card.points}" if card.points else ""
    boxes = f"☒ {card.scratched}/{card.boxes or '?'}" if card.boxes or card.scratched else ""
    return tuple(filter(None, (points, boxes)))


def card_page(
    drawn: CardDrawn,
    card: Card,
    *,
    contract: bool,
    photos: Iterable[Photo],
    lines: tuple[LedgerLine, ...],
) -> CardPage:
    return CardPage(
        card=drawn,
        facts=tuple(_facts(drawn, card)),
        contract=contract,
        photos=tuple(photos),
        lines=lines,
    )


def _facts(drawn: CardDrawn, card: Card) -> list[str]:
    facts = [drawn.banner_text, drawn.where, *(mark.label for mark in drawn.marks)]
    if card.fetched_in:
        facts.append(_("Fetched in game %(game)d") % {"game": card.fetched_in})
    if card.points:
        facts.append(ngettext("%d point sticker", "%d point stickers", card.points) % card.points)
    if card.scratched:
        facts.append(_("Boxes scratched: %(count)d") % {"count": card.scratched})
    return [fact for fact in facts if fact]
