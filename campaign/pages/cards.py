"""One card, and the registry of all of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.urls import reverse

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.colours import colours_of
from campaign.pages.lines import LedgerLine
from campaign.pages.one_tap import OneTap
from campaign.pages.photos import PhotoView
from campaign.rules.labels import character_label, place_label, printed_name
from campaign.rules.state import Card, Mark, State, Sticker
from campaign.rules.words import KINDS
from campaign.selectors.cards import Registry

# As many as people scroll through.
AT_ONCE = 80
BANNERS = {"blue": "blue", "monster": "red", "reserve": "green", "employee": "gold", "oil": "gold"}


@dataclass(frozen=True, slots=True)
class MarkView:
    """``covers`` is whose mark lies under it."""

    color: str
    name: str
    game: int
    covers: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """``fetched_in``, ``points`` and ``scratched`` are 0 where there is nothing to say of them."""

    key: str
    number: str
    name: str
    banner: str
    banner_text: str
    where: str
    gone: bool
    marks: tuple[MarkView, ...]
    stickers: tuple[str, ...]
    fetched_in: int
    points: int
    scratched: int
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPage:
    """One page of the cards asked for; ``found`` counts those, ``total`` all there are."""

    cards: tuple[CardView, ...]
    found: int
    total: int
    previous: int
    next: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    """One card with its photos and its lines of the ledger."""

    card: CardView
    contract: bool
    taps: tuple[OneTap, ...]
    photos: tuple[PhotoView, ...]
    lines: tuple[LedgerLine, ...]


def registry_page(campaign: Campaign, registry: Registry, page: str = "") -> RegistryPage:
    colors = colours_of(registry.state)
    rows = Paginator(registry.rows, AT_ONCE).get_page(page)
    return RegistryPage(
        cards=tuple(
            card_view(campaign, registry.state, colors, row.card, row.stickers) for row in rows
        ),
        found=len(registry.rows),
        total=registry.total,
        previous=rows.previous_page_number() if rows.has_previous() else 0,
        next=rows.next_page_number() if rows.has_next() else 0,
    )


def name_of(state: State, key: str, given: str) -> str:
    """The name that the group has given a card, or the one printed with its number."""
    printed = printed_name(state, key)
    return given or (translate(printed) if printed else "")


def card_view(
    campaign: Campaign,
    state: State,
    colors: dict[str, str],
    card: Card,
    stickers: Iterable[Sticker] = (),
) -> CardView:
    return CardView(
        key=card.key,
        number=card.key if card.key[:1].isdecimal() else "",
        name=name_of(state, card.key, card.name),
        banner=BANNERS.get(card.kind, ""),
        banner_text=translate(KINDS[card.kind].sentence) if card.kind else "",
        where=translate(place_label(state, card.place)),
        gone=card.destroyed,
        marks=tuple(_mark(state, colors, mark) for mark in card.marks),
        stickers=(*(sticker.label for sticker in stickers), *_counts(card)),
        fetched_in=card.fetched_in,
        points=card.points,
        scratched=card.scratched,
        href=reverse("campaign:card", args=[campaign.pk, card.key]),
    )


def _mark(state: State, colors: dict[str, str], mark: Mark) -> MarkView:
    return MarkView(
        color=colors.get(mark.character, "black"),
        name=character_label(state, mark.character),
        game=mark.game,
        covers=character_label(state, mark.covers) if mark.covers else "",
    )


def _counts(card: Card) -> Iterator[str]:
    if card.points:
        yield f"−{card.points}"
    if card.boxes or card.scratched:
        yield f"☒ {card.scratched}/{card.boxes or '?'}"
