"""A summary of many games, as plain JSON and as a table for a terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from companion.simulation.game import Result, SeatResult, Setup
from companion.simulation.players import STYLES

Summary = dict[str, object]


def summarize(setup: Setup, seed: str, results: Sequence[Result]) -> Summary:
    """The numbers of a run, the same for the same seed."""
    return {
        "edition": setup.edition,
        "modules": list(setup.modules),
        "players": setup.players,
        "seed": seed,
        "games": len(results),
        "turns": _spread([result.turns for result in results]),
        "attacks": _spread([result.attacks for result in results]),
        "actions": _spread([result.actions for result in results]),
        "over": dict(sorted(Counter(result.over for result in results).items())),
        "styles": {style.name: _style(style.name, results) for style in STYLES},
    }


def _style(name: str, results: Iterable[Result]) -> Summary:
    seats = [seat for result in results for seat in result.seats if seat.style == name]
    return {
        "seats": len(seats),
        "escaped": _count(seats, "escaped"),
        "knocked_out": _count(seats, "knocked_out"),
        "damage": _spread([seat.damage for seat in seats]),
        "score": _spread([seat.score for seat in seats]),
        "wins": sum(seat.won for seat in seats),
    }


def _count(seats: Iterable[SeatResult], status: str) -> int:
    return sum(seat.status == status for seat in seats)


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {"least": 0, "mean": 0, "most": 0}
    mean = round(float(Fraction(sum(values), len(values))), 2)
    return {"least": min(values), "mean": mean, "most": max(values)}


def games_table(numbers: Summary) -> str:
    """A run of games as lines of text."""
    rows = [("", "least", "mean", "most")]
    rows += [_row(what, numbers[what]) for what in ("turns", "attacks", "actions")]
    for name, style in _items(numbers["styles"]):
        spreads = dict(_items(style))
        rows += [_row(f"{name}: {what}", spreads[what]) for what in ("damage", "score")]
    lines = [f"{what:<18}{least:>9}{mean:>9}{most:>9}" for what, least, mean, most in rows]
    lines += ["", "The games ended by: " + _listed(numbers["over"])]
    lines += [f"{name}: {_fate(dict(_items(style)))}" for name, style in _items(numbers["styles"])]
    return "\n".join(lines)


def attacks_table(numbers: Summary) -> str:
    """A run of single attacks as lines of text."""
    lines = [f"{'points by seat':<24}{'chance':>16}{'expected':>12}{'sampled':>10}"]
    outcomes = numbers["outcomes"]
    for outcome in outcomes if isinstance(outcomes, list) else ():
        points = " ".join(str(each) for each in outcome["points"])
        chance, expected, sampled = (str(outcome[k]) for k in ("chance", "expected", "sampled"))
        lines.append(f"{points:<24}{chance:>16}{expected:>12}{sampled:>10}")
    verdict = "chi-square {chi_square} with {degrees} degrees of freedom, p = {p}"
    return "\n".join([*lines, "", verdict.format(**numbers)])


def _row(what: str, spread: object) -> tuple[str, str, str, str]:
    numbers = dict(_items(spread))
    return what, str(numbers["least"]), str(numbers["mean"]), str(numbers["most"])


def _fate(style: Summary) -> str:
    return _listed({what: style[what] for what in ("seats", "escaped", "knocked_out", "wins")})


def _listed(counts: object) -> str:
    return ", ".join(f"{what.replace('_', ' ')} {count}" for what, count in _items(counts))


def _items(counts: object) -> Iterable[tuple[str, object]]:
    return counts.items() if isinstance(counts, dict) else ()
