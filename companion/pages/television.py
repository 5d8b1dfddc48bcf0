"""What the television shows while no attack holds the stage."""

from dataclasses import dataclass

from companion.board import Board
from companion.pages import chances, now
from companion.rules.standings import standings
from companion.rules.state import State


@dataclass(frozen=True, slots=True)
class Total:
    """A seat's points as they are counted so far."""

    name: str
    color: str
    points: int


def idle(board: Board) -> dict[str, object]:
    """What comes next and the odds, after the end the points; with seats free the way in instead."""
    facts, over = board.facts, bool(board.state.over)
    return {
        "free": bool(facts.free_seats) and facts.joining_open and not over,
        "now": now.now(board),
        "rows": chances.rows(board) if board.tells_odds and not over else (),
        "totals": _totals(board.state) if over else (),
    }


def _totals(state: State) -> tuple[Total, ...]:
    places = standings(state).places
    return tuple(
        Total(state.seats[each.seat].name, state.seats[each.seat].color, each.score.total)
        for each in places
    )
