"""Milestones: spaces on the back of a Journal, filled from the first one on (docs/rules.md 8.15)."""

import re
from dataclasses import dataclass, replace

from campaign.rules.arguments import Kind, Number
from campaign.rules.campaigns import Campaign
from campaign.rules.characters import CHARACTER
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_character, with_character
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Character, Milestone, State
from campaign.rules.verb import Argument, Call, Verb, Who


@dataclass(frozen=True, slots=True)
class MilestoneLabel(Kind):
    """A MILESTONE sticker by its group, such as M4; ``M`` alone where the group is not known."""

    expected: str = gettext_noop("a milestone sticker such as M4")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """In capitals."""
        label = raw.strip().upper() if isinstance(raw, str) else ""
        if not re.fullmatch(r"[A-Z]([1-9][0-9]{0,2})?", label):
            self.refuse()
        return label


def milestone(call: Call) -> State:
    """The next free space is filled, by a sticker or, without a label, by a mark."""
    character = the_character(call.state, call.text("character"))
    rules = call.state.campaign.milestones
    space = len(character.milestones) + 1
    if rules is not None and rules.spaces and space > rules.spaces:
        raise LedgerError("no_space_left", character=character.name)
    filled = Milestone(space=space, label=call.text("label"), game=call.game)
    milestones = (*character.milestones, filled)
    return with_character(call.state, replace(character, milestones=milestones))


def cross(call: Call) -> State:
    """A MILESTONE sticker crossed out; its space stays filled and counts on."""
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
    """Which sticker lies on the space, so that a strike before it cannot cross out another."""
    character = the_character(call.state, call.text("character"))
    meant = character.milestones[call.number("space") - 1 : call.number("space")]
    return frozenset(f"{milestone.label} {milestone.game}" for milestone in meant)


def count(character: Character) -> int:
    """Total milestones: every filled space, marks and crossed-out stickers included."""
    return len(character.milestones)


def passages_due(state: State, character: Character, game: int) -> tuple[int, ...]:
    """The threshold spaces filled in that game, ascending: their passages follow after it."""
    if state.campaign.milestones is None:
        return ()
    filled = {milestone.space for milestone in character.milestones if milestone.game == game}
    return tuple(sorted(filled & set(state.campaign.milestones.thresholds)))


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
            "milestone|meilenstein <label> <character>",
            "milestone|meilenstein mark|marke <character>",
        ),
        who=Who.OWN,
    ),
    Verb(
        key="cross",
        topic="milestones",
        act=cross,
        sentence=gettext_noop("Milestone {space} of {character} is crossed out."),
        arguments=(Argument("space", Number(1, 99), gettext_noop("space")), CHARACTER),
        forms=("cross|streiche <space> <character>",),
        pin=_crossed,
        who=Who.OWN,
    ),
)
