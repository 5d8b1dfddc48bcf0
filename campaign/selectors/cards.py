"""The card registry: every fetched card with its marks, its stickers and its photo."""

from collections import defaultdict
from dataclasses import dataclass

from campaign.models import Campaign, Photo
from campaign.rules.state import Card, State, Sticker
from campaign.selectors.ledger import state_at
from campaign.selectors.photos import latest_by_thing


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    card: Card
    stickers: tuple[Sticker, ...]
    photo: Photo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFilter:
    """A filter of the registry; ``words`` may be a number, a name or a holder's name."""

    words: str = ""
    kind: str = ""
    where: str = ""
    character: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    state: State
    rows: tuple[CardRow, ...]
    total: int


def registry_of(
    campaign: Campaign, criteria: CardFilter, game: int | None = None, today: State | None = None
) -> Registry:
    """The cards asked for by number, then by name, today or at the end of a game; ``today`` is
    today's state if it has been read already."""
    state = today if today and game is None else state_at(campaign, game)
    found = [card for card in state.cards.values() if _fits(state, card, criteria)]
    stickers, photos = stickers_by_card(state), latest_by_thing(campaign, "card")
    rows = (
        CardRow(card=card, stickers=tuple(stickers[card.key]), photo=photos.get(card.key))
        for card in sorted(found, key=in_order)
    )
    return Registry(state=state, rows=tuple(rows), total=len(state.cards))


def in_order(card: Card) -> tuple[bool, str]:
    """A sort key: numbered cards first, as in the Cardporium."""
    return (not card.key[:1].isdecimal(), card.key.casefold())


def stickers_by_card(state: State) -> dict[str, list[Sticker]]:
    found: dict[str, list[Sticker]] = defaultdict(list)
    for sticker in state.stickers.values():
        kind, _, key = sticker.target.partition(":")
        if kind == "card":
            found[key].append(sticker)
    return found


def _fits(state: State, card: Card, criteria: CardFilter) -> bool:
    return (
        (not criteria.kind or card.kind == criteria.kind)
        and (not criteria.where or card.place.where == criteria.where)
        and (not criteria.character or criteria.character in _people(card))
        and (not criteria.marked or bool(card.marks))
        and _matches(state, card, criteria.words.casefold().split())
    )


def _people(card: Card) -> set[str]:
    return {card.place.character, *(mark.character for mark in card.marks)}


def _matches(state: State, card: Card, words: list[str]) -> bool:
    holder = state.characters.get(card.place.character)
    text = " ".join((card.key, card.name, holder.name if holder else "")).casefold()
    return all(word in text for word in words)
