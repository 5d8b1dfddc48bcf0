"""An edition as plain JSON: a table keeps the data it was opened with."""

from functools import lru_cache
from json import dumps, loads
from typing import Any

from companion.rules.editions.edition import Edition
from kernel.reading import build, plain


def to_json(edition: Edition) -> str:
    """The edition with its modules and house values, as one line of JSON."""
    return dumps(plain(edition), sort_keys=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def from_json(text: str) -> Edition:
    """The edition that `to_json` wrote; raises ReadingError if the data does not fit.

    Its numbers are not checked against today's limits: a table goes on as it was opened.
    """
    return build(Edition, _as_today(loads(text)), "edition")


def _as_today(raw: Any) -> Any:
    """Convert editions stored before switches had a source, which are bare true or false."""
    if isinstance(raw, dict) and isinstance(raw.get("switches"), dict):
        switches = {name: _switch(value) for name, value in raw["switches"].items()}
        return {**raw, "switches": switches}
    return raw


def _switch(value: object) -> object:
    return {"value": value, "source": ""} if isinstance(value, bool) else value
