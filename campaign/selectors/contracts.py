"""The contracts: what is open, how far it is, when it is due and who waits for what."""

from dataclasses import dataclass

from campaign.models import Campaign
from campaign.rules import contracts as rules
from campaign.rules.state import Contract, State
from campaign.selectors.ledger import state_at


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRow:
    """``reached`` of ``needed`` ticks or cubes; ``setup_due`` in this game; ``due`` before its
    scoring; ``open_boxes`` of the back, of which those in ``waiting`` cannot be done yet."""

    contract: Contract
    reached: int
    needed: int
    setup_due: bool
    due: bool
    open_boxes: tuple[int, ...]
    waiting: tuple[int, ...]
    scores: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractsView:
    """Open contracts by deadline, then those still to be read, then those put away."""

    state: State
    open: tuple[ContractRow, ...]
    flipped: tuple[ContractRow, ...]
    away: tuple[ContractRow, ...]


def contract_board(campaign: Campaign, game: int | None = None) -> ContractsView:
    return contracts_view_of(state_at(campaign, game))


def contracts_view_of(state: State) -> ContractsView:
    rows = [_row(state, contract) for contract in state.contracts.values()]
    in_play = [row for row in rows if row.contract.in_play]
    return ContractsView(
        state=state,
        open=tuple(sorted((r for r in in_play if r.contract.active), key=_by_deadline)),
        flipped=tuple(row for row in in_play if not row.contract.active),
        away=tuple(row for row in rows if not row.contract.in_play),
    )


def _by_deadline(row: ContractRow) -> tuple[bool, int, str]:
    contract = row.contract
    return (not contract.deadline, contract.deadline, contract.key)


def _row(state: State, contract: Contract) -> ContractRow:
    boxes = () if contract.active else rules.open_boxes(contract)
    players = len(state.current.players) if state.current else 0
    return ContractRow(
        contract=contract,
        reached=rules.reached(contract),
        needed=rules.needed(contract, players),
        setup_due=contract.key in rules.setup_waiting(state) and state.running is not None,
        due=contract in rules.due(state),
        open_boxes=boxes,
        waiting=tuple(box for box in boxes if rules.waits(state, contract, box)),
        scores={star: rules.score(contract, star) for star in contract.stars},
    )
