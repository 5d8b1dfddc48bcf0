"""The score chart: a bar for each seat, stacked by what its points come from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from companion.rules.score_kinds import KINDS, by_kind
from companion.rules.standings import Place
from companion.rules.state import State

ROOM_FOR_A_NUMBER = 7  # percent of the width


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar; positions and widths are in percent, written as SVG reads them."""

    kind: str
    label: str
    points: int
    left: str
    width: str
    middle: str
    roomy: bool


@dataclass(frozen=True, slots=True)
class Bar:
    seat: int
    name: str
    color: str
    total: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Key:
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """`zero` is the position of 0, None if no points are taken away."""

    bars: tuple[Bar, ...]
    keys: tuple[Key, ...]
    zero: str | None


def chart(state: State, places: Sequence[Place]) -> Chart:
    """Bars in the order of the places, all on one scale."""
    sums = {place.seat: by_kind(state, place.score) for place in places}
    lowest = min(_below(points.values()) for points in sums.values())
    highest = max(_above(points.values()) for points in sums.values())
    scale = Scale(lowest, max(highest - lowest, 1))
    used = {kind for points in sums.values() for kind in points}
    return Chart(
        bars=tuple(_bar(state, place, sums[place.seat], scale) for place in places),
        keys=tuple(Key(kind, gettext(label)) for kind, label in KINDS.items() if kind in used),
        zero=scale.at(0) if lowest else None,
    )


@dataclass(frozen=True, slots=True)
class Scale:
    lowest: int
    span: int

    def percent(self, points: float) -> float:
        return 100 * points / self.span

    def at(self, points: float) -> str:
        return f"{self.percent(points - self.lowest):.2f}"


def _below(points: Iterable[int]) -> int:
    return sum(count for count in points if count < 0)


def _above(points: Iterable[int]) -> int:
    return sum(count for count in points if count > 0)


def _bar(state: State, place: Place, points: dict[str, int], scale: Scale) -> Bar:
    held = state.seats[place.seat]
    return Bar(
        seat=place.seat,
        name=held.name,
        color=held.color,
        total=place.score.total,
        parts=tuple(_parts(points, scale)),
    )


def _parts(points: dict[str, int], scale: Scale) -> Iterable[Part]:
    """Points gained to the right of 0, points taken away to its left."""
    right, left = 0, 0
    for kind, count in points.items():
        start = right if count > 0 else left + count
        right, left = (right + count, left) if count > 0 else (right, left + count)
        yield Part(
            kind=kind,
            label=gettext(KINDS[kind]),
            points=count,
            left=scale.at(start),
            width=f"{scale.percent(abs(count)):.2f}",
            middle=scale.at(start + abs(count) / 2),
            roomy=scale.percent(abs(count)) >= ROOM_FOR_A_NUMBER,
        )
