"""QR codes as the path of an SVG picture, so that a page needs neither a picture file nor styles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import segno

QUIET = 4  # the white rim that cameras need


@dataclass(frozen=True, slots=True)
class Picture:
    """A code's path in modules; `side` is the picture's width with its white rim."""

    path: str
    side: int


def picture(text: str) -> Picture:
    matrix = segno.make(text, error="m", micro=False).matrix
    bars = [bar for y, row in enumerate(matrix) for bar in _bars(row, y)]
    return Picture("".join(bars), len(matrix) + 2 * QUIET)


def _bars(row: Sequence[int], y: int) -> Iterator[str]:
    """The row's dark modules, neighbours drawn as one bar."""
    x = QUIET
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            yield f"M{x} {y + QUIET}h{length}v1h-{length}z"
        x += length
