"""Lots: random draws other than attacks. A lot changes only the log (docs/rules.md 2.18)."""

from collections.abc import Sequence

from companion.rules.actions import DrawLots
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import State


def cast(state: State, action: DrawLots) -> State:
    """Check a lot: the places drawn must be in the list, each at most once.

    Raises bad_draw if they are missing, too few, too many or not in the list.
    docs/rules.md 2.18.
    """
    check_drawn(action.drawn, len(action.of), action.take)
    return state if action.by_hand else replace(state, lots=state.lots + 1)


def check_drawn(drawn: Sequence[int] | None, places: int, take: int) -> None:
    """Refuse anything but `take` different places of `places`, counted from 0."""
    if drawn is None:
        raise RuleError("bad_draw.lots_missing", count=take)
    if len(drawn) != take:
        raise RuleError("bad_draw.lots_count", count=take, have=len(drawn))
    if len(set(drawn)) != take or not all(0 <= place < places for place in drawn):
        raise RuleError("bad_draw.lots")
