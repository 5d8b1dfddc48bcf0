"""Contracts: front, back, track, deadline, and who waits for what."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.cards import name_of
from campaign.pages.colours import colours_of
from campaign.pages.lines import LedgerLine
from campaign.pages.one_tap import OneTap
from campaign.pages.photos import PhotoView
from campaign.pages.unwritten import UnwrittenRow, unwritten_rows
from campaign.pages.verbs import NAMES
from campaign.rules.labels import character_label, space_label
from campaign.rules.state import Contract, State
from campaign.rules.unwritten import Unwritten
from campaign.rules.words import BOXES, WHEN
from campaign.selectors.contracts import ContractRow, ContractsView

STATES = {"active": "open", "completed": "done", "failed": "failed"}


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the front or of a cube track, which may name a number of players."""

    label: str = ""
    ticked: bool = False
    goal: bool = False
    color: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    color: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackLine:
    """An instruction on the back: for whom, when; ``done_in`` −1 while it is not done."""

    number: int
    text: str
    kind: str
    when: str
    done_in: int
    open: bool

    @property
    def done(self) -> bool:
        return self.done_in >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractView:
    """``state`` is open, done or failed, ``needed`` 0 where nothing is counted, ``open_boxes`` how
    many instructions on its back are still to be done; ``scores`` who scores what for it."""

    number: str
    name: str
    group: bool
    state: str
    destroyed: bool
    deadline: int
    setup_due: bool
    reached: int
    needed: int
    due: bool
    owner: str
    open_boxes: int
    boxes: tuple[Box, ...]
    players: tuple[Player, ...]
    back: tuple[BackLine, ...]
    fetched_in: int
    destinations: tuple[str, ...]
    points: int | None
    bonus: int
    scores: tuple[tuple[str, int], ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsPage:
    """``lying`` is what the table of ``game`` has and the ledger not yet."""

    open: tuple[ContractView, ...]
    flipped: tuple[ContractView, ...]
    away: tuple[ContractView, ...]
    lying: tuple[UnwrittenRow, ...]
    game: int

    @property
    def empty(self) -> bool:
        return not (self.open or self.flipped or self.away)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractPage:
    """One contract; ``verbs`` can come next, by key and name.

    ``table`` is the game on whose open table it lies, 0 for none. Then ``taps`` and the verbs in
    ``there`` belong at the table and are offered here all the same; ``lying`` is what the table
    has and the ledger not yet.
    """

    contract: ContractView
    verbs: tuple[tuple[str, str], ...]
    there: tuple[tuple[str, str], ...]
    taps: tuple[OneTap, ...]
    table: int
    lying: tuple[UnwrittenRow, ...]
    photos: tuple[PhotoView, ...]
    lines: tuple[LedgerLine, ...]


def contracts_page(
    campaign: Campaign, found: ContractsView, lying: Iterable[Unwritten]
) -> ContractsPage:
    return ContractsPage(
        lying=unwritten_rows(campaign, found.state, lying),
        game=found.state.game,
        open=contract_views(campaign, found.state, found.open),
        flipped=contract_views(campaign, found.state, found.flipped),
        away=contract_views(campaign, found.state, found.away),
    )


def contract_views(
    campaign: Campaign, state: State, rows: Iterable[ContractRow]
) -> tuple[ContractView, ...]:
    return tuple(contract_view(campaign, state, row) for row in rows)


def contract_view(campaign: Campaign, state: State, row: ContractRow) -> ContractView:
    contract, colors = row.contract, colours_of(state)
    card = state.cards.get(contract.key)
    people = contract.stars or ((contract.owner,) if contract.owner else ())
    return ContractView(
        number=contract.key,
        name=name_of(state, contract.key, contract.name or (card.name if card else "")),
        group=contract.group,
        state=STATES[contract.status],
        destroyed=contract.fate == "destroyed",
        deadline=contract.deadline,
        setup_due=row.setup_due,
        reached=row.reached,
        needed=row.needed if contract.active else 0,
        due=row.due,
        owner=character_label(state, contract.owner) if contract.active else "",
        open_boxes=len(row.open_boxes) if contract.in_play else 0,
        boxes=tuple(_boxes(contract, colors)),
        players=tuple(Player(character_label(state, p), colors.get(p, "black")) for p in people),
        back=tuple(_back(row)),
        fetched_in=contract.fetched_in,
        destinations=tuple(translate(space_label(state, m.space)) for m in contract.markers),
        points=contract.points,
        bonus=contract.bonus,
        scores=tuple((character_label(state, star), n) for star, n in row.scores.items()),
        href=reverse("campaign:contract", args=[campaign.pk, contract.key]),
    )


def _boxes(contract: Contract, colors: dict[str, str]) -> Iterator[Box]:
    for box in range(contract.boxes):
        yield Box(ticked=box < contract.ticked)
    for at, players in enumerate(contract.track):
        who = contract.cubes[at] if at < len(contract.cubes) else ""
        last = at == len(contract.track) - 1
        color = colors.get(who, "black") if who else ""
        yield Box(
            label=str(players or ("★" if last else "")),
            ticked=bool(who),
            goal=bool(players) or last,
            color=color,
        )


def _back(row: ContractRow) -> Iterator[BackLine]:
    for number, box in enumerate(row.contract.back, start=1):
        yield BackLine(
            number=number,
            text=box.text,
            kind=translate(BOXES[box.kind].sentence),
            when=translate(WHEN[box.when].sentence),
            done_in=box.done_in,
            open=number in row.open_boxes,
        )


AT_TABLE = frozenset({"tick_contract", "cube", "done", "fail", "points"})
"""What the table says about a contract and is taken over from there."""


def next_verbs(row: ContractRow) -> tuple[tuple[str, str], ...]:
    """The verbs that can come next for a contract, by key and name."""
    contract = row.contract
    turn = any(contract.back[box - 1].when == "turn" for box in row.waiting)
    front: tuple[tuple[str, object], ...] = (
        ("setup", row.setup_due),
        ("tick_contract", contract.boxes),
        ("cube", contract.track),
        *((verb, True) for verb in ("done", "fail", "deadline", "marker")),
    )
    back: tuple[tuple[str, object], ...] = (
        ("back", True),
        ("points", contract.status == "completed"),
        ("turn", turn),
        ("keep", not row.open_boxes),
    )
    verbs = (front if contract.active else back) if contract.in_play else ()
    return tuple((verb, gettext(NAMES[verb])) for verb, useful in verbs if useful)
