"""Taking over what a game's table says, and taking a take-over back."""

from collections.abc import Set
from dataclasses import dataclass

from campaign.errors import CampaignError
from campaign.models import GameRecord, LedgerEntry, Membership
from campaign.rules.takeover.difference import Change, chosen
from campaign.rules.takeover.entry_ids import TAKE, UNDO, TakeOver
from campaign.rules.takeover.table import Answers
from campaign.selectors import tables as selectors
from campaign.selectors.ledger import Reader
from campaign.services.ledger import rewrite

RESULT = frozenset({"finish", "correct"})


@dataclass(frozen=True, slots=True)
class Shown:
    """The sequences of ledger and table at which a difference was shown; None is neither's."""

    ledger: int | None
    table: int | None


def take_over(
    member: Membership,
    number: int,
    shown: Shown,
    *,
    keys: Set[str] | None = None,
    answers: Answers | None = None,
) -> list[LedgerEntry]:
    """Write the chosen part of the difference between a game's table and the ledger, as shown.

    Without ``keys`` it is all that is wanted. Raises CampaignError if ledger or table have changed
    since, LedgerError for what the rules refuse; then nothing has changed.
    """
    seen: list[tuple[selectors.Comparison, Change]] = []

    def make(reader: Reader) -> Change:
        found = selectors.compare(reader, number, answers)
        _check(shown, found.ledger, found.sequence)
        this = TakeOver(found.table.table, reader.sequence, TAKE)
        change = chosen(found.found, found.found.wanted if keys is None else keys, this)
        seen[:] = [(found, change)]
        return change

    def keep() -> None:
        found, change = seen[0]
        _check(shown, found.ledger, selectors.sequence_of(found.table.table))
        if RESULT & {draft.verb for draft, _key in change.drafts}:
            GameRecord.objects.update_or_create(
                campaign=member.campaign, game=number, defaults={"content": found.record}
            )

    return rewrite(member, make, keep)


def _check(shown: Shown, ledger: int, table: int) -> None:
    if shown.table != table:
        raise CampaignError("table_changed")
    if shown.ledger != ledger:
        raise CampaignError("ledger_changed")


def undo_take_over(member: Membership, number: int, *, first: int | None) -> list[LedgerEntry]:
    """Strike what stands of a game's latest take-over, if it is the one that begins with the
    entry ``first``; raises LedgerError for what stands in the way."""

    def make(reader: Reader) -> Change:
        found = selectors.compare(reader, number)
        this = TakeOver(found.table.table, reader.sequence, UNDO)
        if not found.latest or found.latest[0].number != first:
            return Change(take_over=this)
        return Change(take_over=this, strikes=found.latest)

    return rewrite(member, make, lambda: None)
