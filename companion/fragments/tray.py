"""The token tray and the market: what can be taken or bought, and what each seat holds."""

from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from django.utils.safestring import SafeString

from companion.fragments import tokens
from companion.fragments.actions import tap
from companion.fragments.seats import Step, out_note, steps
from companion.fragments.tokens import Held
from companion.fragments.words import Words
from companion.rules.editions.edition import by_seats
from companion.rules.state import ARTIFACT, CROWN, State

FREQUENT = (5, 7, 10, 15, 20, 25, 30)
"""What artifacts are worth elsewhere: a thumb is spared the keypad where an edition prints no values."""


class Valued(NamedTuple):
    """An artifact or crown by its value."""

    icon: str
    name: str
    action: SafeString


class Spend(NamedTuple):
    """A token that its holder can turn into gold."""

    icon: str
    name: str
    gold: int
    action: SafeString


@dataclass(frozen=True, slots=True)
class Holding:
    index: int
    name: str
    color: str
    things: tuple[Held, ...]
    steps: tuple[Step, ...]
    note: str
    spends: tuple[Spend, ...]


class Shrine(NamedTuple):
    """A Wayshrine by its number: a dot for each of its spaces, filled where somebody marked it."""

    name: str
    dots: tuple[str, ...]
    full: bool
    action: SafeString


class Monsters(NamedTuple):
    cards: int
    out: int
    needed: int
    most: int
    more: SafeString
    less: SafeString


class Box(NamedTuple):
    """Artifacts to leave in the box in the first turn: how many tonight, and how many still."""

    tonight: int
    left: int
    lot: SafeString
    values: tuple[Valued, ...]


def box_shown(state: State) -> tuple[object, ...]:
    """What the box depends on."""
    return state.turn.number == 1, bool(state.over), state.stock.artifacts, state.stock.silver


def box(state: State, say: Words) -> Box | None:
    """None once the first turn has ended, or where nothing is left in the box tonight."""
    number, stock = state.edition.numbers.boxed_artifacts, state.stock
    tonight = by_seats(number.value, len(state.seats)) if number else 0
    if not tonight or state.over or state.turn.number > 1 or stock.artifacts is None:
        return None
    values = (
        *(_boxed(value, say, silver=False) for value in sorted(stock.artifacts)),
        *(_boxed(value, say, silver=True) for value in sorted(stock.silver or ())),
    )
    left = max(tonight - _gone(state), 0)
    names = tuple(value.name for value in values)
    lot = tap("lot", of=names, take=left) if left and len(names) > 1 else SafeString("")
    return Box(tonight=tonight, left=left, lot=lot, values=values)


def _gone(state: State) -> int:
    """How many artifacts are in the box by now: neither in the stock nor with anybody."""
    token, stock = state.edition.tokens[ARTIFACT], state.stock
    printed = len(token.values or ()) + len((token.silver and token.silver_values) or ())
    held = sum(len(seat.artifacts) for seat in state.seats)
    return printed - held - len(stock.artifacts or ()) - len(stock.silver or ())


def _boxed(value: int, say: Words, *, silver: bool) -> Valued:
    more = {"silver": True} if silver else {}
    name = tokens.artifact_name(value, say, silver=silver)
    return Valued(icon="cabinet", name=name, action=tap("box", value=value, **more))


def codes(state: State) -> tuple[str, ...]:
    return tokens.takeable(state)


def market(state: State) -> tuple[str, ...]:
    return state.edition.market


def values(state: State, say: Words) -> tuple[Valued, ...]:
    """The artifacts that are left, or the usual ones where any value may be taken: a button each."""
    stock = state.stock
    known = state.edition.tokens[ARTIFACT].known_values or FREQUENT
    offered = known if stock.artifacts is None else stock.artifacts
    gold = tuple(_artifact(value, say, silver=False) for value in offered)
    silver = tuple(_artifact(value, say, silver=True) for value in stock.silver or ())
    return (*gold, *silver)


def crowns(state: State, say: Words) -> tuple[Valued, ...]:
    """The crowns that are left, a button for each to take one without paying."""
    return tuple(_crown(value, say) for value in sorted(state.stock.crowns, reverse=True))


def _artifact(value: int, say: Words, *, silver: bool) -> Valued:
    more = {"silver": True} if silver else {}
    return Valued(
        icon="artifact",
        name=tokens.artifact_name(value, say, silver=silver),
        action=tap("take", seat=None, token=ARTIFACT, value=value, **more),
    )


def _crown(value: int, say: Words) -> Valued:
    action = tap("take", seat=None, token=CROWN, value=value)
    return Valued(icon="crown", name=tokens.crown_name(value, say), action=action)


def held_shown(state: State, index: int) -> tuple[object, ...]:
    """What a seat's things and its steps depend on."""
    seat, turn = state.seats[index], state.turn
    now = (turn.phase, seat.leaving) if turn.seat == index else None
    short = bool(_spends(state, index))
    held = seat.artifacts, seat.crowns, seat.tokens, seat.status, short
    return (seat.name, seat.in_play, seat.zone, bool(state.over), now, *held)


def holding(state: State, index: int, say: Words) -> Holding:
    seat = state.seats[index]
    things = tuple(tokens.held(state, index, say))
    return Holding(
        index=index,
        name=seat.name,
        color=seat.color,
        things=things,
        steps=tuple(steps(state, index, say)),
        note=out_note(state, seat, say),
        spends=tuple(_spend(state, index, code, say) for code in _spends(state, index)),
    )


def _spends(state: State, index: int) -> tuple[str, ...]:
    """What a seat that is short of gold for the market could turn into gold."""
    seat, known = state.seats[index], state.edition.tokens
    if not state.edition.market or state.over or not seat.in_play:
        return ()
    if seat.gold >= tokens.price_of(state):
        return ()
    return tuple(code for code in seat.tokens if (use := known[code].use) and use.gold)


def _spend(state: State, index: int, code: str, say: Words) -> Spend:
    token = state.edition.tokens[code]
    return Spend(
        icon=tokens.icon_of(code, token),
        name=tokens.name_of(code, token, say),
        gold=token.use.gold if token.use else 0,
        action=tap("use", seat=index, token=code),
    )


def shrines_shown(state: State) -> tuple[object, ...]:
    return tuple((seat.places, seat.color) for seat in state.seats)


def shrines(state: State) -> tuple[Shrine, ...]:
    """The Wayshrines somebody has marked, and the next one to be found."""
    spaces = state.edition.numbers.wayshrine_spaces
    known = sorted({place for seat in state.seats for place in seat.places}, key=_by_number)
    new = next(str(number) for number in count(1) if str(number) not in known)
    return tuple(_shrine(state, name, spaces.value if spaces else 0) for name in (*known, new))


def _by_number(name: str) -> tuple[int, str]:
    return (int(name) if name.isdecimal() else 0, name)


def _shrine(state: State, name: str, spaces: int) -> Shrine:
    marks = tuple(seat.color for seat in state.seats if name in seat.places)
    return Shrine(
        name=name,
        dots=(*marks, *("",) * (spaces - len(marks))),
        full=len(marks) >= spaces,
        action=tap("wayshrine", seat=None, place=name),
    )


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


def shop_note(state: State, say: Words) -> str:
    """What a coupon takes off; empty in editions without one."""
    coupon = state.edition.numbers.coupon
    if coupon is None:
        return ""
    return say.gettext("A coupon takes {count} gold off.").format(count=coupon.value)
