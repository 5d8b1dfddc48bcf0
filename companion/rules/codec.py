"""A state as a compact snapshot in plain JSON, and back: a cache of the log, never a second truth."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from json import dumps, loads

from companion.rules.editions import Edition
from companion.rules.editions.reading import read
from companion.rules.state import State

KEPT_ELSEWHERE = ("edition",)


def dump(state: State) -> str:
    """The snapshot as one line of JSON, without the edition, which the table keeps itself."""
    plain = {
        field.name: getattr(state, field.name)
        for field in fields(state)
        if field.name not in KEPT_ELSEWHERE
    }
    return dumps(plain, default=_plain, separators=(",", ":"))


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return asdict(value)  # type: ignore[call-overload]


def load(text: str, edition: Edition) -> State:
    """The state that `dump` wrote, with the edition of its table."""
    return read(State, {**loads(text), "edition": edition}, "snapshot")
