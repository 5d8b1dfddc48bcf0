"""Whose turn it is, what comes next, and the one thing to do now."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from companion.board import Board
from companion.pages.attributes import tap
from companion.rules import attack
from companion.rules.lines import SENTENCES
from companion.rules.state import State

PHASES = {
    "play": gettext_noop("Round {round} · {name} plays"),
    "refill": gettext_noop("Round {round} · {name} refills"),
    "out": gettext_noop("Round {round} · {name} is out"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """What a tap on it does; `hand` names the draw that the cloth bag may do instead."""

    text: str
    note: str
    action: SafeString
    tone: str = "primary"
    icon: str = ""
    hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    where: str
    upnext: str
    color: str


def shown(board: Board) -> tuple[object, ...]:
    state = board.state
    seat = state.active
    return (
        board.round,
        state.turn,
        state.over,
        seat.name,
        seat.status,
        seat.leaving,
        may_leave(state),
        state.countdown,
        attack.out_size(state) if state.turn.out else None,
    )


def now(board: Board) -> Now:
    state = board.state
    return Now(
        where=where(board), upnext=upnext(state), color="" if state.over else state.active.color
    )


def where(board: Board) -> str:
    state = board.state
    if state.over:
        return gettext("Round {round} · the game is over").format(round=board.round)
    sentence = gettext(PHASES[state.turn.phase])
    return sentence.format(round=board.round, name=state.active.name)


def upnext(state: State) -> str:
    """What comes next, in one line."""
    if state.over:
        return gettext(SENTENCES[f"over.{state.over}"])
    return _sentence(state).format(
        name=state.active.name,
        row=gettext(state.edition.words["row"]),
        exit=gettext(state.edition.words["exit"]),
        count=attack.out_size(state) if state.turn.out else 0,
        space=state.countdown.space + 1 if state.countdown else 0,
    )


def _sentence(state: State) -> str:
    if state.turn.phase == "refill":
        return gettext("{name} refills {row}. Has a new dragon come up?")
    if state.turn.out:
        return _off_the_clock(state)
    return _own_turn(state)


def _own_turn(state: State) -> str:
    if not state.active.in_play:
        return gettext("{name} is knocked out and only finishes this turn.")
    if state.active.leaving:
        return gettext("{name} is at the exit: end the turn to be out.")
    if may_leave(state):
        return gettext("{name} plays, then ends the turn. At the exit: Leave.")
    return gettext("{name} plays, then ends the turn.")


def may_leave(state: State) -> bool:
    """Whether the active seat carries what lets it out, and is not on its way already."""
    seat = state.active
    return state.turn.phase == "play" and bool(seat.artifacts) and not seat.leaving


def _off_the_clock(state: State) -> str:
    if not state.countdown:
        return gettext("{name} is off the clock: the dragon draws {count}.")
    if attack.out_size(state) is None:
        return gettext("{name} moves the pawn to the last space: nobody gets out any more.")
    return gettext("{name} moves the countdown pawn to space {space}: the dragon draws {count}.")


def buttons(state: State) -> list[Button]:
    """What can be done now, the likeliest first."""
    if state.over:
        return []
    if state.turn.phase == "play":
        return [_end_turn(state)]
    if state.turn.phase == "refill":
        return _refill(state)
    return [_out_turn(state)]


def _end_turn(state: State) -> Button:
    text = gettext("End {name}’s turn").format(name=state.active.name)
    return Button(text=text, note="", action=tap("end_turn"))


def _refill(state: State) -> list[Button]:
    size = attack.row_size(state)
    return [
        Button(text=gettext("No dragon"), note="", action=tap("refill", attack=False), tone=""),
        Button(
            text=gettext("Dragon!"),
            note=gettext("draws {count}").format(count=size),
            action=tap("refill", attack=True),
            icon="dragon",
            hand=True,
        ),
    ]


def _out_turn(state: State) -> Button:
    size = attack.out_size(state)
    if size is None:
        return Button(
            text=gettext("The last step of the pawn"), note="", action=tap("out_turn"), icon="clock"
        )
    text = gettext("Move the pawn: attack") if state.countdown else gettext("Off the clock: attack")
    note = gettext("draws {count}").format(count=size)
    return Button(text=text, note=note, action=tap("out_turn"), icon="dragon", hand=True)
