"""What the ledger took over from a table and the table does not say any more: to be struck."""

from collections.abc import Iterator

from campaign.rules.contracts import needed
from campaign.rules.entries import Entry
from campaign.rules.state import Contract, State
from campaign.rules.takeover.entry_ids import COUNTED, Taken
from campaign.rules.takeover.history import History
from campaign.rules.takeover.table import TableContract, TableState

SCORES = ("finish", "correct")
STOOD_ON = ("contract", "done", "back", "box")
"""What is struck together with what was taken over of the same contract since."""


def lost(state: State, history: History, table: TableState) -> tuple[Entry, ...]:
    """The entries to strike, in the ledger's order.

    One that a newer one of the same kind replaced stays, as long as the table says that kind.
    """
    gone = {t.entry.id: t.entry for t in history.stands if not _says(state, table, t)}
    undone: set[object] = set()
    for taken in history.stands:
        about = taken.entry.arguments.get("contract", taken.entry.arguments.get("card"))
        if taken.entry.id in gone and taken.entry.verb in STOOD_ON:
            undone.add(about)
        elif about in undone:
            gone[taken.entry.id] = taken.entry
    for entry in _last_boxes(state, history, table):
        gone[entry.id] = entry
    return tuple(sorted(gone.values(), key=lambda entry: entry.number))


def _says(state: State, table: TableState, taken: Taken) -> bool:
    verb, arguments = taken.entry.verb, taken.entry.arguments
    if verb in SCORES:
        return table.over
    if verb == "memorial":
        return table.fell(str(arguments["character"]))
    contract = table.contract(str(arguments.get("contract", arguments.get("card"))))
    if contract is None:
        return False
    if verb == "contract":
        return _is_same(state, table, contract)
    return _is_read(state, contract, taken) if verb == "box" else _tells(contract, taken)


def _is_read(state: State, contract: TableContract, taken: Taken) -> bool:
    """Whether a part of the back that was read at the table has not come to wait there again."""
    known = state.contracts.get(contract.key)
    number = int(str(taken.entry.arguments["number"]))
    box = known.back[number - 1] if known and number <= len(known.back) else None
    return contract.status != "active" and (box is None or box.when not in contract.waits)


def _is_same(state: State, table: TableState, contract: TableContract) -> bool:
    """Whether the ledger's contract is the one that lies there, and not one laid down since."""
    known = state.contracts.get(contract.key)
    players = len(state.games[str(table.game)].players)
    return known is None or fits(known, contract, players)


def fits(known: Contract, contract: TableContract, players: int) -> bool:
    """Whether a contract of the ledger has the owner and the boxes that the table counts."""
    if known.owner != contract.owner:
        return False
    right = bool(known.track) == contract.cubes and needed(known, players) == contract.need
    return right or not contract.need


def _tells(contract: TableContract, taken: Taken) -> bool:
    verb = taken.entry.verb
    if verb in COUNTED:
        laid = contract.completed if verb == "cube" else True
        right = laid and contract.cubes == (verb == "cube")
        return right and taken.nth <= contract.ticked_by(str(taken.entry.arguments["character"]))
    said = {
        "done": contract.completed and not (taken.entry.arguments.get("told") and contract.full),
        "fail": contract.status == "failed",
        "points": contract.completed and bool(contract.points or contract.bonus),
        "back": contract.status == taken.entry.arguments.get("kind"),
    }
    return said.get(verb, True)


def _last_boxes(state: State, history: History, table: TableState) -> Iterator[Entry]:
    """The last tick of a contract that it completed in the ledger, though at the table it failed."""
    for contract in table.contracts:
        known = state.contracts.get(contract.key)
        if known is None or known.status != "completed" or contract.status != "failed":
            continue
        ticks = [t.entry for t in history.stands if _is_tick(t, contract.key)]
        if ticks and known.ticked >= known.boxes:
            yield ticks[-1]


def _is_tick(taken: Taken, contract: str) -> bool:
    entry = taken.entry
    return entry.verb == "tick_contract" and entry.arguments["contract"] == contract
