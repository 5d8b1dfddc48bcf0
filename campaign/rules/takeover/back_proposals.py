"""What a contract's back still asks for when a table is over, and what was read there since."""

from collections.abc import Iterator, Mapping

from campaign.rules import contracts
from campaign.rules.entries import Draft, Value
from campaign.rules.state import BackBox, Contract
from campaign.rules.takeover.history import History
from campaign.rules.takeover.proposal import Proposal, Trial
from campaign.rules.takeover.table import TableContract

PRINTED = {"turn": "AFTER YOUR TURN", "scoring": "AFTER SCORING"}
"""The words over each part that waits, as they are printed; they stay so in every language."""


def back_proposals(trial: Trial, history: History, contract: TableContract) -> Iterator[Proposal]:
    """Nothing while the game goes on: the table itself reminds until then (docs/rules.md 8.14)."""
    known = trial.state.contracts[contract.key]
    if trial.table.over and known.in_play and known.status == contract.status:
        yield from _waiting(trial, history, contract, known)
        yield from _read(trial, history, contract, known)


def _waiting(
    trial: Trial, history: History, contract: TableContract, known: Contract
) -> Iterator[Proposal]:
    """A box of the back for each part that waits at the table and that the ledger does not have."""
    written = {box.when for box in known.back}
    for when in contract.waits:
        if when not in written and trial.late is None:
            about = {"kind": contract.status, "when": when, "text": PRINTED[when]}
            yield _proposal(history, contract, "back", when, about)


def _read(
    trial: Trial, history: History, contract: TableContract, known: Contract
) -> Iterator[Proposal]:
    """The boxes taken over that wait at the table no more, as far as it is their turn."""
    carried = history.backs(contract.key)
    for number in contracts.open_boxes(known):
        box = known.back[number - 1]
        is_read = _is_carried(box, carried) and box.when not in contract.waits
        if not is_read or contracts.waits(trial.state, known, number):
            return
        yield _proposal(history, contract, "box", str(number), {"number": number})


def _is_carried(box: BackBox, carried: frozenset[str]) -> bool:
    return box.when in carried and box.text == PRINTED.get(box.when)


def _proposal(
    history: History, contract: TableContract, verb: str, which: str, about: Mapping[str, Value]
) -> Proposal:
    arguments: dict[str, Value] = {"contract": contract.key, **about}
    struck = history.was_struck(verb, arguments)
    return Proposal(
        key=f"{verb} {contract.key} {which}",
        draft=Draft(verb=verb, arguments=arguments),
        why="struck" if struck else "",
    )
