"""The rage track: its marker moves, and stops at both ends."""

from companion.rules.frozen import replace
from companion.rules.state import State


def raise_rage(state: State, steps: int) -> State:
    """Move the marker by `steps` (back if negative); it stops at the ends of the track.

    docs/rules.md 3.5, 3.6.
    """
    last = len(state.edition.numbers.rage_track.value)
    return replace(state, rage=min(max(state.rage + steps, 1), last))
