"""Words for the editions' data: what house values are called, and where numbers come from."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from companion.rules.errors import RuleError
from companion.rules.words import fill

HOUSE_VALUES = {
    "rage_track": _("Rage track: cubes of each space"),
    "start_space": _("Space the rage marker starts on"),
    "health": _("Spaces of a health meter"),
    "black_cubes": _("Black cubes in the bag"),
    "player_cubes": _("Cubes of each player"),
    "starting_clank": _("Clank! at the start, seat by seat"),
    "starting_gold": _("Gold at the start, seat by seat"),
    "off_clock_cubes": _("Cubes drawn on the turn of someone who is out"),
    "difficulty": _("How hard the monsters are"),
    "price": _("Price of an item of the market"),
    "coupon": _("Gold that a Discount Coupon saves"),
    "escape_points": _("Points for escaping"),
    "ghosts": _("Ghosts"),
    "wayshrine_spaces": _("Marks that fit on one Wayshrine"),
    "bag_empty_ends": _("A bag that is empty after an attack ends the game"),
    "deck_out_ends": _("A row that cannot be refilled ends the game"),
    "escape_clears_area": _("A player who escapes takes their cubes out of the Clank! area"),
    "market_one_each": _("One of each market item per player"),
}
NUMBERS = {
    **HOUSE_VALUES,
    "countdown": _("Countdown Track: extra cubes of each space"),
    "contracts": _("Contracts on the table"),
    "boxed_artifacts": _("Artifacts left in the box, by number of players"),
}
"""All numbers and switches of an edition, including those that no table can change."""
DIFFICULTIES = {"easy": _("easy"), "normal": _("normal"), "hard": _("hard")}
MODULES = {"adventuring-party": "Adventuring Party", "monsters": _("Monsters")}
# The sources as they are in the editions' data, marked for translation.
SOURCES = (
    gettext_noop("base rulebook"),
    gettext_noop("base rulebook; for five and six a public setup reference"),
    gettext_noop("Catacombs rulebook"),
    gettext_noop("Legacy 2 rulebook"),
    gettext_noop("as in base"),
    gettext_noop("as in Legacy 2"),
    gettext_noop("a summary of the rulebook"),
    gettext_noop("an unofficial summary of Catacombs"),
    gettext_noop("a public setup reference"),
    gettext_noop("a public setup reference; its count is unknown"),
    gettext_noop("a public setup reference; how many there are is unknown"),
    gettext_noop("FAQ 2025 at second hand"),
    gettext_noop("FAQ 2025 at second hand; the base rulebook sets no limit"),
    gettext_noop("no text has such a rule, so play goes on"),
    gettext_noop("two public simulators; space 5 in the base rulebook"),
    gettext_noop("two public simulators; the range in the base rulebook"),
    gettext_noop("two public simulators, FAQ 2025 at second hand"),
    gettext_noop("base rulebook; points from a public simulator"),
    gettext_noop("base rulebook; count from public simulators"),
    gettext_noop("base rulebook; count from two independent transcriptions"),
    gettext_noop(
        "base rulebook; count from public simulators, timing from the FAQ 2025 at second hand"
    ),
    gettext_noop("space 5 in the Legacy 2 rulebook, the rest as in base"),
    gettext_noop("Catacombs rulebook (the space with the player count), order as in base"),
    gettext_noop(
        "Catacombs rulebook; two of the seven values are unknown, so any value may be taken"
    ),
    gettext_noop("the Catacombs rulebook does not say; as in base"),
    gettext_noop("as in base; the side board’s own track is in no text"),
    gettext_noop("the game’s own rulebook; the value of the added crown is unknown"),
    gettext_noop("the game’s own rulebook; the added one from a public setup reference"),
    gettext_noop("a house value of this table"),
    gettext_noop("a house token of this table"),
)


def translate(error: RuleError, labels: Mapping[str, object] | None = None) -> str:
    """A refusal of the rules in the reader's language; `labels` name a record's fields."""
    field = str(error.params.get("field", ""))
    label = (labels or {}).get(field.removeprefix("rules."))
    params = {**error.params, "field": f"“{label}”"} if label else error.params
    return fill(error.sentence, params, gettext)
