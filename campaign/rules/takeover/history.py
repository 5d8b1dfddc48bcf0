"""What the ledger has of a table already: what was taken over, what of it was struck by hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.entries import STRIKE, Entry, standing, struck
from campaign.rules.takeover.entry_ids import Taken, strikes_by_target, taken_from
from campaign.rules.takeover.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The entries of a table's game.

    ``stands`` are those taken over that count today, ``struck`` those that somebody struck by
    hand; what a take-over struck, or the undo of one, is in neither. ``by_hand`` are standing
    entries that members wrote themselves, ``withdrawn`` any entries that were struck by hand.
    """

    stands: tuple[Taken, ...] = ()
    struck: tuple[Taken, ...] = ()
    by_hand: tuple[Entry, ...] = ()
    withdrawn: tuple[Entry, ...] = ()

    def numbers(self, verb: str, contract: str, character: str) -> frozenset[int]:
        """Which of a character's ticks of a contract stand."""
        return _numbers(self.stands, verb, contract, character)

    def struck_numbers(self, verb: str, contract: str, character: str) -> frozenset[int]:
        """Which of them were struck by hand."""
        return _numbers(self.struck, verb, contract, character)

    def count(self, verb: str, contract: str) -> int:
        """How many ticks of a contract stand that were taken over."""
        return sum(_is_about(each.entry, verb, contract) for each in self.stands)

    def who_by_hand(self, verb: str, contract: str) -> tuple[str, ...]:
        """Who ticked a contract in the ledger itself, in this order."""
        own = [entry for entry in self.by_hand if _is_about(entry, verb, contract)]
        return tuple(str(entry.arguments["character"]) for entry in own)

    def backs(self, contract: str) -> frozenset[str]:
        """Which parts of a contract's back that waited were taken over and stand, by their time."""
        taken = [t.entry for t in self.stands if _is_about(t.entry, "back", contract)]
        return frozenset(str(entry.arguments["when"]) for entry in taken)

    def was_struck(self, verb: str, arguments: Mapping[str, object]) -> bool:
        """Whether exactly this was written, by hand or not, and then struck by hand."""
        return any(_is(entry, verb, arguments) for entry in self.withdrawn)

    def overruled(self, verbs: Iterable[str], arguments: Mapping[str, object]) -> bool:
        """Whether exactly this was taken over and somebody has written otherwise by hand since.

        ``verbs`` are those that say it: the first one, and what corrects it.
        """
        named = set(verbs)
        taken = [t.entry.number for t in self.stands if _says(t.entry, named, arguments)]
        about = arguments.get("contract")
        own = [
            e.number
            for e in self.by_hand
            if e.verb in named and e.arguments.get("contract") == about
        ]
        return bool(taken) and max(own, default=0) > max(taken)


def history_of(entries: Sequence[Entry], table: TableState) -> History:
    """What a ledger has of a table, from all its entries."""
    since = [entry for entry in entries if entry.game >= table.game]
    taken = taken_from(since, table.table)
    marked = {each.entry.id for each in taken}
    gone, strikes = struck(entries), strikes_by_target(entries)
    written = [each for each in taken if each.entry.verb != STRIKE]
    by_hand = {target for target, strike in strikes.items() if strike.id not in marked}
    return History(
        stands=tuple(each for each in written if each.entry.id not in gone),
        struck=tuple(each for each in written if each.entry.id in by_hand),
        by_hand=tuple(
            entry
            for entry in standing(entries)
            if entry.game == table.game and entry.id not in marked
        ),
        withdrawn=tuple(
            entry
            for entry in entries
            if entry.id in by_hand and (entry.game == table.game or entry.verb == "contract")
        ),
    )


def _numbers(taken: Iterable[Taken], verb: str, contract: str, character: str) -> frozenset[int]:
    return frozenset(
        each.nth
        for each in taken
        if _is(each.entry, verb, {"contract": contract, "character": character})
    )


def _is(entry: Entry, verb: str, arguments: Mapping[str, object]) -> bool:
    """Whether an entry says just this; further arguments of it do not matter."""
    return entry.verb == verb and arguments.items() <= entry.arguments.items()


def _is_about(entry: Entry, verb: str, contract: str) -> bool:
    return entry.verb == verb and entry.arguments.get("contract") == contract


def _says(entry: Entry, verbs: set[str], arguments: Mapping[str, object]) -> bool:
    named = {name: value for name, value in arguments.items() if name not in ("game", "table")}
    return entry.verb in verbs and named.items() <= entry.arguments.items()
