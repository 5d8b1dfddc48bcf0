"""Checks a record's draws against its seed, as anybody can once the seed is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.rules import bag
from companion.rules.actions import DRAWING_ACTIONS, DrawLots
from companion.rules.attack import asked_size, drawn_from
from companion.rules.fairness import Fairness, draw, draw_lots
from companion.rules.parsing import parse
from companion.rules.record import Record, fill_in, steps
from companion.rules.state import State
from companion.rules.words import fill
from kernel.message import Translate, gettext_noop

SENTENCES = {
    "fits": gettext_noop("Every draw matches the seed."),
    "no_seed": gettext_noop("The seed has not been shown, so the draws cannot be checked."),
    "commitment": gettext_noop("The seed is not the one that was promised before the game."),
    "draw": gettext_noop("These cubes are not what the seed gives."),
    "lot": gettext_noop("These lots are not what the seed gives."),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the draws are fair; `at` is the first action that does not match, `code` says why."""

    code: str
    at: int | None = None

    @property
    def ok(self) -> bool:
        """Whether the commitment matches the seed, and every draw is what the seed gives."""
        return self.code == "fits"

    @property
    def message(self) -> str:
        """The verdict as an English sentence."""
        return SENTENCES[self.code]

    def render(self, translate: Translate = str) -> str:
        """The verdict, translated."""
        return fill(self.message, {}, translate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One attack as anybody can check it: the bag it was drawn from, in the order of the stream.

    `at` is the index of its action, `number` the attack's number in the stream, None for cubes
    drawn by hand. `given` are the cubes that the seed gives, None while the seed is unknown.
    """

    at: int
    number: int | None
    bag: Mapping[str, int]
    asked: int
    drawn: tuple[str, ...]
    given: tuple[str, ...] | None

    @property
    def fits(self) -> bool:
        """Whether these are the cubes that the seed gives; also true while it is unknown."""
        return self.given is None or self.given == self.drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """One lot as anybody can check it: the list, and the places drawn.

    `at`, `number` and `given` are as in a `Drawing`.
    """

    at: int
    number: int | None
    of: tuple[str, ...]
    drawn: tuple[int, ...]
    given: tuple[int, ...] | None

    @property
    def fits(self) -> bool:
        """Whether these are the places that the seed gives; also true while it is unknown."""
        return self.given is None or self.given == self.drawn


def lots(record: Record) -> Iterator[Lot]:
    """Every lot of a record, those by hand too; raises RecordError."""
    fair = record.fairness
    for at, (before, after) in enumerate(pairwise(steps(record))):
        action = parse(record.actions[at], before.edition)
        if isinstance(action, DrawLots):
            filled = parse(fill_in(before, record.actions[at], fair), before.edition)
            drawn = filled.drawn if isinstance(filled, DrawLots) else None
            server = fair is not None and after.lots > before.lots
            given = None
            if fair and fair.seed is not None and server:
                given = tuple(draw_lots(before, fair, len(action.of), action.take))
            yield Lot(
                at=at,
                number=after.lots if server else None,
                of=action.of,
                drawn=drawn or (),
                given=given,
            )


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
    found: list[Drawing | Lot] = [*drawings(record), *lots(record)]
    if record.fairness is None or record.fairness.seed is None:
        return Verdict("no_seed")
    if not record.fairness.kept:
        return Verdict("commitment")
    wrong = min((each for each in found if not each.fits), key=lambda each: each.at, default=None)
    if wrong is None:
        return Verdict("fits")
    return Verdict("lot" if isinstance(wrong, Lot) else "draw", wrong.at)
