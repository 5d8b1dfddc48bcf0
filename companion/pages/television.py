"""What the television shows while no attack holds the stage."""

from django.urls import NoReverseMatch, reverse

from companion import qr
from companion.board import Board
from companion.pages import chances, now


def idle(board: Board, home: str) -> dict[str, object]:
    """The way in while seats are free, else what comes next and the odds."""
    facts = board.facts
    address = join_address(facts.join_code, home) if facts.free_seats and facts.joining_open else ""
    return {
        "qr": qr.picture(address) if address else None,
        "code": facts.join_code,
        "now": now.now(board),
        "rows": chances.rows(board) if facts.odds_on and not board.state.over else (),
    }


def join_address(code: str, home: str) -> str:
    """The whole address of the door; empty where this site's own address is not known."""
    try:
        return home.rstrip("/") + reverse("companion:join", args=[code]) if home else ""
    except NoReverseMatch:
        return ""
