"""One proposal of the difference, and the state on which proposals are tried before they are written."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from campaign.rules import ledger, roles
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.takeover.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An entry that the table says and the ledger does not have.

    It is written once for each of ``numbers``, the places among a character's ticks. ``why`` is
    empty if it is taken over by itself, else ``struck`` (it was, and was struck by hand), ``held``
    (it follows from such a proposal) or ``by_hand`` (the ledger was told otherwise since). ``asks`` names
    what only the group knows; ``whole`` is false where nothing can be written without it.
    """

    key: str
    draft: Draft
    numbers: tuple[int, ...] = (1,)
    why: str = ""
    refused: LedgerError | None = None
    asks: str = ""
    whole: bool = True

    @property
    def wanted(self) -> bool:
        """Whether it is taken over unless somebody chooses otherwise."""
        return self.whole and not self.why and self.refused is None


@dataclass(frozen=True, slots=True)
class Trial:
    """The ledger's state as proposals would leave it, for the table and the member."""

    state: State
    table: TableState
    actor: roles.Actor

    @property
    def late(self) -> int | None:
        """The game that entries have to name because it is not tonight's any more."""
        return self.table.game if self.table.game < self.state.tonight else None

    def written(self, proposal: Proposal) -> "Trial":
        """After a proposal; raises LedgerError as writing it would."""
        state = self.state
        for _ in proposal.numbers:
            roles.check_write(state, self.actor, proposal.draft)
            state = ledger.attempt(state, proposal.draft)
        return Trial(state, self.table, self.actor)

    def after(self, proposals: Iterable[Proposal]) -> "Trial":
        """After those proposals that are taken over by themselves."""
        trial = self
        for proposal in proposals:
            if proposal.wanted:
                trial = trial.written(proposal)
        return trial


@dataclass(slots=True)
class Chain:
    """Lines about one thing, each tried on what those before it left.

    A proposal that was struck is tried too, so that nothing is offered in its place; what follows it
    is held. After a proposal that the rules refuse there are no more.
    """

    trial: Trial
    proposals: list[Proposal] = field(default_factory=list)

    @property
    def broken(self) -> bool:
        """Whether the rules refused a proposal."""
        return bool(self.proposals) and self.proposals[-1].refused is not None

    def add(self, proposal: Proposal) -> None:
        """Try a proposal and keep it, with the reason if the rules refuse it."""
        if self.broken:
            return
        held = any(each.why for each in self.proposals)
        draft = replace(proposal.draft, game=self.trial.late)
        tried = replace(proposal, draft=draft, why=proposal.why or ("held" if held else ""))
        try:
            tried = replace(tried, draft=ledger.clean(self.trial.state.campaign, draft))
            self.trial = self.trial.written(tried)
        except LedgerError as error:
            tried = replace(tried, refused=error)
        self.proposals.append(tried)
