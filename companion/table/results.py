"""How the game of a table ended: when, with which points, with how much damage for which chances."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import NamedTuple

from companion.rules.luck import Luck, luck
from companion.rules.settling import is_settled
from companion.rules.standings import standings
from companion.rules.tally import Tally, tally
from companion.table import naming, selectors, states
from companion.table.kept import kept
from companion.table.view import TableView

MINUTE = 60

Damage = tuple[int, float]
"""The points drawn for a seat, and the points that the same attacks deal on average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOutcome:
    """A seat's place and points; ``unnamed`` seats have the name that other programs are given."""

    name: str
    unnamed: bool
    color: str
    points: int
    rank: int
    won: bool
    fell: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """When a game ended, and how long it took; ``minutes`` is None if that is unknown."""

    ended_at: datetime
    minutes: int | None


@kept
def span_of(view: TableView) -> Span:
    """The time from the first action that stands to the last, scores left out."""
    times = selectors.played_at(view) or [view.settings.opened_at]
    known = not view.settings.imported
    return Span(ended_at=times[-1], minutes=minutes(times[0], times[-1]) if known else None)


def minutes(start: datetime, end: datetime) -> int | None:
    """Whole minutes, rounded up; None if no time passed."""
    return ceil((end - start).total_seconds() / MINUTE) or None


def outcomes_of(view: TableView) -> list[SeatOutcome]:
    """All seats in turn order."""
    state, names = view.state, naming.exported_names(view)
    places = sorted(standings(state).places, key=lambda place: place.seat)
    return [
        SeatOutcome(
            name=names[place.seat],
            unnamed=naming.is_unnamed(seat),
            color=seat.color,
            points=place.score.total,
            rank=place.rank,
            won=place.won,
            fell=seat.status == "knocked_out",
        )
        for seat, place in zip(state.seats, places, strict=True)
    ]


def is_final(view: TableView) -> bool:
    """Whether a winner can be named: everything is settled, or somebody has closed the game."""
    return view.settings.closed_at is not None or is_settled(view.state)


def is_counted(view: TableView) -> bool:
    """Whether the game is over and its result final: what changes it asks first."""
    return view.state.over is not None and is_final(view)


class Numbers(NamedTuple):
    """A game in numbers, and the luck of its seats."""

    tally: Tally
    luck: tuple[Luck, ...]


@kept
def numbers_of(view: TableView) -> Numbers:
    """What is counted over all states of a game; replays it."""
    found = states.states_of(view)
    seats = range(len(view.state.seats))
    return Numbers(tally(found), tuple(luck(found, seat) for seat in seats))


def damage_of(view: TableView) -> list[Damage]:
    """Every seat's damage by all attacks that stand."""
    return [(each.points, float(each.expected)) for each in numbers_of(view).luck]
