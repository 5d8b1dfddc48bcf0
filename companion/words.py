"""Words for the editions' data: what house values are called, and where numbers come from."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from companion.rules.errors import RuleError
from companion.rules.words import say

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
}
DIFFICULTIES = {"easy": _("easy"), "normal": _("normal"), "hard": _("hard")}
MODULES = {"adventuring-party": "Adventuring Party", "monsters": _("Monsters")}
# The sources as they stand in the editions' data, marked for the catalogues.
SOURCES = (
    gettext_noop("base rulebook"),
    gettext_noop("Catacombs rulebook"),
    gettext_noop("Legacy 2 rulebook"),
    gettext_noop("as in base"),
    gettext_noop("a summary of the rulebook"),
    gettext_noop("a public setup reference"),
    gettext_noop("two public simulators; space 5 in the base rulebook"),
    gettext_noop("two public simulators, FAQ 2025 at second hand"),
    gettext_noop("space 5 in the Legacy 2 rulebook, the rest as in base"),
    gettext_noop("Catacombs rulebook (the space with the player count), order as in base"),
    gettext_noop(
        "a public setup reference; the values of the side board's track are presumed as in base"
    ),
    gettext_noop("a house value of this table"),
)


def told(error: RuleError, labels: Mapping[str, object] | None = None) -> str:
    """A refusal of the rules in the reader's language; `labels` name a record's fields."""
    field = str(error.params.get("field", ""))
    label = (labels or {}).get(field.removeprefix("rules."))
    params = {**error.params, "field": f"“{label}”"} if label else error.params
    return say(error.sentence, params, gettext)
