"""Spreads a run over several processes; the outcome does not depend on how many."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Outcome = TypeVar("Outcome")

CHUNK = 5


def spread(
    compute: Callable[[Part], Outcome], parts: Sequence[Part], workers: int
) -> Iterator[Outcome]:
    """The outcomes of all parts, in their order; `compute` must be a module-level function."""
    if workers == 1:
        yield from map(compute, parts)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(compute, parts, chunksize=CHUNK)
