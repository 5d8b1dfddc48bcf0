"""The verbs a member may use, in groups, with links to their forms."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.errors import translate
from campaign.lexicon import readers_lexicon
from campaign.pages.lines import ICONS
from campaign.rules.campaigns import Campaign
from campaign.rules.line import short_form
from campaign.rules.verbs.index import verbs_of
from campaign.rules.verbs.verb import Verb
from campaign.topics import TOPICS

# The words of each verb's button.
NAMES = {
    "recruit": gettext_noop("New character"),
    "character": gettext_noop("Change a character"),
    "condition": gettext_noop("Condition"),
    "recover": gettext_noop("Recover"),
    "promote": gettext_noop("Promote"),
    "valuable": gettext_noop("Most Valuable Employee"),
    "fetch": gettext_noop("Fetch a card"),
    "card": gettext_noop("Describe a card"),
    "put": gettext_noop("Move a card"),
    "cabinet": gettext_noop("Into the Filing Cabinet"),
    "tuckbox": gettext_noop("Into a tuckbox"),
    "destroy": gettext_noop("Destroy a card"),
    "mark": gettext_noop("Mark a card"),
    "scratch": gettext_noop("Scratch a box"),
    "point": gettext_noop("Point sticker"),
    "sticker": gettext_noop("Sticker"),
    "rules": gettext_noop("Rules sticker"),
    "token": gettext_noop("Token group"),
    "house_token": gettext_noop("House token"),
    "read": gettext_noop("Read a passage"),
    "journal": gettext_noop("Read a Journal"),
    "tick": gettext_noop("Tick a track"),
    "milestone": gettext_noop("Milestone"),
    "cross": gettext_noop("Cross out a milestone"),
    "space": gettext_noop("Mark a space"),
    "arrange": gettext_noop("Arrange a space"),
    "connect": gettext_noop("Connect two spaces"),
    "name_space": gettext_noop("Name a space"),
    "remnant": gettext_noop("Destroy a space"),
    "memorial": gettext_noop("Memorial"),
    "contract": gettext_noop("New contract"),
    "setup": gettext_noop("SETUP is done"),
    "tick_contract": gettext_noop("Tick a box"),
    "cube": gettext_noop("Place a cube"),
    "done": gettext_noop("Completed"),
    "fail": gettext_noop("Failed"),
    "deadline": gettext_noop("Change the deadline"),
    "due": gettext_noop("Let due contracts fail"),
    "back": gettext_noop("Write down its back"),
    "box": gettext_noop("A box on its back"),
    "turn": gettext_noop("The turn is over"),
    "points": gettext_noop("Its points"),
    "keep": gettext_noop("Read to the end, keep"),
    "marker": gettext_noop("Destination marker"),
    "employee": gettext_noop("Employee of the Month"),
    "joining": gettext_noop("Catch up"),
    "start": gettext_noop("Start a game"),
    "players": gettext_noop("Who plays"),
    "mission": gettext_noop("Mission Report"),
    "finish": gettext_noop("Scores of the game"),
    "pack": gettext_noop("Pack away"),
    "waive": gettext_noop("Waive a task"),
    "abandon": gettext_noop("Abandon the game"),
    "correct": gettext_noop("Correct scores"),
    "counter": gettext_noop("Counter"),
    "note": gettext_noop("Note"),
    "lot": gettext_noop("Lot"),
}


@dataclass(frozen=True, slots=True)
class VerbButton:
    """A verb by its name, with its short form for typing it next time."""

    key: str
    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    icon: str
    verbs: tuple[VerbButton, ...]


def button(verb: Verb) -> VerbButton:
    return VerbButton(verb.key, _(NAMES[verb.key]), translate(short_form(verb, readers_lexicon())))


def groups(campaign: Campaign, usable: Iterable[Verb]) -> tuple[Group, ...]:
    allowed = {verb.key for verb in usable}
    by_topic = {
        topic: tuple(button(v) for v in verbs_of(campaign) if v.topic == topic and v.key in allowed)
        for topic in TOPICS
    }
    return tuple(
        Group(translate(TOPICS[t]), ICONS[t], found) for t, found in by_topic.items() if found
    )
