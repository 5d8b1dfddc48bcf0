"""The standings: everybody's place, and what decided a tie (docs/rules.md 6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.scoring import (
    Score,
    best_artifact,
    ranks,
    scores,
    scores_nothing,
    winners,
)
from companion.rules.state import State
from companion.rules.words import fill
from kernel.message import Translate, gettext_noop

SENTENCES = {
    "artifact": gettext_noop(
        "{names} are tied at {total}. The most valuable artifact decides: {ahead}, worth {value}."
    ),
    "gold": gettext_noop(
        "{names} are tied at {total}. The most valuable artifact decides, and among those worth "
        "{value} a golden one beats a silver one: {ahead}."
    ),
    "shared": gettext_noop(
        "{names} are tied at {total}, and their best artifacts are worth the same: they share the "
        "place."
    ),
    "nobody": gettext_noop("Nobody has more than 0 points, so nobody wins."),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's rank from 1, shared by seats that are fully tied, and its score."""

    rank: int
    score: Score
    won: bool

    @property
    def seat(self) -> int:
        """The index of the seat."""
        return self.score.seat


@dataclass(frozen=True, slots=True)
class Note:
    """Why the standings are as they are: a code, its parameters, one English template."""

    code: str
    params: Mapping[str, object]

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return fill(SENTENCES[self.code], self.params)

    def render(self, translate: Translate = str) -> str:
        """The note, translated."""
        return fill(SENTENCES[self.code], self.params, translate)


@dataclass(frozen=True, slots=True)
class Standings:
    """All places, the best first, and a note for every tie among those above 0."""

    places: tuple[Place, ...]
    notes: tuple[Note, ...]


def standings(state: State) -> Standings:
    """The standings as if the game were scored now."""
    won = winners(state)
    table = zip(ranks(state), scores(state), strict=True)
    places = [Place(rank, score, score.seat in won) for rank, score in table]
    places.sort(key=lambda place: (place.rank, place.seat))
    return Standings(tuple(places), tuple(_notes(state, places)))


def in_seat_order(table: Standings) -> tuple[Place, ...]:
    """The same places as the seats sit, for where nobody is to be ahead yet."""
    return tuple(sorted(table.places, key=lambda place: place.seat))


def _notes(state: State, places: Sequence[Place]) -> list[Note]:
    if not any(place.won for place in places):
        return [Note("nobody", {})]
    totals = sorted({place.score.total for place in places if place.score.total > 0}, reverse=True)
    groups = [[place for place in places if place.score.total == total] for total in totals]
    return [_note(state, tied) for tied in groups if len(tied) > 1]


def _note(state: State, tied: Sequence[Place]) -> Note:
    """What decided a tie between seats, the best of them first."""
    best = [best_artifact(state.seats[place.seat]) for place in tied]
    top = best[0]
    level = [each for each in best if each[0] == top[0]]
    params = {
        "names": _names(state, tied),
        "total": tied[0].score.total,
        "ahead": _names(state, [place for place in tied if place.rank == tied[0].rank]),
        "value": top[0],
    }
    if best.count(top) == len(best):
        return Note("shared", params)
    return Note("gold" if len(set(level)) > 1 else "artifact", params)


def _names(state: State, places: Sequence[Place]) -> str:
    return ", ".join(state.seats[place.seat].name for place in places)


def all_counted(state: State) -> bool:
    """Whether the game is over and every seat has been counted; who scores 0 by rule needs no count.

    docs/rules.md 6.21.
    """
    return bool(state.over) and all(seat.counted or scores_nothing(seat) for seat in state.seats)
