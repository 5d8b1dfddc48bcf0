"""A seat's card: what everybody sees of a player, and what this moment lets the player do."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext_lazy

from companion.board import Board
from companion.pages import tokens
from companion.pages.attributes import tap
from companion.pages.frames import gap
from companion.pages.now import may_leave
from companion.rules.state import Seat, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    icon: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A button of one seat: where it may go now."""

    icon: str
    text: str
    action: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCard:
    index: int
    name: str
    color: str
    now: bool
    out: bool
    tag: str
    tone: str
    wells: tuple[str, ...]
    health: str
    supply: int | str
    gold: int | str
    place: str
    deep: bool
    things: tuple[Thing, ...]
    steps: tuple[Step, ...]
    note: str
    chances: SafeString


ODDS = mark_safe("<!--odds-->")
"""Where a seat's chances are put into its card; they change with every cube."""

STATUS_TONES = {"escaped": "moss", "knocked_out": "blood"}
STATUS_WORDS = {
    "escaped": pgettext_lazy("of a seat", "escaped"),
    "knocked_out": pgettext_lazy("of a seat", "knocked out"),
}


def shown(board: Board, index: int) -> tuple[object, ...]:
    """Everything that a seat's card depends on, its odds left out."""
    state = board.state
    turn = state.turn
    now = turn.seat == index and not state.over
    pawn = state.countdown.space if state.countdown and state.countdown.seat == index else None
    return state.seats[index], (turn.out, turn.phase) if now else None, pawn, bool(state.over)


def card(board: Board, index: int) -> SeatCard:
    state, seat = board.state, board.state.seats[index]
    now = state.turn.seat == index and not state.over
    tag, tone = _tag(state, index, now)
    return SeatCard(
        index=index,
        name=seat.name,
        color=seat.color,
        now=now,
        out=not seat.in_play,
        tag=tag,
        tone=tone,
        wells=(*seat.health, *("" for _ in range(state.health_size - len(seat.health)))),
        health=gettext("{count} of {size} damage").format(
            count=len(seat.health), size=state.health_size
        ),
        supply=seat.supply,
        gold=seat.gold,
        # Who got out stands nowhere any more; where somebody fell decides what counts.
        place="" if seat.status == "escaped" else gettext(state.edition.words[seat.zone]),
        deep=seat.zone == "deep",
        things=_things(state, index),
        steps=tuple(_steps(state, index)),
        note=_note(state, seat),
        chances=ODDS,
    )


def opened(card: SeatCard) -> tuple[SeatCard, dict[str, object]]:
    """The card with gaps where most taps change it, and the words that come there."""
    texts = {f"thing_{number}": thing.text for number, thing in enumerate(card.things)}
    things = (
        replace(thing, text=gap(word)) for thing, word in zip(card.things, texts, strict=True)
    )
    name, supply, gold = gap("name"), gap("supply"), gap("gold")
    open_card = replace(card, name=name, supply=supply, gold=gold, things=tuple(things))
    return open_card, {"name": card.name, "supply": card.supply, "gold": card.gold, **texts}


def _tag(state: State, index: int, now: bool) -> tuple[str, str]:
    seat = state.seats[index]
    if not seat.in_play:
        return str(STATUS_WORDS[seat.status]), STATUS_TONES[seat.status]
    if seat.leaving:
        return gettext("leaving"), "line"
    return (gettext("plays"), "ember") if now else ("", "")


def _things(state: State, index: int) -> tuple[Thing, ...]:
    seat = state.seats[index]
    held = [Thing(icon=each.icon, text=each.name) for each in tokens.held(state, index)]
    return (*held, *_counts(state, index, seat))


def _counts(state: State, index: int, seat: Seat) -> list[Thing]:
    counts = [
        (
            "wayshrine",
            seat.wayshrines,
            ngettext("{count} Wayshrine", "{count} Wayshrines", seat.wayshrines),
        ),
        ("space", seat.board, gettext("{count} on the board")),
        ("quiet", seat.owed, gettext("{count} Clank! to take back")),
        ("clank", seat.made, gettext("{count} Clank! this turn")),
    ]
    things = [
        Thing(icon=icon, text=text.format(count=count)) for icon, count, text in counts if count
    ]
    if state.countdown and state.countdown.seat == index:
        text = gettext("Countdown: space {space}").format(space=state.countdown.space)
        things.append(Thing(icon="clock", text=text))
    return things


def _steps(state: State, index: int) -> list[Step]:
    seat = state.seats[index]
    if state.over or not seat.in_play:
        return []
    other = "safe" if seat.zone == "deep" else "deep"
    icon = "depths" if other == "deep" else "safe"
    steps = [
        Step(icon=icon, text=_zone_step(state, other), action=tap("zone", seat=index, zone=other))
    ]
    if state.turn.seat == index and may_leave(state):
        steps.append(Step(icon="exit", text=gettext("Leave"), action=tap("leave", seat=index)))
    return steps


def _note(state: State, seat: Seat) -> str:
    """Why a seat's controls are few."""
    if state.over or seat.in_play:
        return ""
    words = gettext("{name} is no longer in play: gold and corrections are all that is left.")
    return words.format(name=seat.name)


def _zone_step(state: State, zone: str) -> str:
    return gettext("Now {zone}").format(zone=gettext(state.edition.words[zone]))


# Before the attack: where does everybody stand? ---------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Brink:
    """A seat that the next attack may knock out: where it stands decides whether it scores."""

    index: int
    name: str
    color: str
    place: str
    deep: bool
    other: str
    action: SafeString


def on_the_brink(board: Board, endangered: Iterable[int]) -> tuple[Brink, ...]:
    state = board.state
    if state.over or state.turn.phase == "play":
        return ()
    return tuple(_brink(state, index) for index in endangered)


def _brink(state: State, index: int) -> Brink:
    seat = state.seats[index]
    other = "safe" if seat.zone == "deep" else "deep"
    return Brink(
        index=index,
        name=seat.name,
        color=seat.color,
        place=gettext(state.edition.words[seat.zone]),
        deep=seat.zone == "deep",
        other=gettext(state.edition.words[other]),
        action=tap("zone", seat=index, zone=other),
    )
