"""The lots of a ledger, struck ones too."""

from dataclasses import dataclass

from campaign.models import Campaign, LedgerEntry
from campaign.rules.entries import Entry, struck


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots, the oldest first, and the numbers of those that are struck."""

    rows: tuple[LedgerEntry, ...]
    struck: frozenset[int]


def lots_of(campaign: Campaign) -> Lots:
    rows = tuple(campaign.entries.filter(verb="lot").order_by("number"))
    strikes = [row.entry for row in campaign.entries.exclude(strikes=None).order_by("number")]
    gone = struck(strikes)
    return Lots(rows, frozenset(row.number for row in rows if row.key in gone))


def standing_lots(campaign: Campaign, game: int) -> tuple[Entry, ...]:
    """The lots of a game that are not struck, the oldest first."""
    found = lots_of(campaign)
    return tuple(
        row.entry for row in found.rows if row.game == game and row.number not in found.struck
    )
