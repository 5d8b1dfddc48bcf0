"""The ids of a take-over's entries, derived from the table and the moment.

An id tells that its entry came from this table, in which take-over, and as which tick
of its kind; so nothing else has to be stored, and an export keeps it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from campaign.rules.entries import STRIKE, Entry, struck

MOST = 40
TAKE, UNDO = "take", "undo"
KINDS = (TAKE, UNDO)
COUNTED = frozenset({"tick_contract", "cube"})
VERBS = COUNTED | {
    "contract", "done", "fail", "points", "back", "box", "finish", "correct", "memorial", STRIKE
}  # fmt: skip
"""What a take-over writes."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """One take-over, or the undo of one: the table, and the ledger's sequence before it."""

    table: UUID
    after: int
    kind: str = TAKE

    def entry_id(
        self, verb: str, arguments: Mapping[str, object], nth: int = 1, strikes: UUID | None = None
    ) -> UUID:
        """The id of its entry; ``nth`` is which of a character's ticks of the contract it is."""
        about = str(strikes) if strikes else arguments
        base = uuid5(self.table, f"{self.kind} {self.after}")
        return uuid5(base, json.dumps([verb, about, nth], sort_keys=True))


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that a take-over wrote, with its take-over and its place among equal ones."""

    entry: Entry
    take_over: TakeOver
    nth: int


def taken_from(entries: Sequence[Entry], table: UUID) -> tuple[Taken, ...]:
    """The entries that came from this table by taking over, struck ones too, in order."""
    return tuple(_taken(entries, table))


def _taken(entries: Sequence[Entry], table: UUID) -> Iterator[Taken]:
    latest: TakeOver | None = None
    for entry in entries:
        found = _recognized(entry, table, latest) if entry.verb in VERBS else None
        latest = found.take_over if found else None
        if found:
            yield found


def _recognized(entry: Entry, table: UUID, latest: TakeOver | None) -> Taken | None:
    begun = [TakeOver(table, entry.number - 1, kind) for kind in KINDS]
    for take_over in [latest, *begun] if latest else begun:
        for nth in range(1, MOST + 1 if entry.verb in COUNTED else 2):
            if take_over.entry_id(entry.verb, entry.arguments, nth, entry.strikes) == entry.id:
                return Taken(entry, take_over, nth)
    return None


def latest_standing(entries: Sequence[Entry], table: UUID) -> tuple[Entry, ...]:
    """The entries of the latest take-over of which anything still stands, those that do stand."""
    gone = struck(entries)
    taken = [each for each in taken_from(entries, table) if each.take_over.kind == TAKE]
    left = [each for each in taken if each.entry.id not in gone]
    return tuple(each.entry for each in left if each.take_over == left[-1].take_over)


def strikes_by_target(entries: Sequence[Entry]) -> Mapping[UUID, Entry]:
    """The strikes that have an effect, by the id of what they strike."""
    effective: dict[UUID, Entry] = {}
    gone: set[UUID] = set()
    for entry in reversed(entries):
        if entry.strikes is not None and entry.id not in gone:
            gone.add(entry.strikes)
            effective[entry.strikes] = entry
    return effective
