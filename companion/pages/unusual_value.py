"""A gold artifact of a value that no printed one has is taken, but only after asking once more."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.state import ARTIFACT, State


class Usual(NamedTuple):
    """The least and the highest value of the known artifacts."""

    least: int
    most: int


def usual(state: State) -> Usual | None:
    """None where all values are printed, or none is known."""
    known = state.edition.tokens[ARTIFACT].known_values
    if not known or state.stock.artifacts is not None:
        return None
    return Usual(min(known), max(known))


def is_doubtful(state: State, action: Mapping[str, object], sure: str) -> bool:
    """Whether the action takes a gold artifact outside those values.

    `sure` is the value for which somebody has already been asked.
    """
    bounds, value = usual(state), action.get("value")
    if bounds is None or not isinstance(value, int) or action.get("silver"):
        return False
    taken = (action.get("do"), action.get("token")) == ("take", ARTIFACT)
    return taken and not bounds.least <= value <= bounds.most and str(value) != sure
