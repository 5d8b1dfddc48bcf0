"""A board as pieces of HTML: each is drawn anew only when what it shows has changed.

A piece is named after the id of its root element. The whole board, or the pieces that changed
since another board, go to every device alike; the page replaces each piece by its id.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import NamedTuple
from uuid import UUID
from zlib import crc32

from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from companion import naming
from companion.board import Board, LogLine
from companion.pages import chances, dragon, now, seats, story, television, tokens, tray
from companion.pages.frames import drawn, filled, gap
from companion.rules import odds
from companion.rules.state import State, Stock

MOST = 256
SEAT, PAD = "components/_seat.html", "companion/table/_steps.html"
PILE = "components/_pile.html"
HANDS = ("ahead", "brink", "undo", "next", "audit", "values", "upnext")
HANDLES = ("token-", "ware-", "held-")


class Piece(NamedTuple):
    """`shows` is all that the piece depends on; `draw` makes its HTML from that."""

    name: str
    shows: tuple[object, ...]
    draw: Callable[[], str]


class Drawn(NamedTuple):
    shows: tuple[object, ...]
    html: str


@dataclass(slots=True)
class Sheet:
    """What a table's board looked like last in one language; `shelf` is what nobody has yet."""

    settled: int
    stock: Stock
    shelf: dict[str, Drawn]
    pieces: dict[str, Drawn]


_sheets: "OrderedDict[tuple[UUID, str], Sheet]" = OrderedDict()
_lock = Lock()


def fragments(board: Board, language: str) -> dict[str, str]:
    """Every piece of the board in a language; an unchanged piece is the same string as before."""
    board = naming.spoken(board, language)
    found = chances.knocked_out(board.state)
    with translation.override(language):
        sheet = _sheet(board, found, _known(board, language))
        spoken = _odds(board, found)
    _keep(board, language, sheet)
    html = {name: piece.html for name, piece in (*sheet.pieces.items(), *sheet.shelf.items())}
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
        html["idle"] = drawn("_idle", television.idle(naming.spoken(board, language)))
    return html


def _for_hands(name: str) -> bool:
    return name in HANDS or name.startswith(HANDLES)


def _known(board: Board, language: str) -> Sheet | None:
    sheet = _sheets.get((board.table, language))
    # Settings may change names, colours, even the edition: nothing drawn before holds then.
    return sheet if sheet and sheet.settled == board.settled else None


def _sheet(board: Board, found: Mapping[int, Fraction], known: Sheet | None) -> Sheet:
    stock = board.state.stock
    before, shelf = (known.pieces, known.shelf) if known else ({}, {})
    # The very same stock stands for two dozen pieces that need not be looked at one by one.
    if known is None or known.stock is not stock:
        shelf = _all_drawn(_shelf(board.state), shelf)
    return Sheet(board.settled, stock, shelf, _all_drawn(pieces(board, found), before))


def _all_drawn(pieces: Iterable[Piece], known: Mapping[str, Drawn]) -> dict[str, Drawn]:
    return {piece.name: _drawn(piece, known.get(piece.name)) for piece in pieces}


def _keep(board: Board, language: str, sheet: Sheet) -> None:
    with _lock:
        _sheets[board.table, language] = sheet
        _sheets.move_to_end((board.table, language))
        while len(_sheets) > MOST:
            _sheets.popitem(last=False)


def _drawn(piece: Piece, known: Drawn | None) -> Drawn:
    if known is not None and known.shows == piece.shows:
        return known
    return Drawn(piece.shows, piece.draw())


def _odds(board: Board, found: Mapping[int, Fraction]) -> dict[int, str]:
    """Chances change with every cube, so they are put into the seats' cards last of all."""
    language = translation.get_language() or ""
    shown = found if board.facts.odds_on else {}
    return {
        index: _odd(language, chances.spoken(shown[index]), shown[index] >= chances.HIGH)
        if index in shown
        else ""
        for index in range(len(board.state.seats))
    }


@cache
def _odd(_language: str, text: str, high: bool) -> str:
    return drawn("_odd", {"text": text, "high": high})


# The pieces -------------------------------------------------------------------


def pieces(board: Board, found: Mapping[int, Fraction]) -> Iterator[Piece]:
    """The pieces of a board in the order of the page; `found` are the chances of a knock-out."""
    state = board.state
    yield Piece("moment", (board.sequence, state.turn, state.over), lambda: _moment(board))
    yield Piece("now", now.shown(board), lambda: _now(board))
    yield Piece("upnext", now.shown(board), lambda: _upnext(board))
    yield Piece(
        "rage", dragon.rage_shown(board), lambda: drawn("_rage", {"rage": dragon.rage(board)})
    )
    yield Piece("pools", dragon.pools_shown(board), lambda: _pools(dragon.pools(board)))
    for index in range(len(state.seats)):
        yield _seat(board, index)
    yield Piece(
        "bite", dragon.bite_shown(board), lambda: drawn("_attack", {"bite": dragon.bite(board)})
    )
    yield _brink(board, [seat for seat, chance in found.items() if chance])
    yield Piece("undo", (board.can_undo, board.can_redo), lambda: drawn("_undo", {"board": board}))
    yield _next(board)
    yield Piece("ahead", chances.ahead_shown(board), lambda: _ahead(chances.ahead(board)))
    yield Piece("audit", dragon.pools_shown(board)[:2], lambda: _audit(dragon.full_bag(state)))
    yield from _tray(state)
    for line in board.tail:
        yield _line(board, line)


def _moment(board: Board) -> str:
    turn, over = board.state.turn, bool(board.state.over)
    return filled(
        "_moment",
        {"over": over},
        sequence=board.sequence,
        phase=turn.phase,
        active=turn.seat,
        turn=f"{turn.number}:{turn.phase}",
        size=odds.next_size(board.state),
        look=_look(board),
    )


def _look(board: Board) -> str:
    """What the page around the pieces was made for; where it changes, the page is loaded anew."""
    facts, players = board.facts, board.state.seats
    switches = (facts.odds_on, facts.draws, facts.join_code, board.state.edition.modules)
    return f"{crc32(repr((facts.names, [seat.color for seat in players], switches)).encode()):x}"


def _now(board: Board) -> str:
    return filled("_now", {}, where=now.where(board))


def _upnext(board: Board) -> str:
    shown = now.now(board)
    return filled("_upnext", {"color": shown.color}, upnext=shown.upnext)


def _pools(pools: dragon.Pools) -> str:
    return filled(
        "_pools",
        {"quiet": not pools.area, "empty": not pools.bag},
        in_area=pools.in_area,
        area=_joined(_heap(pile) for pile in pools.area),
        in_bag=pools.in_bag,
        bag=_joined(_counted(PILE, pile) for pile in pools.bag),
    )


def _audit(piles: Iterable[dragon.Pile]) -> str:
    return filled("_audit", {}, piles=_joined(_counted("_held_cubes", pile) for pile in piles))


def _heap(pile: dragon.Pile) -> str:
    """Every cube of a pile."""
    return filled(PILE, {"color": pile.color, "count": pile.count, "each": True})


def _counted(template: str, pile: dragon.Pile) -> str:
    """One cube, and how many there are."""
    return filled(template, {"color": pile.color}, count=pile.count)


def _joined(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - drawn by templates


def _seat(board: Board, index: int) -> Piece:
    return Piece(f"seat-{index}", seats.shown(board, index), lambda: _card(board, index))


def _card(board: Board, index: int) -> str:
    card, words = seats.opened(seats.card(board, index))
    return filled(SEAT, {"seat": card, "pad": PAD}, **words)


def _brink(board: Board, endangered: Iterable[int]) -> Piece:
    rows = seats.on_the_brink(board, endangered)
    return Piece("brink", (rows,), lambda: drawn("_brink", {"rows": rows}))


def _next(board: Board) -> Piece:
    state, facts = board.state, board.facts
    shows = (state.turn, state.countdown, state.active.name, facts.closed_at)
    return Piece(
        "next",
        (*shows, *dragon.rage_shown(board)),
        lambda: drawn("_next", {"buttons": now.buttons(state), "board": board}),
    )


def _ahead(ahead: chances.Ahead | None) -> str:
    if ahead is None:
        return filled("_ahead", {})
    cells = {f"chance{more}": text for more, text in enumerate(ahead.chances)}
    view = {"seat": ahead.seat, "deadly": ahead.deadly, "chances": tuple(map(gap, cells))}
    return filled("_ahead", view, name=ahead.name, **cells)


def _shelf(state: State) -> Iterator[Piece]:
    """What may be taken or bought; all of it depends on the stock alone."""
    for code in tray.codes(state):
        yield _offer(state, f"token-{code}", code)
    for code in tray.market(state):
        yield _offer(state, f"ware-{code}", code, buy=True)
    yield Piece(
        "values", tray.values_shown(state), lambda: drawn("_values", {"values": tray.values(state)})
    )


def _tray(state: State) -> Iterator[Piece]:
    for index in range(len(state.seats)):
        yield _held(state, index)
    if state.monsters:
        yield Piece(
            "monsters",
            (state.monsters,),
            lambda: drawn("_monsters", {"monsters": tray.monsters(state)}),
        )


def _offer(state: State, name: str, code: str, *, buy: bool = False) -> Piece:
    return Piece(
        name,
        (tokens.left_of(state, code),),
        lambda: drawn("_offer", {"id": name, "offer": tokens.offer(state, code, buy=buy)}),
    )


def _held(state: State, index: int) -> Piece:
    seat = state.seats[index]
    shows = (seat.name, seat.in_play, seat.artifacts, seat.crowns, seat.tokens)
    return Piece(
        f"held-{index}", shows, lambda: drawn("_held", {"holding": tray.holding(state, index)})
    )


def _line(board: Board, line: LogLine) -> Piece:
    return Piece(f"line-{line.sequence}", (line,), lambda: _told(board, line))


def _told(board: Board, line: LogLine) -> str:
    told = story.told(line, board.state)
    look = {
        "color": told.color,
        "icon": told.icon,
        "undone": told.undone,
        "by_somebody": bool(told.undone_by),
        "rewound": told.rewound,
    }
    return filled(
        "_line",
        look,
        sequence=told.sequence,
        text=told.text,
        who=told.who,
        iso=told.iso,
        clock=told.clock,
        undone_by=told.undone_by,
    )
