"""Many single attacks drawn at random, compared with their exact chances by chi-square."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt

from companion.rules import attack, bag
from companion.rules.odds import Joint, joint, next_size
from companion.rules.state import GHOST, State
from companion.simulation.game import random_for

BLOCK = 10_000
"""This many attacks share one sequence of random numbers, in whatever process."""
SPARSE = 5
"""Outcomes expected fewer times than this are counted together, as the test requires."""

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well samples fit: a small `p` means that a fit this bad is rarely due to chance."""

    chi_square: float
    degrees: int
    p: float


def blocks(attacks: int) -> list[tuple[int, int]]:
    """The blocks of a run: the number of each and how many attacks it has."""
    full, rest = divmod(attacks, BLOCK)
    sizes = [BLOCK] * full + ([rest] if rest else [])
    return list(enumerate(sizes))


def sample(state: State, seed: str, block: tuple[int, int]) -> Counter[Points]:
    """How often each combination of points for the seats in play came up."""
    number, attacks = block
    random = random_for(seed, f"attacks {number}")
    cubes = [color for color, count in attack.drawn_from(state).items() for _ in range(count)]
    size = min(next_size(state), len(cubes))
    hands = Counter(tuple(sorted(random.sample(cubes, size))) for _ in range(attacks))
    points: Counter[Points] = Counter()
    for hand, count in hands.items():
        points[_dealt(state, hand)] += count
    return points


def _dealt(state: State, hand: tuple[str, ...]) -> Points:
    ghosts = hand.count(GHOST)
    return tuple(hand.count(seat.color) + ghosts for seat in state.seats if seat.in_play)


def fit(state: State, sampled: Mapping[Points, int]) -> Fit:
    """Pearson's chi-square of the samples against the exact joint chances."""
    cells = _cells(joint(state), sampled)
    chi_square = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    degrees = max(len(cells) - 1, 0)
    return Fit(round(chi_square, 3), degrees, round(tail(chi_square, degrees), 4))


def _cells(exact: Joint, sampled: Mapping[Points, int]) -> list[tuple[int, float]]:
    attacks = sum(sampled.values())
    cells = [
        (sampled.get(points, 0), float(attacks * exact.chance(*points))) for points in exact.weights
    ]
    common = [cell for cell in cells if cell[1] >= SPARSE]
    rare = [cell for cell in cells if cell[1] < SPARSE]
    if not rare:
        return common
    return [*common, (sum(seen for seen, _ in rare), sum(expected for _, expected in rare))]


def tail(chi_square: float, degrees: int) -> float:
    """The chance of a chi-square of at least this value with these degrees of freedom."""
    half = chi_square / 2
    if degrees <= 0:
        return 1.0
    odd = degrees % 2
    total = erfc(sqrt(half)) if odd else 0.0
    term = 2 * sqrt(half / pi) * exp(-half) if odd else exp(-half)
    for step in range(degrees // 2):
        total += term
        term *= half / (step + 1.5 if odd else step + 1)
    return total


def summarize(state: State, seed: str, sampled: Mapping[Points, int]) -> dict[str, object]:
    """The samples of a run next to the exact values, for each seat and for all together."""
    attacks, exact, found = sum(sampled.values()), joint(state), fit(state, sampled)
    return {
        "edition": state.edition.slug,
        "modules": list(state.edition.modules),
        "players": len(state.seats),
        "seed": seed,
        "attacks": attacks,
        "size": min(next_size(state), bag.total(attack.drawn_from(state))),
        "outcomes": [_outcome(exact, points, sampled) for points in sorted(exact.weights)],
        "chi_square": found.chi_square,
        "degrees": found.degrees,
        "p": found.p,
    }


def _outcome(exact: Joint, points: Points, sampled: Mapping[Points, int]) -> dict[str, object]:
    chance = exact.chance(*points)
    expected = round(float(sum(sampled.values()) * chance), 2)
    return {
        "points": list(points),
        "chance": str(chance),
        "expected": expected,
        "sampled": sampled.get(points, 0),
    }
