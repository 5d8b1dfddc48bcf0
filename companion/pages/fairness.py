"""Fair draws: the promise before the game, and every draw after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from companion.pages import result_nav
from companion.pages.result_nav import Tab
from companion.rules.fairness import Fairness, draw_first
from companion.rules.verify import Drawing, Lot, drawings, lots
from companion.table import selectors
from companion.table.commitment import Commitment, SaltShare, commitment_of, first_drawn
from companion.table.history import nodes
from companion.table.kept import kept
from companion.table.view import TableView, Visit

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share of the salt: made when the table was opened, or added by a device of that name.

    `own`: the device made it itself, not the server on its behalf.
    """

    digits: str
    opening: bool
    name: str
    own: bool


@dataclass(frozen=True, slots=True)
class Pile:
    color: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One attack: `number` is its number in the stream, None by hand; `fits` None if unknown."""

    is_lot: ClassVar[bool] = False
    sequence: int
    number: int | None
    bag: tuple[Pile, ...]
    asked: int
    drawn: tuple[str, ...]
    given: tuple[str, ...]
    fits: bool | None

    @property
    def held(self) -> int:
        return sum(pile.count for pile in self.bag)

    @property
    def bag_text(self) -> str:
        """The bag as the page's script reads it."""
        return " ".join(f"{pile.color}:{pile.count}" for pile in self.bag)


@dataclass(frozen=True, slots=True, kw_only=True)
class LotCheck:
    """One lot: what was in it, and what was drawn. Number 0 is the draw of who begins."""

    is_lot: ClassVar[bool] = True
    sequence: int
    number: int | None
    of: tuple[str, ...]
    places: tuple[int, ...]
    given: tuple[int, ...]
    fits: bool | None

    @property
    def drawn(self) -> tuple[str, ...]:
        return tuple(self.of[place] for place in self.places)

    @property
    def expected(self) -> tuple[str, ...]:
        """What the seed gives."""
        return tuple(self.of[place] for place in self.given)

    @property
    def of_who_begins(self) -> bool:
        return self.number == 0

    @property
    def by_hand(self) -> bool:
        return self.number is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessPage:
    """`kept`: whether the seed is the one committed to, None before it is shown."""

    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    commitment: Commitment | None
    imported: bool
    over: bool
    shares: tuple[ShareRow, ...]
    kept: bool | None
    checks: tuple[Check | LotCheck, ...]
    begin: int

    @property
    def shown(self) -> tuple[Check | LotCheck, ...]:
        """The part of the draws that this page shows."""
        return self.checks[self.begin : self.begin + AT_ONCE]

    @property
    def is_whole(self) -> bool:
        return len(self.checks) <= AT_ONCE

    @property
    def earlier(self) -> int | None:
        """Where the part before this one begins, or None."""
        return max(0, self.begin - AT_ONCE) if self.begin else None

    @property
    def later(self) -> int | None:
        """Where the part after this one begins, or None."""
        end = self.begin + AT_ONCE
        return end if end < len(self.checks) else None

    @property
    def by_hand(self) -> int:
        """Attacks whose cubes came from a cloth bag."""
        return sum(check.number is None and not check.is_lot for check in self.checks)

    @property
    def lots_by_hand(self) -> int:
        return sum(check.number is None and check.is_lot for check in self.checks)

    @property
    def served(self) -> int:
        return len(self.checks) - self.by_hand - self.lots_by_hand

    @property
    def wrong(self) -> int:
        return sum(check.fits is False for check in self.checks)


def fairness_page(visit: Visit, begin: int | None = None) -> FairnessPage:
    """The page with the draws from `begin` on, or else the part with what is wrong or newest."""
    view = visit.view
    checks = _checks(view)
    promise = commitment_of(view)
    seed = promise.seed if promise else ""
    return FairnessPage(
        table=view.table,
        sequence=view.sequence,
        title=view.settings.title,
        tabs=result_nav.tabs(view.table, "fairness"),
        commitment=promise,
        imported=view.settings.imported,
        over=view.state.over is not None,
        shares=tuple(_share(view, share) for share in (promise.shares if promise else ())),
        kept=Fairness(promise.fingerprint, promise.salt, seed).kept if promise and seed else None,
        checks=checks,
        begin=_part(checks) if begin is None else min(begin, len(checks)),
    )


def _share(view: TableView, share: SaltShare) -> ShareRow:
    name = "" if share.device is None else view.settings.called(share.device)
    return ShareRow(share.digits, share.device is None, name, share.own)


def _part(checks: Sequence[Check | LotCheck]) -> int:
    wrong = next((at for at, check in enumerate(checks) if check.fits is False), len(checks) - 1)
    return max(0, wrong) // AT_ONCE * AT_ONCE


@kept
def _checks(view: TableView) -> tuple[Check | LotCheck, ...]:
    """The attacks and lots that stand, in order, each with its sequence in the log."""
    promise = commitment_of(view)
    seeded = bool(promise and promise.seed)
    sequences = [node.sequence for node in nodes(view.history.current)][::-1]
    record = selectors.record_of(view)
    found: list[Check | LotCheck] = [
        *(_check(sequences[each.at], each, seeded=seeded) for each in drawings(record)),
        *(_lot(sequences[each.at], each, seeded=seeded) for each in lots(record)),
    ]
    found.sort(key=lambda check: check.sequence)
    return (*_who_begins(view, record.fairness), *found)


def _who_begins(view: TableView, fair: Fairness | None) -> Iterator[LotCheck]:
    """The draw of who begins, with the seats in their order up to then."""
    drawn = first_drawn(view)
    if drawn is None:
        return
    names = [seat.name for seat in view.state.seats]
    before = len(names) - drawn.place
    given = (draw_first(fair, len(names)),) if fair and fair.seed else ()
    yield LotCheck(
        sequence=drawn.sequence,
        number=0,
        of=(*names[before:], *names[:before]),
        places=(drawn.place,),
        given=given,
        fits=given == (drawn.place,) if given else None,
    )


def _lot(sequence: int, lot: Lot, *, seeded: bool) -> LotCheck:
    return LotCheck(
        sequence=sequence,
        number=lot.number,
        of=lot.of,
        places=lot.drawn,
        given=lot.given or (),
        fits=lot.fits if seeded and lot.number is not None else None,
    )


def _check(sequence: int, drawing: Drawing, *, seeded: bool) -> Check:
    return Check(
        sequence=sequence,
        number=drawing.number,
        bag=tuple(Pile(color, count) for color, count in drawing.bag.items()),
        asked=drawing.asked,
        drawn=drawing.drawn,
        given=drawing.given or (),
        fits=drawing.fits if seeded and drawing.number is not None else None,
    )
