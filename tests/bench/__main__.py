"""How fast the site is (make bench): taps, streams, pages, odds; COMPARE=path runs two checkouts.

With another checkout each work runs in both in turn, round after round, so that other load on the
machine affects both. Trust the processor's time for a tap, and the ratios.
"""

import argparse
import os
import platform
import sqlite3
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from tests.bench import pieces, sizes, taps, visits
from tests.bench.server import ROOT
from tests.bench.taps import Figures, Size

Work = Callable[[Path], Figures]

# What is measured: its name, its unit, its aim, and whether less is better.
ROWS: Mapping[str, tuple[str, str, float | None, bool]] = {
    "one.p50": ("one table, 4 devices: tap to seen by all, p50", "ms", 0.85, True),
    "one.p95": ("    p95", "ms", 1.6, True),
    "one.p99": ("    p99", "ms", None, True),
    "one.cpu": ("    processor a tap", "µs", 850, True),
    "one.event": ("    sent to each device for a tap", "bytes", None, True),
    "one.stored": ("    the database grows for a tap by", "bytes", None, True),
    "flight.rate": ("50 tables, taps in flight: stored", "/s", 4000, False),
    "flight.cpu": ("    processor a tap", "µs", 260, True),
    "seen.rate": ("50 tables, every board seen by all: stored", "/s", 2000, False),
    "seen.cpu": ("    processor a tap", "µs", None, True),
    "seen.p50": ("    tap to seen by all, p50", "ms", None, True),
    "pages.p50": ("one table beside 8 campaign pages a second, p50", "ms", None, True),
    "pages.p95": ("    p95", "ms", 5, True),
    "back.p50": ("a device comes back after 50 missed taps", "ms", 2.5, True),
    "long.few": ("tap at the 10th action, p50", "ms", None, True),
    "long.few.cpu": ("    processor a tap", "µs", None, True),
    "long.many": ("tap at the last action of a long game, p50", "ms", None, True),
    "long.many.cpu": ("    processor a tap", "µs", None, True),
    "long.result.first": ("result of a long game, first look", "ms", None, True),
    "long.result": ("    later looks", "ms", 50, True),
    "long.result.size": ("    size", "kB", None, True),
    "long.fairness.first": ("fairness of a long game, first look", "ms", None, True),
    "long.fairness": ("    later looks", "ms", 50, True),
    "long.fairness.size": ("    size", "kB", None, True),
    "idle.process": ("memory of a process that nobody visits", "kB", None, True),
    "idle.cpu": ("processor of a device that only listens, a minute", "µs", None, True),
    "idle.stream": ("memory of a device that only listens", "kB", None, True),
    "idle.table": ("memory of a table that is watched", "kB", None, True),
    "page.start": ("pages: start", "ms", None, True),
    "page.table": ("pages: table", "ms", None, True),
    "page.log": ("pages: log", "ms", None, True),
    "page.campaign": ("pages: campaign", "ms", None, True),
    "page.ledger": ("pages: ledger", "ms", None, True),
    "rules.knocked_out": ("chances of a knock-out, four seats", "µs", None, True),
    "lock.import": ("400 cards: import holds the lock at most", "ms", 50, True),
    "lock.rebuild": ("    rebuild", "ms", 50, True),
    "lock.entry": ("    an entry", "ms", 50, True),
    "lock.strike": ("    a strike", "ms", 50, True),
    "lock.remove": ("    removal", "ms", 50, True),
    "rules.games": ("simulated games", "/s", None, False),
}


def works(size: Size) -> dict[str, Work]:
    return {
        "one": partial(taps.one_table, size=size),
        "flight": partial(taps.in_flight, size=size),
        "seen": partial(taps.seen_by_all, size=size),
        "pages": partial(taps.beside_pages, size=size),
        "back": partial(taps.coming_back, size=size),
        "long": partial(taps.long_game, size=size),
        "idle": visits.idle,
        "page": visits.pages,
        "rules": visits.rules,
        "load": sizes.loads,
        "lock": pieces.longest,
    }


def measure(roots: Iterable[Path], chosen: Mapping[str, Work], rounds: int) -> list[Figures]:
    """The median of all rounds, for each checkout."""
    roots = list(roots)
    runs: list[list[Figures]] = [[] for _ in roots]
    for _ in range(rounds):
        for name, work in chosen.items():
            for root, found in zip(roots, runs, strict=True):
                sys.stderr.write(f"{name}: {root}\n")
                found.append(work(root))
    return [_medians(each) for each in runs]


def _medians(runs: Iterable[Figures]) -> Figures:
    values: dict[str, list[float]] = {}
    for run in runs:
        for name, value in run.items():
            values.setdefault(name, []).append(value)
    return {name: statistics.median(found) for name, found in values.items()}


def report(here: Figures, before: Figures | None) -> str:
    """A row for each figure: here, the other checkout, how much better, and the aim."""
    heads = ["here", "before", "better by"] if before else ["reached"]
    lines = [f"{'':<50}" + "".join(f"{head:>14}" for head in [*heads, "aim"])]
    for name in sorted(here, key=list({**ROWS, **here}).index):
        words, unit, aim, less = ROWS.get(name) or (
            f"bytes to load, compressed: {name[5:]}",
            "kB",
            None,
            True,
        )
        cells = [_figure(here[name], unit)]
        if before:
            known = before.get(name)
            cells += [_figure(known, unit), _ratio(here[name], known, less=less)]
        lines.append(
            f"{words:<50}" + "".join(f"{cell:>14}" for cell in [*cells, _figure(aim, unit)])
        )
    return "\n".join(lines)


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:,.2f} {unit}" if value < 100 and unit == "ms" else f"{value:,.0f} {unit}"


def _ratio(here: float, before: float | None, *, less: bool) -> str:
    if not here or not before:
        return ""
    return f"{before / here if less else here / before:.2f} ×"


def machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return (
        f"{os.cpu_count()} cores ({(names or [platform.processor() or 'unknown'])[0]}), "
        f"load generator included; Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, synchronous=FULL, one server process, "
        f"load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--compare", type=Path, help="another checkout, run in alternation")
    options.add_argument("--only", nargs="*", help="some of the works, by the first part of a name")
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--taps", type=int, default=1000)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--long", type=int, default=taps.MANY)
    given = options.parse_args()
    size = Size(given.taps, given.seconds, given.tables, given.long)
    every = works(size)
    if unknown := [name for name in given.only or () if name not in every]:
        options.error(f"no work is called {', '.join(unknown)}; there are {', '.join(every)}")
    chosen = {name: every[name] for name in given.only or every}
    roots = [ROOT, given.compare.resolve()] if given.compare else [ROOT]
    found = measure(roots, chosen, given.rounds)
    sys.stdout.write(f"{machine()}\n\n{report(found[0], found[1] if given.compare else None)}\n")


if __name__ == "__main__":
    main()
