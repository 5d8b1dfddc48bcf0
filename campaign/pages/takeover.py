"""What would be taken over from a game's table, proposal by proposal."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.games import Seat, seats_of
from campaign.rules.entries import Draft
from campaign.rules.labels import character_label, contract_label
from campaign.rules.ledger import describe
from campaign.rules.state import State
from campaign.rules.takeover.contract_proposals import Doubt, OtherPoints
from campaign.rules.takeover.difference import Difference, Lost
from campaign.rules.takeover.proposal import Proposal
from campaign.selectors.members import names_of
from campaign.selectors.tables import Comparison

WHY = {
    "struck": gettext_noop("Taken over before and struck by hand. Tick it to write it again."),
    "held": gettext_noop("It follows a line that was struck."),
    "by_hand": gettext_noop("The ledger says otherwise, written by hand. Tick it to replace that."),
}
STATES = {
    "active": gettext_noop("still open"),
    "completed": gettext_noop("completed"),
    "failed": gettext_noop("failed"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """Something that only the group knows about a proposal."""

    name: str
    kind: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A proposal with its box; ``note`` says why it is not ticked, ``refused`` why it cannot be.

    ``chosen`` is the key among ``choices`` that a member had chosen.
    """

    key: str
    text: str
    times: int = 1
    ticked: bool = False
    note: str = ""
    refused: str = ""
    asks: str = ""
    fields: tuple[Field, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    chosen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """The latest take-over that stands; ``first`` is the number of its first entry."""

    first: int
    count: int
    member: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOverPage:
    """The difference; ``over`` is whether the table is, then ``seats`` have their points.

    ``flipped`` are contracts that ended in this game and whose backs may still be entered, by
    name and address. ``unladen`` got out and score 0: nobody gets out without an artifact.
    """

    number: int
    ledger: int
    sequence: int
    over: bool
    seats: tuple[Seat, ...]
    strikes: tuple[Row, ...]
    rows: tuple[Row, ...]
    doubts: tuple[str, ...]
    unknown: tuple[str, ...]
    latest: Latest | None
    flipped: tuple[tuple[str, str], ...]
    unladen: tuple[str, ...]

    @property
    def empty(self) -> bool:
        return not (self.strikes or self.rows)


def take_over_page(
    campaign: Campaign,
    found: Comparison,
    *,
    keys: frozenset[str] = frozenset(),
    shown: frozenset[str] = frozenset(),
    typed: Mapping[str, str] | None = None,
) -> TakeOverPage:
    """``keys`` and ``typed`` are what a member had chosen before it was shown again, out of what
    was ``shown`` then; what is new since is ticked as on a page that is opened."""
    ticked = keys | (_offered(found.found) - shown)
    state, table = found.state, found.table
    won = (table.winner,) if table.winner else ()
    points = {key: table.scores[key] if table.over else None for key in found.game.players}
    return TakeOverPage(
        number=found.game.number,
        ledger=found.ledger,
        sequence=found.sequence,
        over=table.over,
        seats=seats_of(campaign, state, points, won),
        strikes=tuple(_strike(state, each, ticked) for each in found.found.lost),
        rows=tuple(
            _row(found, proposal, ticked, typed or {}) for proposal in found.found.proposals
        ),
        doubts=tuple(_doubt(state, doubt) for doubt in found.found.doubts),
        unknown=found.unknown,
        latest=latest_of(campaign, found),
        flipped=tuple(_flipped(campaign, found)),
        unladen=tuple(_unladen(found)),
    )


def _offered(found: Difference) -> frozenset[str]:
    """What is ticked unless somebody chooses otherwise: what is ready, and what asks for more."""
    asking = (each.key for each in found.proposals if not each.whole and not each.why)
    return found.ready.union(asking)


def _strike(state: State, lost: Lost, ticked: frozenset[str]) -> Row:
    return Row(
        key=lost.key,
        text=" ".join(map(translate, describe(state, lost.entry))),
        ticked=lost.key in ticked,
        refused=translate(lost.refused) if lost.refused else "",
    )


def _row(
    found: Comparison, proposal: Proposal, ticked: frozenset[str], typed: Mapping[str, str]
) -> Row:
    refused = proposal.refused if proposal.whole else None
    return Row(
        key=proposal.key,
        text=_text(found.found.after, proposal.draft)
        if proposal.whole
        else _unplaced(found.state, proposal.draft),
        times=len(proposal.numbers),
        ticked=proposal.key in ticked,
        note=_(WHY[proposal.why]) if proposal.why else "",
        refused=translate(refused) if refused else "",
        asks=proposal.asks,
        fields=tuple(_fields(proposal, typed)),
        choices=_choices(found, proposal),
        chosen=typed.get("winner", ""),
    )


def _text(state: State, draft: Draft) -> str:
    return " ".join(map(translate, describe(state, draft)))


def _unplaced(state: State, draft: Draft) -> str:
    name = character_label(state, str(draft.arguments["character"]))
    return _("%(name)s scored 0: where were they knocked out?") % {"name": name}


def _fields(proposal: Proposal, typed: Mapping[str, str]) -> Iterator[Field]:
    given = proposal.draft.arguments
    if proposal.asks == "space":
        name = f"space-{given['character']}"
        yield Field(name, "space", typed.get(name, ""))
    if proposal.asks != "contract":
        return
    key = given["card"]
    shown = {"deadline": str(given.get("deadline", ""))}
    if "track" in given:
        shown["track"] = track_text(cast(list[int], given["track"]))
    if "boxes" in given:
        shown["boxes"] = str(given["boxes"])
    shown["setup"] = "yes" if given.get("setup") else ""
    for kind, value in shown.items():
        yield Field(f"{kind}-{key}", kind, typed.get(f"{kind}-{key}", value))


def track_text(track: Iterable[int]) -> str:
    """A track as it is typed: ``9``, or ``5:2,7:3,9:4`` where boxes name numbers of players."""
    boxes = list(track)
    named = [f"{at}:{players}" for at, players in enumerate(boxes, start=1) if players]
    return ",".join(named) or str(len(boxes))


def _choices(found: Comparison, proposal: Proposal) -> tuple[tuple[str, str], ...]:
    if proposal.asks != "winner":
        return ()
    return tuple((key, character_label(found.state, key)) for key in found.table.tied)


def _doubt(state: State, doubt: Doubt | OtherPoints) -> str:
    label = translate(contract_label(state, doubt.contract))
    if isinstance(doubt, OtherPoints):
        said = {"contract": label, "ledger": doubt.ledger, "table": doubt.table}
        return _("%(contract)s scores %(ledger)d in the ledger and %(table)d at the table.") % said
    return _("%(contract)s: the ledger says %(ledger)s, the table says %(table)s.") % {
        "contract": label,
        "ledger": _(STATES[doubt.ledger]),
        "table": _(STATES[doubt.table]),
    }


def _flipped(campaign: Campaign, found: Comparison) -> Iterator[tuple[str, str]]:
    for key, contract in found.state.contracts.items():
        if contract.resolved_in == found.game.number and contract.in_play:
            name = translate(contract_label(found.state, key))
            yield name, reverse("campaign:contract", args=[campaign.pk, key])


def _unladen(found: Comparison) -> Iterator[str]:
    table = found.table
    for who in table.escaped if table.over else ():
        if table.scores[who] == 0:
            yield character_label(found.state, who)


def latest_of(campaign: Campaign, found: Comparison) -> Latest | None:
    """The take-over that can be undone, if anything of one stands."""
    if not found.latest:
        return None
    first = found.latest[0]
    return Latest(
        first=first.number,
        count=len(found.latest),
        member=names_of(campaign).get(first.member, first.member),
        at=first.at,
    )
