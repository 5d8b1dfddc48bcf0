"""Fair draws: what is promised before the game, and after it every draw laid open."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from companion import promises, selectors
from companion.board import Board, Place
from companion.line import links
from companion.pages import after
from companion.pages.after import Tab
from companion.promises import Part, Promise
from companion.rules.fairness import Fairness
from companion.rules.verify import Drawing, drawings


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of the salt, whose it is and who made it."""

    digits: str
    whose: str
    maker: str
    own: bool


@dataclass(frozen=True, slots=True)
class Pile:
    color: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One attack: `number` counts in the stream, None by hand; `fits` is None while nobody knows."""

    line: int
    number: int | None
    bag: tuple[Pile, ...]
    size: int
    asked: int
    drawn: tuple[str, ...]
    given: tuple[str, ...]
    fits: bool | None

    @property
    def held(self) -> int:
        return sum(pile.count for pile in self.bag)

    @property
    def written(self) -> str:
        """The bag as a script reads it."""
        return " ".join(f"{pile.color}:{pile.count}" for pile in self.bag)


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessPage:
    """`kept` is whether the seed is the one that was committed to, None before it is shown."""

    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    promise: Promise | None
    imported: bool
    over: bool
    parts: tuple[PartRow, ...]
    kept: bool | None
    checks: tuple[Check, ...]
    by_hand: int

    @property
    def served(self) -> int:
        return len(self.checks) - self.by_hand

    @property
    def wrong(self) -> int:
        return sum(check.fits is False for check in self.checks)


def fairness_page(place: Place) -> FairnessPage:
    board = place.board
    promise = promises.promise_of(board)
    checks = _checks(board, promise)
    return FairnessPage(
        table=board.table,
        sequence=board.sequence,
        title=board.facts.title,
        tabs=after.tabs(board.table, "fairness"),
        promise=promise,
        imported=board.facts.imported,
        over=board.state.over is not None,
        parts=_parts(board, promise),
        kept=_kept(promise),
        checks=checks,
        by_hand=sum(check.number is None for check in checks),
    )


def _kept(promise: Promise | None) -> bool | None:
    if promise is None or not promise.seed:
        return None
    return Fairness(promise.commitment, promise.salt, promise.seed).kept


def _parts(board: Board, promise: Promise | None) -> tuple[PartRow, ...]:
    return tuple(_part(board, part) for part in (promise.parts if promise else ()))


def _part(board: Board, part: Part) -> PartRow:
    if part.device is None:
        return PartRow(part.digits, gettext("Made at the opening"), gettext("by the server"), False)
    whose = board.facts.called(part.device) or gettext("A device without a name")
    maker = gettext("on the device itself") if part.own else gettext("by the server for it")
    return PartRow(part.digits, whose, maker, part.own)


def _checks(board: Board, promise: Promise | None) -> tuple[Check, ...]:
    """The standing attacks in order, each with its line of the log."""
    lines = [link.sequence for link in links(board.line.standing)][::-1]
    seeded = bool(promise and promise.seed)
    found = drawings(selectors.record_of(board))
    return tuple(_check(lines[each.at], each, seeded=seeded) for each in found)


def _check(line: int, drawing: Drawing, *, seeded: bool) -> Check:
    return Check(
        line=line,
        number=drawing.number,
        bag=_piles(drawing.bag),
        size=len(drawing.drawn),
        asked=drawing.asked,
        drawn=drawing.drawn,
        given=drawing.given or (),
        fits=drawing.fits if seeded and drawing.number is not None else None,
    )


def _piles(bag: Mapping[str, int]) -> tuple[Pile, ...]:
    return tuple(Pile(color, count) for color, count in bag.items())
