"""What points come from, in the few kinds that charts and spreadsheets show."""

from companion.rules.scoring import CONTRACT, Score
from companion.rules.state import ARTIFACT, State
from kernel.message import gettext_noop

KINDS = {
    "artifact": gettext_noop("Artifacts"),
    "escape": gettext_noop("Escape"),
    "token": gettext_noop("Tokens"),
    "gold": gettext_noop("Gold"),
    "cards": gettext_noop("Cards"),
    "contracts": gettext_noop("Contracts"),
    "other": gettext_noop("Other"),
}
OWN_KINDS = (ARTIFACT, "gold", "cards", "contracts", "other")


def by_kind(state: State, score: Score) -> dict[str, int]:
    """A seat's points by what they come from; kinds of 0 are left out."""
    points = dict.fromkeys(KINDS, 0)
    for line in score.lines:
        points[_kind(state, line.what)] += line.points
    return {kind: count for kind, count in points.items() if count}


def _kind(state: State, what: str) -> str:
    if what in OWN_KINDS:
        return what
    if what.startswith(CONTRACT):
        return "contracts"
    return "escape" if what == state.edition.escape_token else "token"
