"""Whose turn it is, what comes next, and the one thing to do now."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from companion.fragments.actions import tap
from companion.fragments.words import Words
from companion.rules import attack
from companion.rules.log.sentences import SENTENCES
from companion.rules.state import State
from companion.table.naming import called

PHASES = {
    "play": gettext_noop("Round {round} · {name} plays"),
    "refill": gettext_noop("Round {round} · {name} refills"),
    "out": gettext_noop("Round {round} · {name} is out"),
}


BRIEFS = {
    "play": gettext_noop("{name}’s turn"),
    "refill": gettext_noop("{name} refills"),
    "out": gettext_noop("{name} is out"),
}


class Now(NamedTuple):
    """Whose turn it is in few words, for whoever it is and for all others, and what comes next."""

    text: str
    brief: str
    yours: str
    color: str


class Next(NamedTuple):
    """What ends the turn, or a question with its answers; `theirs` is what others read on the button.

    The question comes before its answers, and these never stand where the end of the turn stood. `leave` is
    the action of who may leave, else empty.
    """

    buttons: tuple["Button", ...]
    question: str
    theirs: str
    leave: SafeString


class Button(NamedTuple):
    """A button and its action; `hand` names the draw that can be done from the cloth bag."""

    text: str
    note: str
    action: SafeString
    tone: str = "primary"
    icon: str = ""
    hand: bool = False


def shown(state: State) -> tuple[object, ...]:
    """What the sentences and the buttons of the turn depend on."""
    turn, seat = state.turn, state.active
    return (
        turn.seat,
        turn.phase,
        turn.out,
        state.over,
        seat.name,
        seat.status,
        seat.leaving,
        may_leave(state),
        state.countdown,
        attack.out_size(state) if state.turn.out else None,
    )


def where(round_: int, state: State, say: Words) -> str:
    if state.over:
        return say.gettext("Round {round} · the game is over").format(round=round_)
    sentence = say.gettext(PHASES[state.turn.phase])
    return sentence.format(round=round_, name=state.active.name)


def now(state: State, say: Words) -> Now:
    text, name = next_step(state, say), called(state.seats, state.turn.seat)
    if state.over:
        brief = say.gettext("Game over")
        return Now(text, brief, brief, "")
    brief = say.gettext(BRIEFS[state.turn.phase]).format(name=name)
    mine = state.turn.phase == "play"
    yours = say.gettext("Your turn, {name}").format(name=name) if mine else brief
    return Now(text, brief, yours, state.active.color)


def next_step(state: State, say: Words) -> str:
    """What comes next, in one line."""
    if state.over:
        return say.gettext(SENTENCES[f"over.{state.over}"])
    return _sentence(state, say).format(
        name=state.active.name,
        row=say.gettext(state.edition.words["row"]),
        exit=say.gettext(state.edition.words["exit"]),
        count=attack.out_size(state) if state.turn.out else 0,
        space=state.countdown.space + 1 if state.countdown else 0,
    )


def _sentence(state: State, say: Words) -> str:
    if state.turn.phase == "refill":
        return say.gettext("{name} refills {row}. Did a new dragon appear?")
    if state.turn.out:
        return _out(state, say)
    return _own_turn(state, say)


def _own_turn(state: State, say: Words) -> str:
    if not state.active.in_play:
        return say.gettext("{name} is knocked out and only finishes this turn.")
    if state.active.leaving:
        return say.gettext("{name} is at the exit: end the turn to get out.")
    if may_leave(state):
        return say.gettext("{name} plays, then ends the turn. At the exit: Leave.")
    return say.gettext("{name} plays, then ends the turn.")


def may_leave(state: State) -> bool:
    """Whether leaving is offered: to the active seat with an artifact, unless it is known to be deep inside."""
    seat = state.active
    if state.over or state.turn.phase != "play" or not seat.in_play:
        return False
    return bool(seat.artifacts) and not seat.leaving and seat.zone != "deep"


def _out(state: State, say: Words) -> str:
    if not state.countdown:
        return say.gettext("{name} is out, and the dragon draws {count}.")
    if attack.out_size(state) is None:
        return say.gettext("{name} moves the pawn to the last space: nobody can get out any more.")
    return say.gettext(
        "{name} moves the countdown pawn to space {space}: the dragon draws {count}."
    )


def upcoming(state: State, say: Words) -> Next:
    """The buttons of the moment, and the words that go with them."""
    asks = not state.over and state.turn.phase != "play"
    theirs = say.gettext("{name}’s turn · end it").format(name=called(state.seats, state.turn.seat))
    return Next(
        buttons=tuple(buttons(state, say)),
        question=_question(state, say) if asks else "",
        theirs="" if asks or state.over else theirs,
        leave=tap("leave", seat=state.turn.seat) if may_leave(state) else SafeString(""),
    )


def _question(state: State, say: Words) -> str:
    """What is to be answered, in a line or two; who answers stands at the top."""
    if state.turn.phase == "refill":
        return say.gettext("Did a new dragon appear?")
    size = attack.out_size(state)
    if not state.countdown:
        return say.gettext("A turn for the dragon alone: it draws {count}.").format(count=size)
    if size is None:
        return say.gettext("The pawn moves to the last space: nobody can get out any more.")
    words = say.gettext("The pawn moves to space {space}: the dragon draws {count}.")
    return words.format(space=state.countdown.space + 1, count=size)


def buttons(state: State, say: Words) -> list[Button]:
    """What can be done now, the likeliest first."""
    if state.over:
        return []
    if state.turn.phase == "play":
        return [_end_turn(state, say)]
    if state.turn.phase == "refill":
        return _refill(state, say)
    return [_out_turn(state, say)]


def _end_turn(state: State, say: Words) -> Button:
    name = called(state.seats, state.turn.seat)
    text = say.gettext("End {name}’s turn").format(name=name)
    return Button(text=text, note="", action=tap("end_turn"))


def _refill(state: State, say: Words) -> list[Button]:
    size = attack.row_size(state)
    return [
        Button(text=say.gettext("No dragon"), note="", action=tap("refill", attack=False), tone=""),
        Button(
            text=say.gettext("Dragon!"),
            note=say.gettext("draws {count}").format(count=size),
            action=tap("refill", attack=True),
            icon="dragon",
            hand=True,
        ),
    ]


def _out_turn(state: State, say: Words) -> Button:
    size = attack.out_size(state)
    if size is None:
        return Button(
            text=say.gettext("The last step of the pawn"),
            note="",
            action=tap("out_turn"),
            icon="clock",
        )
    text = (
        say.gettext("Move the pawn: attack")
        if state.countdown
        else say.gettext("The dragon attacks")
    )
    note = say.gettext("draws {count}").format(count=size)
    return Button(text=text, note=note, action=tap("out_turn"), icon="dragon", hand=True)
