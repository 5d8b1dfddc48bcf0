"""A board as pieces of HTML: each is drawn anew only when what it shows has changed.

A piece is named after the id of its root element. The whole board, or the pieces that changed
since another board, go to every device alike; the page replaces each piece by its id.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import NamedTuple
from uuid import UUID
from zlib import crc32

from django.template import Context, Template, engines
from django.template.backends.django import DjangoTemplates
from django.utils import translation

from companion.board import Board, LogLine
from companion.pages import chances, dragon, now, seats, story, television, tokens, tray
from companion.pages.sprite import near
from companion.rules import odds
from companion.rules.state import State

MOST = 256
FOLDER = "companion/table/"
SEAT, PAD = "components/_seat.html", "companion/table/_steps.html"
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
HANDS = ("brink", "undo", "next", "audit", "values", "upnext")
HANDLES = ("token-", "ware-", "held-")


class Piece(NamedTuple):
    """`shows` is all that the piece depends on; `view` makes what its template reads."""

    name: str
    template: str
    shows: tuple[object, ...]
    view: Callable[[], Mapping[str, object]]


class Drawn(NamedTuple):
    shows: tuple[object, ...]
    html: str


@dataclass(slots=True)
class Sheet:
    """What a table's board looked like last in one language."""

    settled: int
    pieces: dict[str, Drawn]


_sheets: "OrderedDict[tuple[UUID, str], Sheet]" = OrderedDict()
_lock = Lock()


def fragments(board: Board, language: str) -> dict[str, str]:
    """Every piece of the board in a language; an unchanged piece is the same string as before."""
    known, found = _known(board, language), chances.knocked_out(board.state)
    with translation.override(language):
        drawn = {piece.name: _drawn(piece, known.get(piece.name)) for piece in pieces(board, found)}
        spoken = _odds(board, found)
    _keep(board, language, drawn)
    html = {name: piece.html for name, piece in drawn.items()}
    for index, text in spoken.items():
        html[f"seat-{index}"] = html[f"seat-{index}"].replace(seats.ODDS, text, 1)
    return html


def pulse(board: Board, _language: str) -> dict[str, str]:
    """What a page beside the table needs to know: that the table has changed."""
    return {"pulse": str(board.sequence)}


def tv_fragments(board: Board, language: str) -> dict[str, str]:
    """What the television shows: no controls, and what to look at while nothing happens."""
    html = {name: text for name, text in fragments(board, language).items() if not _for_hands(name)}
    with translation.override(language):
        html["idle"] = near(_template("_idle").render(Context(television.idle(board))).strip())
    return html


def _for_hands(name: str) -> bool:
    return name in HANDS or name.startswith(HANDLES)


def _known(board: Board, language: str) -> dict[str, Drawn]:
    sheet = _sheets.get((board.table, language))
    # Settings may change names, colours, even the edition: nothing drawn before holds then.
    return sheet.pieces if sheet and sheet.settled == board.settled else {}


def _keep(board: Board, language: str, drawn: dict[str, Drawn]) -> None:
    with _lock:
        _sheets[board.table, language] = Sheet(board.settled, drawn)
        _sheets.move_to_end((board.table, language))
        while len(_sheets) > MOST:
            _sheets.popitem(last=False)


def _drawn(piece: Piece, known: Drawn | None) -> Drawn:
    if known is not None and known.shows == piece.shows:
        return known
    html = _template(piece.template).render(Context(dict(piece.view())))
    return Drawn(piece.shows, near(BETWEEN_TAGS.sub("><", html.strip())))


@cache
def _template(name: str) -> Template:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)  # noqa: S101 - the settings name no other
    return engine.engine.get_template(name if "/" in name else f"{FOLDER}{name}.html")


def _odds(board: Board, found: Mapping[int, Fraction]) -> dict[int, str]:
    """Chances change with every cube, so they are put into the seats' cards last of all."""
    language = translation.get_language() or ""
    shown = found if board.tells_odds else {}
    return {
        index: _odd(language, chances.spoken(shown[index]), shown[index] >= chances.HIGH)
        if index in shown
        else ""
        for index in range(len(board.state.seats))
    }


@cache
def _odd(_language: str, text: str, high: bool) -> str:
    return near(_template("_odd").render(Context({"text": text, "high": high})).strip())


# The pieces -------------------------------------------------------------------


def pieces(board: Board, found: Mapping[int, Fraction]) -> Iterator[Piece]:
    """All pieces of a board, in the order of the page; `found` are the chances of a knock-out."""
    state = board.state
    yield Piece(
        "moment", "_moment", (board.sequence, state.turn, state.over), lambda: _moment(board)
    )
    yield Piece("now", "_now", now.shown(board), lambda: {"now": now.now(board)})
    yield Piece("upnext", "_upnext", now.shown(board), lambda: {"now": now.now(board)})
    yield Piece("rage", "_rage", dragon.rage_shown(board), lambda: {"rage": dragon.rage(board)})
    yield Piece(
        "pools", "_pools", dragon.pools_shown(board), lambda: {"pools": dragon.pools(board)}
    )
    for index in range(len(state.seats)):
        yield _seat(board, index)
    yield Piece("bite", "_attack", dragon.bite_shown(board), lambda: {"bite": dragon.bite(board)})
    yield _brink(board, [seat for seat, chance in found.items() if chance])
    yield Piece("undo", "_undo", (board.can_undo, board.can_redo), lambda: {"board": board})
    yield Piece(
        "next",
        "_next",
        (
            state.turn,
            state.over,
            state.active.name,
            dragon.rage_shown(board),
            board.facts.closed_at,
        ),
        lambda: {"buttons": now.buttons(state), "board": board},
    )
    yield Piece(
        "audit", "_audit", dragon.pools_shown(board)[:2], lambda: {"piles": dragon.full_bag(state)}
    )
    yield from _tray(state)
    for line in board.tail:
        yield _line(board, line)


def _moment(board: Board) -> dict[str, object]:
    turn = board.state.turn
    return {
        "sequence": str(board.sequence),
        "phase": turn.phase,
        "active": str(turn.seat),
        "turn": f"{turn.number}:{turn.phase}",
        "size": str(odds.next_size(board.state)),
        "look": _look(board),
        "over": bool(board.state.over),
    }


def _look(board: Board) -> str:
    """What the page around the pieces was made for; where it changes, the page is loaded anew."""
    facts, players = board.facts, board.state.seats
    switches = (facts.odds_on, facts.draws, facts.join_code, board.state.edition.modules)
    return f"{crc32(repr((facts.names, [seat.color for seat in players], switches)).encode()):x}"


def _seat(board: Board, index: int) -> Piece:
    shows = (*seats.shown(board, index), board.tells_odds)
    name = f"seat-{index}"
    return Piece(name, SEAT, shows, lambda: {"seat": seats.card(board, index), "pad": PAD})


def _brink(board: Board, endangered: Iterable[int]) -> Piece:
    rows = seats.on_the_brink(board, endangered)
    return Piece("brink", "_brink", (rows,), lambda: {"rows": rows})


def _tray(state: State) -> Iterator[Piece]:
    for code in tray.codes(state):
        yield _token(state, code)
    for code in tray.market(state):
        yield _ware(state, code)
    yield Piece(
        "values", "_values", tray.values_shown(state), lambda: {"values": tray.values(state)}
    )
    for index in range(len(state.seats)):
        yield _held(state, index)
    if state.monsters:
        yield Piece(
            "monsters", "_monsters", (state.monsters,), lambda: {"monsters": tray.monsters(state)}
        )


def _token(state: State, code: str) -> Piece:
    left = tokens.left_of(state, code)
    name = f"token-{code}"
    return Piece(name, "_offer", (left,), lambda: {"id": name, "offer": tokens.offer(state, code)})


def _ware(state: State, code: str) -> Piece:
    left = tokens.left_of(state, code)
    name = f"ware-{code}"
    return Piece(
        name, "_offer", (left,), lambda: {"id": name, "offer": tokens.offer(state, code, buy=True)}
    )


def _held(state: State, index: int) -> Piece:
    seat = state.seats[index]
    shows = (seat.name, seat.artifacts, seat.crowns, seat.tokens)
    return Piece(f"held-{index}", "_held", shows, lambda: {"holding": tray.holding(state, index)})


def _line(board: Board, line: LogLine) -> Piece:
    name = f"line-{line.sequence}"
    return Piece(name, "_line", (line,), lambda: {"line": story.told(line, board.state)})
