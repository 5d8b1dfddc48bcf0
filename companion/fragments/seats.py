"""A seat's card: what everybody sees of a player, and what the player can do now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from companion.fragments import tokens
from companion.fragments.actions import tap
from companion.fragments.turn import may_leave
from companion.fragments.words import Words
from companion.rules.state import Seat, State
from companion.table.naming import called


class Thing(NamedTuple):
    icon: str
    text: str


class Step(NamedTuple):
    """A button of one seat: where it can go now."""

    icon: str
    text: str
    action: SafeString


@dataclass(frozen=True, slots=True)
class SeatCard:
    index: int
    name: str
    called: str
    color: str
    now: bool
    out: bool
    tag: str
    tone: str
    wells: tuple[str, ...]
    health: str
    wounds: str
    supply: int
    gold: int
    place: str
    deep: bool
    things: tuple[Thing, ...]
    steps: tuple[Step, ...]
    note: str


BRIEF_PLACES = {
    "the Depths": gettext_noop("below"),
    "above the Depths": gettext_noop("above"),
    "the Danger Zone": gettext_noop("inside"),
    "outside the Danger Zone": gettext_noop("outside"),
}
STATUS_TONES = {"escaped": "moss", "knocked_out": "blood"}


def shown(state: State, index: int) -> tuple[object, ...]:
    """Everything that a seat's card depends on, its odds left out."""
    turn = state.turn
    now = turn.seat == index and not state.over
    pawn = state.countdown.space if state.countdown and state.countdown.seat == index else None
    return state.seats[index], (turn.out, turn.phase) if now else None, pawn, bool(state.over)


def card(state: State, index: int, say: Words) -> SeatCard:
    seat = state.seats[index]
    now = state.turn.seat == index and not state.over
    tag, tone = _tag(seat, say, now=now)
    size, hurt = state.health_size, len(seat.health)
    return SeatCard(
        index=index,
        name=seat.name,
        called=called(state.seats, index),
        color=seat.color,
        now=now,
        out=not seat.in_play,
        tag=tag,
        tone=tone,
        wells=(*seat.health, *("",) * (size - hurt)),
        health=say.gettext("{count} of {size} damage").format(count=hurt, size=size),
        wounds=f"{hurt}/{size}",
        supply=seat.supply,
        gold=seat.gold,
        # An escaped figure has no place any more; where one was knocked out decides its score.
        place="" if seat.status == "escaped" else say.gettext(state.edition.words[seat.zone]),
        deep=seat.zone == "deep",
        things=tuple(_things(state, index, say)),
        steps=tuple(steps(state, index, say)),
        note=out_note(state, seat, say),
    )


def _tag(seat: Seat, say: Words, *, now: bool) -> tuple[str, str]:
    if seat.status == "escaped":
        return say.pgettext("of a seat", "escaped"), STATUS_TONES[seat.status]
    if seat.status == "knocked_out":
        return say.pgettext("of a seat", "knocked out"), STATUS_TONES[seat.status]
    if seat.leaving:
        return say.gettext("leaving"), "line"
    return (say.gettext("plays"), "ember") if now else ("", "")


def _things(state: State, index: int, say: Words) -> Iterator[Thing]:
    for each in tokens.held(state, index, say):
        yield Thing(each.icon, each.name)
    seat = state.seats[index]
    if count := seat.wayshrines:
        text = say.ngettext("{count} Wayshrine", "{count} Wayshrines", count)
        yield Thing("wayshrine", text.format(count=count))
    if count := seat.board:
        yield Thing("space", say.gettext("{count} on the board").format(count=count))
    if count := seat.owed:
        yield Thing("quiet", say.gettext("{count} Clank! to take back").format(count=count))
    if count := seat.made:
        yield Thing("clank", say.gettext("{count} Clank! this turn").format(count=count))
    if state.countdown and state.countdown.seat == index:
        text = say.gettext("Countdown: space {space}")
        yield Thing("clock", text.format(space=state.countdown.space))


def steps(state: State, index: int, say: Words) -> Iterator[Step]:
    seat = state.seats[index]
    if state.over or not seat.in_play:
        return
    other, icon = ("safe", "safe") if seat.zone == "deep" else ("deep", "depths")
    text = say.gettext("Now {zone}").format(zone=say.gettext(state.edition.words[other]))
    yield Step(icon, text, tap("zone", seat=index, zone=other))
    if state.turn.seat == index and may_leave(state):
        yield Step("exit", say.gettext("Leave"), tap("leave", seat=index))


def out_note(state: State, seat: Seat, say: Words) -> str:
    """Why a seat has only few controls."""
    if state.over or seat.in_play:
        return ""
    words = say.gettext("{name} is no longer in play: only gold and corrections are left.")
    return words.format(name=seat.name)


# Before the attack: where is everybody? -------------------------------------------


@dataclass(frozen=True, slots=True)
class AtRisk:
    """A seat that the next attack may knock out: where it is decides whether it scores."""

    index: int
    name: str
    color: str
    place: str
    here: str
    deep: bool
    other: str
    action: SafeString


def at_risk(state: State, found: Mapping[int, Fraction], say: Words) -> tuple[AtRisk, ...]:
    """Those who may be knocked out, where somebody may still be asked; `found` are the chances."""
    if state.over or state.turn.phase == "play":
        return ()
    return tuple(_at_risk(state, index, say) for index, chance in found.items() if chance)


def _at_risk(state: State, index: int, say: Words) -> AtRisk:
    seat = state.seats[index]
    other = "safe" if seat.zone == "deep" else "deep"
    words = state.edition.words
    return AtRisk(
        index=index,
        name=called(state.seats, index),
        color=seat.color,
        place=say.gettext(words[seat.zone]),
        here=_briefly(words[seat.zone], say),
        deep=seat.zone == "deep",
        other=_briefly(words[other], say),
        action=tap("zone", seat=index, zone=other),
    )


def _briefly(place: str, say: Words) -> str:
    """A place as a narrow button has room for it."""
    return say.gettext(BRIEF_PLACES.get(place, place))
