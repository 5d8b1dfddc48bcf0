"""Checks a record's draws against its seed, as everyone can once the seed is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.rules import bag
from companion.rules.actions import DRAWING_ACTIONS
from companion.rules.attack import asked_size, drawn_from
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One attack as anybody can check it: the bag it was drawn from, in the order of the stream.

    `at` is the index of its action, `number` the attack's number in the stream, None for cubes
    drawn by hand. `given` are the cubes that the seed gives, None while it is not known.
    """

    at: int
    number: int | None
    bag: Mapping[str, int]
    asked: int
    drawn: tuple[str, ...]
    given: tuple[str, ...] | None

    @property
    def fits(self) -> bool:
        """Whether the seed, as far as it is known, gives these cubes."""
        return self.given is None or self.given == self.drawn


def drawings(record: Record) -> Iterator[Drawing]:
    """Every attack of a record, those by hand too; raises RecordError."""
    for at, (before, after) in enumerate(pairwise(steps(record))):
        action = parse(record.actions[at], before.edition)
        asked = asked_size(before, action)
        if isinstance(action, DRAWING_ACTIONS) and asked is not None and after.attack is not None:
            server = record.fairness is not None and not action.by_hand
            yield Drawing(
                at=at,
                number=before.attacks + 1 if server else None,
                bag=bag.sorted_pile(before, drawn_from(before)),
                asked=asked,
                drawn=after.attack.drawn,
                given=_given(before, record.fairness, asked) if server else None,
            )


def _given(before: State, fair: Fairness | None, asked: int) -> tuple[str, ...] | None:
    if fair is None or fair.seed is None:
        return None
    return tuple(draw(before, fair, asked))


def verify(record: Record) -> Verdict:
    """Check every draw that is not by hand (docs/rules.md 3.20); raises RecordError."""
    found = list(drawings(record))
    if record.fairness is None or record.fairness.seed is None:
        return Verdict("no_seed")
    if not record.fairness.kept:
        return Verdict("commitment")
    wrong = next((each.at for each in found if not each.fits), None)
    return Verdict("fits") if wrong is None else Verdict("draw", wrong)
