"""The token tray and the market: what can be taken or bought, and what each seat holds."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from companion.pages import tokens
from companion.pages.attributes import tap
from companion.pages.tokens import Held
from companion.rules.state import ARTIFACT, CROWN, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """An artifact or crown by its value."""

    icon: str
    name: str
    action: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    index: int
    name: str
    color: str
    things: tuple[Held, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Monsters:
    cards: int
    out: int
    needed: int
    most: int
    more: SafeString
    less: SafeString


def codes(state: State) -> tuple[str, ...]:
    return tokens.takeable(state)


def market(state: State) -> tuple[str, ...]:
    return state.edition.market


def values_shown(state: State) -> tuple[object, ...]:
    stock = state.stock
    return stock.artifacts, stock.silver, stock.crowns, stock.extra_crowns


def values(state: State) -> tuple[Valued, ...]:
    """The artifacts and crowns that are left, each a button of its own."""
    stock = state.stock
    gold = tuple(_artifact(value, silver=False) for value in stock.artifacts or ())
    silver = tuple(_artifact(value, silver=True) for value in stock.silver or ())
    crowns = tuple(_crown(value) for value in sorted(stock.crowns, reverse=True))
    return (*gold, *silver, *crowns)


def _artifact(value: int, *, silver: bool) -> Valued:
    more = {"silver": True} if silver else {}
    return Valued(
        icon="artifact",
        name=tokens.artifact_name(value, silver=silver),
        action=tap("take", seat=None, token=ARTIFACT, value=value, **more),
    )


def _crown(value: int) -> Valued:
    action = tap("take", seat=None, token=CROWN, value=value)
    return Valued(icon="crown", name=tokens.crown_name(value), action=action)


def holding(state: State, index: int) -> Holding:
    seat = state.seats[index]
    things = tuple(tokens.held(state, index))
    return Holding(index=index, name=seat.name, color=seat.color, things=things)


def monsters(state: State) -> Monsters | None:
    found, rules = state.monsters, state.monster_rules
    if found is None or rules is None:
        return None
    return Monsters(
        cards=found.cards,
        out=found.out,
        needed=rules.needed,
        most=rules.most,
        more=tap("monster_cards", count=found.cards + 1),
        less=tap("monster_cards", count=max(found.cards - 1, 0)),
    )


def shop_note(state: State) -> str:
    price = tokens.price_of(state)
    if state.edition.numbers.coupon is None:
        return gettext("Everything costs {price} gold.").format(price=price)
    cheap = tokens.price_of(state, coupon=True)
    return gettext("Everything costs {price} gold, {cheap} with a coupon.").format(
        price=price, cheap=cheap
    )
