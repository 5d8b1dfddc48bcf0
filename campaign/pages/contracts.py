"""Contracts as they are drawn: front, back, track, deadline, and who waits for what."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign
from campaign.pages.colours import colours_of
from campaign.refusals import said
from campaign.rules.naming import character_said, space_said
from campaign.rules.state import BackBox, Contract, State
from campaign.rules.words import BOXES, WHEN
from campaign.selectors.contracts import Board, ContractRow

STATES = {"active": "open", "completed": "done", "failed": "failed"}


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the front or of a cube track, which may name a number of players."""

    label: str = ""
    ticked: bool = False
    goal: bool = False
    color: str = ""


@dataclass(frozen=True, slots=True)
class Somebody:
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class BackLine:
    """An instruction on the back; ``text`` empty for one that was never written down."""

    number: int
    text: str
    about: str
    done: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractCard:
    number: str
    name: str
    kind: str
    state: str
    state_text: str
    deadline: str
    text: str
    due: bool
    boxes: tuple[Box, ...]
    players: tuple[Somebody, ...]
    back: tuple[BackLine, ...]
    facts: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsPage:
    open: tuple[ContractCard, ...]
    flipped: tuple[ContractCard, ...]
    away: tuple[ContractCard, ...]

    @property
    def empty(self) -> bool:
        return not (self.open or self.flipped or self.away)


def contracts_page(campaign: Campaign, board: Board) -> ContractsPage:
    return ContractsPage(
        open=contract_cards(campaign, board.state, board.open),
        flipped=contract_cards(campaign, board.state, board.flipped),
        away=contract_cards(campaign, board.state, board.away),
    )


def contract_cards(
    campaign: Campaign, state: State, rows: Iterable[ContractRow]
) -> tuple[ContractCard, ...]:
    colors = colours_of(state)
    return tuple(_card(campaign, state, row, colors) for row in rows)


def _card(
    campaign: Campaign, state: State, row: ContractRow, colors: dict[str, str]
) -> ContractCard:
    contract = row.contract
    people = contract.stars or ((contract.owner,) if contract.owner else ())
    return ContractCard(
        number=contract.key,
        name=_name(state, contract),
        kind=_("group contract") if contract.group else _("solo contract"),
        state=STATES[contract.status],
        state_text=_state_text(contract),
        deadline=_deadline(contract),
        text=" ".join(_waits(state, row)),
        due=row.due,
        boxes=tuple(_boxes(contract, colors)),
        players=tuple(Somebody(character_said(state, p), colors.get(p, "black")) for p in people),
        back=tuple(_back(row)),
        facts=tuple(_facts(state, row)),
        href=reverse("campaign:contract", args=[campaign.pk, contract.key]),
    )


def _name(state: State, contract: Contract) -> str:
    card = state.cards.get(contract.key)
    return contract.name or (card.name if card else "")


def _state_text(contract: Contract) -> str:
    if contract.fate == "destroyed":
        return _("destroyed")
    return {"active": _("open"), "completed": _("done"), "failed": _("failed")}[contract.status]


def _deadline(contract: Contract) -> str:
    if not contract.deadline:
        return ""
    return _("before scoring game %(game)d") % {"game": contract.deadline}


def _waits(state: State, row: ContractRow) -> Iterator[str]:
    """Who waits for what, in whole sentences."""
    contract = row.contract
    if row.setup_due:
        yield _("Its SETUP is to be done.")
    if contract.active and row.needed:
        wanted = {"reached": row.reached, "needed": row.needed}
        yield _("%(reached)d of %(needed)d so far.") % wanted
    if row.due:
        yield _("Due before this game is scored.")
    if contract.active and contract.owner:
        yield _("It waits for %(name)s.") % {"name": character_said(state, contract.owner)}
    if row.open_boxes and contract.in_play:
        yield ngettext(
            "%d box on its back is open.", "%d boxes on its back are open.", len(row.open_boxes)
        ) % len(row.open_boxes)


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
        yield BackLine(number, box.text, _about(box), box.done, number in row.open_boxes)


def _about(box: BackBox) -> str:
    words = [said(BOXES[box.kind].sentence), said(WHEN[box.when].sentence)]
    if box.done:
        words.append(_("done in game %(game)d") % {"game": box.done_in})
    return " · ".join(words)


def _facts(state: State, row: ContractRow) -> Iterator[str]:
    contract = row.contract
    yield _("Fetched in game %(game)d") % {"game": contract.fetched_in}
    for marker in contract.markers:
        yield _("Destination: %(space)s") % {"space": said(space_said(state, marker.space))}
    if contract.points is not None:
        yield _("Points: %(points)d") % {"points": contract.points}
    if contract.bonus:
        yield _("Bonus in its first game: %(points)d") % {"points": contract.bonus}
    for star, points in row.scores.items() if contract.points is not None else ():
        named = {"name": character_said(state, star), "points": points}
        yield _("%(name)s scores %(points)d") % named


def doors(row: ContractRow) -> tuple[tuple[str, str], ...]:
    """The verbs that can come next for a contract, with what their buttons say."""
    contract = row.contract
    if not contract.in_play:
        return ()
    if not contract.active:
        points = (("points", _("Its points")),) if contract.status == "completed" else ()
        turn = (("turn", _("The turn is over")),) if _waits_for_turn(row) else ()
        keep = () if row.open_boxes else (("keep", _("Read to the end, keep")),)
        return (("back", _("Write its back down")), *points, *turn, *keep)
    work = (("tick_contract", _("Tick a box")),) if contract.boxes else ()
    cubes = (("cube", _("Put a cube")),) if contract.track else ()
    setup = (("setup", _("SETUP is done")),) if row.setup_due else ()
    ends = (("done", _("Completed")), ("fail", _("Failed")))
    others = (("deadline", _("Another deadline")), ("marker", _("Destination marker")))
    return (*setup, *work, *cubes, *ends, *others)


def _waits_for_turn(row: ContractRow) -> bool:
    return any(row.contract.back[box - 1].when == "turn" for box in row.waiting)
