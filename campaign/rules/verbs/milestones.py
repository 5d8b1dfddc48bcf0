"""Milestones: spaces on the back of a Journal, filled from the first one on (docs/rules.md 8.15)."""

from dataclasses import replace

from campaign.rules.arguments.codes import MilestoneLabel
from campaign.rules.arguments.values import Number
from campaign.rules.caught_up import caught_up
from campaign.rules.errors import LedgerError
from campaign.rules.lookup import the_character, with_character
from campaign.rules.state import Character, Milestone, State
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.verb import Argument, Call, Verb
from kernel.message import gettext_noop, pgettext


def milestone(call: Call) -> State:
    """Fill the next free space, with a sticker or, without a label, with a mark."""
    character = the_character(call.state, call.text("character"))
    rules = call.state.campaign.milestones
    space = len(character.milestones) + 1
    if rules is not None and rules.spaces and space > rules.spaces:
        raise LedgerError("no_space_left", character=character.name)
    filled = Milestone(space=space, label=call.text("label"), game=call.game)
    milestones = (*character.milestones, filled)
    state = with_character(call.state, replace(character, milestones=milestones))
    return caught_up(state, character.key, "milestones") if filled.is_mark else state


def cross(call: Call) -> State:
    """Cross out a MILESTONE sticker; its space stays filled and still counts."""
    character, space = the_character(call.state, call.text("character")), call.number("space")
    if space > len(character.milestones) or character.milestones[space - 1].is_mark:
        raise LedgerError("no_milestone", character=character.name, space=space)
    old = character.milestones[space - 1]
    if old.crossed:
        raise LedgerError("already_crossed", character=character.name, space=space)
    crossed = replace(old, crossed=True)
    milestones = (*character.milestones[: space - 1], crossed, *character.milestones[space:])
    return with_character(call.state, replace(character, milestones=milestones))


def _crossed(call: Call) -> frozenset[str]:
    """Which sticker is on the space, so that striking an earlier one cannot cross out another."""
    character = the_character(call.state, call.text("character"))
    meant = character.milestones[call.number("space") - 1 : call.number("space")]
    return frozenset(f"{milestone.label} {milestone.game}" for milestone in meant)


def count(character: Character) -> int:
    """Total milestones: every filled space, marks and crossed-out stickers included."""
    return len(character.milestones)


def passages_due(state: State, character: Character, game: int) -> tuple[int, ...]:
    """The threshold spaces filled in that game, ascending; their passages are read after it."""
    if state.campaign.milestones is None:
        return ()
    filled = {milestone.space for milestone in character.milestones if milestone.game == game}
    return tuple(sorted(filled & set(state.campaign.milestones.thresholds)))


_SPACE = Number(1, 99, nouns=pgettext("typed noun", "space|milestone"))


def passages_unread(state: State, character: Character, game: int) -> tuple[int, ...]:
    """Those of them whose passage is not written down as read."""
    passages = state.passages.values()
    read = {passage.space for passage in passages if passage.character == character.key}
    return tuple(space for space in passages_due(state, character, game) if space not in read)


VERBS = (
    Verb(
        key="milestone",
        topic="milestones",
        act=milestone,
        sentence=gettext_noop("{character} fills the next milestone space."),
        extras={"label": gettext_noop("Sticker {label}.")},
        arguments=(
            Argument("label", MilestoneLabel(), gettext_noop("milestone sticker"), optional=True),
            CHARACTER,
        ),
        forms=(
            pgettext("typed", "milestone <label> <character>"),
            pgettext("typed", "milestone mark <character>"),
        ),
    ),
    Verb(
        key="cross",
        topic="milestones",
        act=cross,
        sentence=gettext_noop("Milestone {space} of {character} is crossed out."),
        arguments=(Argument("space", _SPACE, gettext_noop("space")), CHARACTER),
        forms=(pgettext("typed", "cross <space> <character>"),),
        pin=_crossed,
    ),
)
