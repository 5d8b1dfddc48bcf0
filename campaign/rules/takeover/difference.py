"""The difference of a table and the ledger: the entries that would make the ledger agree.

Everything is tried with the ledger's own rules on a copy of its state, so that what is shown is
what can be written. docs/rules.md 8.13, 8.17 and 8.34.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from campaign.rules import ledger, roles
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.takeover.contract_proposals import Doubt, OtherPoints, contract_proposals
from campaign.rules.takeover.entry_ids import TakeOver
from campaign.rules.takeover.history import history_of
from campaign.rules.takeover.lost import lost
from campaign.rules.takeover.proposal import Proposal, Trial
from campaign.rules.takeover.score_proposals import score_proposals
from campaign.rules.takeover.table import Answers, TableState

ORDER = (
    "contract", "tick_contract", "cube", "done", "fail", "points", "back", "box", "finish", "correct",
    "memorial",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """An entry of an earlier take-over that the table does not say any more.

    ``refused`` says why it cannot be struck; a later entry may stand in the way.
    """

    entry: Entry
    refused: LedgerError | None = None

    @property
    def key(self) -> str:
        """What a form calls it."""
        return f"{STRIKE} {self.entry.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What to strike, what to write, in order, and what neither can put right.

    ``after`` is the state as contracts would be then, which knows the names of new ones.
    """

    after: State
    lost: tuple[Lost, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    doubts: tuple[Doubt | OtherPoints, ...] = ()

    @property
    def ready(self) -> frozenset[str]:
        """The keys of what can be taken over and is, unless somebody chooses otherwise."""
        proposals = {proposal.key for proposal in self.proposals if proposal.wanted}
        return frozenset(proposals | {each.key for each in self.lost if each.refused is None})

    @property
    def wanted(self) -> frozenset[str]:
        """The same with what the rules refuse, so that writing it tells the reason."""
        return self.ready | {
            proposal.key for proposal in self.proposals if proposal.whole and not proposal.why
        }


def difference(
    state: State,
    entries: Sequence[Entry],
    table: TableState,
    actor: roles.Actor,
    answers: Answers | None = None,
) -> Difference:
    """What a member would take over now; ``entries`` are the whole ledger, which led to ``state``.

    Never raises: what the rules refuse, or what this member may not write, says so in its proposal.
    """
    answers = answers or Answers()
    gone = lost(state, history_of(entries, table), table)
    struck, after = _struck(state, entries, gone, actor)
    history = history_of(_without(entries, struck), table)
    trial = Trial(after, table, actor)
    found = list[Proposal]()
    doubts = list[Doubt | OtherPoints]()
    for contract in table.contracts:
        proposals, doubt = contract_proposals(trial, history, contract, answers)
        found += proposals
        doubts += doubt
    found.sort(key=lambda proposal: ORDER.index(proposal.draft.verb))
    scored = trial.after(found)
    found += score_proposals(scored, history, answers)
    return Difference(after=scored.state, lost=struck, proposals=tuple(found), doubts=tuple(doubts))


def _struck(
    state: State, entries: Sequence[Entry], gone: Sequence[Entry], actor: roles.Actor
) -> tuple[tuple[Lost, ...], State]:
    """Each lost entry with the reason why it cannot be struck, and the state without the others.

    Where something stands in the way, only what is about the same thing stays.
    """
    refused = {entry.id: _forbidden(state, actor, entry) for entry in gone}
    after, free = state, list[Entry]()
    for group in _groups([entry for entry in gone if refused[entry.id] is None]):
        tried = [*free, *group]
        try:
            after = ledger.strike_all(
                state.campaign, entries, strikes(state, entries, tried, actor)
            )
            free = tried
        except LedgerError as error:
            refused |= dict.fromkeys((entry.id for entry in group), error)
    return tuple(Lost(entry=entry, refused=refused[entry.id]) for entry in gone), after


def _groups(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries by what they are about: the result first, then each contract."""
    groups: dict[str, list[Entry]] = {"": []}
    for entry in entries:
        about = entry.arguments.get("contract", entry.arguments.get("card", ""))
        groups.setdefault(str(about), []).append(entry)
    return [group for group in groups.values() if group]


def _forbidden(state: State, actor: roles.Actor, entry: Entry) -> LedgerError | None:
    try:
        roles.check_strike(state, actor, entry)
    except LedgerError as error:
        return error
    return None


def strikes(
    state: State,
    entries: Sequence[Entry],
    targets: Iterable[Entry],
    actor: roles.Actor,
    take_over: TakeOver | None = None,
    at: datetime | None = None,
) -> list[Entry]:
    """The strikes of these entries, the last one first, as they would be written now."""
    last = entries[-1]
    numbered = enumerate(sorted(targets, key=lambda entry: -entry.number), start=last.number + 1)
    return [
        Entry(
            id=take_over.entry_id(STRIKE, {}, strikes=target.id) if take_over else uuid4(),
            number=number,
            verb=STRIKE,
            arguments={},
            game=state.tonight,
            member=actor.member,
            at=at or last.at,
            strikes=target.id,
        )
        for number, target in numbered
    ]


def _without(entries: Sequence[Entry], struck: Iterable[Lost]) -> list[Entry]:
    gone = {each.entry.id for each in struck if each.refused is None}
    return [entry for entry in entries if entry.id not in gone]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is written as one take-over: the entries to strike, then the drafts with their ids."""

    take_over: TakeOver
    strikes: tuple[Entry, ...] = ()
    drafts: tuple[tuple[Draft, UUID], ...] = ()


def chosen(found: Difference, keys: Set[str], take_over: TakeOver) -> Change:
    """The part of a difference that a member takes over, as one take-over; the rules check it again.

    A key that is not in the difference counts for nothing. Raises the reason why a proposal or a
    strike that was chosen is refused.
    """
    reasons = {proposal.key: proposal.refused for proposal in found.proposals}
    reasons |= {each.key: each.refused for each in found.lost}
    for key, reason in reasons.items():
        if key in keys and reason is not None:
            raise reason
    struck = tuple(each.entry for each in found.lost if each.key in keys)
    return Change(
        take_over=take_over, strikes=struck, drafts=tuple(_drafts(found, keys, take_over))
    )


def _drafts(found: Difference, keys: Set[str], take_over: TakeOver) -> Iterator[tuple[Draft, UUID]]:
    for proposal in found.proposals:
        if proposal.key in keys and proposal.whole:
            for nth in proposal.numbers:
                yield (
                    proposal.draft,
                    take_over.entry_id(proposal.draft.verb, proposal.draft.arguments, nth),
                )
