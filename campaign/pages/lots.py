"""Lots: what the next one promises, lists that are at hand, and every lot so far, checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import LedgerEntry
from campaign.rules.entries import Entry
from campaign.rules.labels import card_label, characters_label
from campaign.rules.lot_reasons import BLUE_CARD, FIRST, OFFERED, OIL, ORDER
from campaign.rules.state import State
from campaign.rules.steps.by_lot import STEPS
from campaign.rules.steps.midnight_oil import midnight_oil
from campaign.rules.verbs.lots import drawn
from campaign.rules.verbs.marks import eligible
from kernel.draws import commit
from kernel.message import render


@dataclass(frozen=True, slots=True)
class ReadyLot:
    """A lot that one tap draws: what for in English, out of which names, how many of them, and at which step
    of the setup, if at one."""

    why: str
    of: tuple[str, ...]
    take: int
    step: str = ""

    @property
    def label(self) -> str:
        return _(self.why)


@dataclass(frozen=True, slots=True, kw_only=True)
class LotRow:
    """A lot of the ledger. ``fits``: its seed gives what was drawn. ``promised`` is the fingerprint
    that the lot before showed for its seed, empty for the first one; ``kept`` whether it is its.
    """

    number: int
    game: int
    member: str
    why: str
    of: tuple[str, ...]
    drawn: tuple[str, ...]
    places: str
    seed: str
    salt: str
    server: bool
    struck: bool
    promised: str
    fits: bool
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsPage:
    """``promise`` is the fingerprint of the seed of the next lot."""

    promise: str
    ready: tuple[ReadyLot, ...]
    rows: tuple[LotRow, ...]

    @property
    def wrong(self) -> int:
        return sum(not row.fits for row in self.rows)


def lots_page(
    seed: str,
    state: State,
    rows: Sequence[LedgerEntry],
    names: dict[str, str],
    struck: frozenset[int],
) -> LotsPage:
    """``rows`` are the lots of the ledger, the oldest first; ``struck`` the numbers of struck ones."""
    made = tuple(_rows([row.entry for row in rows], names, struck))
    return LotsPage(promise=commit(seed), ready=ready_lots(state), rows=made[::-1])


def _rows(lots: Sequence[Entry], names: dict[str, str], struck: frozenset[int]) -> Iterator[LotRow]:
    promised = ""
    for lot in lots:
        given = {
            name: str(lot.arguments.get(name, "")) for name in ("why", "seed", "salt", "promise")
        }
        of, told = (_texts(lot.arguments.get(name)) for name in ("of", "drawn"))
        yield LotRow(
            number=lot.number,
            game=lot.game,
            member=names.get(lot.member, lot.member),
            why=_(given["why"]) if given["why"] in OFFERED else given["why"],
            of=of,
            drawn=told,
            places=" ".join(str(of.index(name)) for name in told),
            seed=given["seed"],
            salt=given["salt"],
            server=bool(lot.arguments.get("server")),
            struck=lot.number in struck,
            promised=promised,
            fits=drawn(given["seed"], given["salt"], of, len(told)) == told,
            kept=not promised or commit(given["seed"]) == promised,
        )
        promised = given["promise"]


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def ready_lots(state: State) -> tuple[ReadyLot, ...]:
    """The lots that an evening asks for: the order, the midnight oil, a card for a newcomer."""
    return tuple(lot for lot in _ready(state) if len(set(lot.of)) == len(lot.of) > 1)


def _ready(state: State) -> Iterator[ReadyLot]:
    players = state.running.players if state.running else tuple(state.characters)
    names = characters_label(state, players)
    yield ReadyLot(FIRST, names, 1, STEPS[FIRST])
    yield ReadyLot(ORDER, names, len(names), STEPS[ORDER])
    oil = midnight_oil(state, players)
    if oil and not oil.for_everybody:
        yield ReadyLot(
            *(OIL, characters_label(state, tuple(oil.chances)), 1),
            step=STEPS[OIL],
        )
    cards = tuple(render(card_label(state, key), _) for key in eligible(state))
    yield ReadyLot(BLUE_CARD, cards[:MOST_CARDS], 1)


MOST_CARDS = 300
