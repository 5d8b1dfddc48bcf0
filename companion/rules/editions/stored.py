"""An edition as plain JSON: a table keeps the data it was opened with."""

from dataclasses import asdict
from functools import lru_cache
from json import dumps, loads

from companion.rules.editions.edition import Edition
from companion.rules.editions.reading import read


def to_json(edition: Edition) -> str:
    """The edition with its modules and house values, as one line of JSON."""
    return dumps(asdict(edition), sort_keys=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def from_json(text: str) -> Edition:
    """The edition that `to_json` wrote; raises EditionError where the data does not fit."""
    return read(Edition, loads(text), "edition")
