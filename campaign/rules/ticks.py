"""Ticks and cubes that members wrote into the ledger themselves, held against the game's table.

What a character ticked at the table and in the ledger is one and the same; only what the ledger has
beyond that is laid there. The way back, from the table into the ledger, is ``takeover``.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from campaign.rules.entries import Entry, standing
from campaign.rules.takeover.entry_ids import COUNTED, taken_from
from campaign.rules.takeover.table import TableContract, TableState


def lacking(
    entries: Sequence[Entry], table: TableState, written: Collection[UUID]
) -> tuple[Entry, ...]:
    """The ticks among the entries ``written`` that the table does not have, in order.

    ``entries`` are the whole ledger. What came from the table by taking over is never among them.
    """
    taken = {each.entry.id for each in taken_from(entries, table.table)}
    ticks = (e for e in standing(entries) if e.id in written and e.id not in taken)
    return tuple(tick for tick in ticks if _is_lacking(entries, table, tick))


def _is_lacking(entries: Sequence[Entry], table: TableState, tick: Entry) -> bool:
    lying = contract_of(table, tick)
    if lying is None or lying.status != "active":
        return False
    who = str(tick.arguments["character"])
    own = _singly(entries, table, lying, who)
    return tick.id in {each.id for each in own[lying.ticked_by(who) :]}


def is_surplus(entries: Sequence[Entry], table: TableState, struck: Entry) -> bool:
    """Whether the table has more ticks of that character than the ledger has left."""
    lying = contract_of(table, struck)
    if lying is None:
        return False
    who = str(struck.arguments["character"])
    return lying.ticked_by(who) > len(_singly(entries, table, lying, who))


def contract_of(table: TableState, tick: Entry) -> TableContract | None:
    """The contract on the table that an entry of its game ticks, as that table counts it."""
    if tick.verb not in COUNTED or tick.game != table.game:
        return None
    lying = table.contract(str(tick.arguments["contract"]))
    return lying if lying and lying.need and _verb(lying) == tick.verb else None


def _verb(lying: TableContract) -> str:
    return "cube" if lying.cubes else "tick_contract"


def _singly(
    entries: Sequence[Entry], table: TableState, lying: TableContract, who: str
) -> list[Entry]:
    """A character's ticks of this game, without those that the contract came to the table with."""
    stand = standing(entries)
    met = [e.number for e in stand if e.verb == "contract" and e.arguments["card"] == lying.key]
    verb, since = _verb(lying), max(met, default=0)
    ticks = [e for e in stand if e.verb == verb and e.arguments["contract"] == lying.key]
    later = [e for e in ticks if e.number > since][lying.have :]
    return [e for e in later if e.game == table.game and e.arguments["character"] == who]
