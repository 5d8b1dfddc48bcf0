"""What the television shows while no attack holds the stage."""

from companion.board import Board
from companion.pages import chances, now


def idle(board: Board) -> dict[str, object]:
    """What comes next and the odds; while seats are free the page shows the way in instead."""
    facts = board.facts
    return {
        "free": bool(facts.free_seats) and facts.joining_open and not board.state.over,
        "code": facts.join_code,
        "now": now.now(board),
        "rows": chances.rows(board) if board.tells_odds and not board.state.over else (),
    }
