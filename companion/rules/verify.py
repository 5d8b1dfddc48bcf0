"""Checks a record's draws against its seed, as everyone can once the seed is shown."""

from dataclasses import dataclass
from itertools import pairwise

from companion.rules.actions import DRAWING_ACTIONS, Action
from companion.rules.attack import asked_size
from companion.rules.fairness import Fairness, draw
from companion.rules.parsing import parse
from companion.rules.record import Record, steps
from companion.rules.state import State
from companion.rules.words import Translate, gettext_noop, say

SENTENCES = {
    "fits": gettext_noop("Every draw is the one that the seed gives."),
    "no_seed": gettext_noop("The seed has not been shown, so the draws cannot be checked."),
    "commitment": gettext_noop("The seed is not the one that was promised before the game."),
    "draw": gettext_noop("These cubes are not the ones that the seed gives."),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the draws are fair; `at` is the first action that does not fit, `code` why."""

    code: str
    at: int | None = None

    @property
    def ok(self) -> bool:
        """Whether the commitment fits the seed, and every draw is the seed's."""
        return self.code == "fits"

    @property
    def message(self) -> str:
        """The verdict as an English sentence."""
        return SENTENCES[self.code]

    def say(self, translate: Translate) -> str:
        """The verdict in another language."""
        return say(self.message, {}, translate)


def verify(record: Record) -> Verdict:
    """Check every draw that is not by hand (docs/rules.md 3.20); raises RecordError."""
    states = steps(record)
    fair = record.fairness
    if fair is None or fair.seed is None:
        return Verdict("no_seed")
    if not fair.kept:
        return Verdict("commitment")
    for at, (before, after) in enumerate(pairwise(states)):
        if not _fits(before, parse(record.actions[at], before.edition), after, fair):
            return Verdict("draw", at)
    return Verdict("fits")


def _fits(before: State, action: Action, after: State, fair: Fairness) -> bool:
    if not isinstance(action, DRAWING_ACTIONS) or action.by_hand or after.attack is None:
        return True
    size = asked_size(before, action)
    return size is None or list(after.attack.drawn) == draw(before, fair, size)
