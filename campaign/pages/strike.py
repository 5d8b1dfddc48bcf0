"""What striking an entry would bring back, or what stands in the way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.errors import translate
from campaign.models import LedgerEntry, Membership
from campaign.pages.lines import LedgerLine, ledger_lines
from campaign.rules import ledger, roles
from campaign.rules.entries import STRIKE, Entry
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.labels import card_label, character_label, contract_label, space_label
from campaign.rules.ledger import Change
from campaign.rules.state import State
from campaign.selectors.ledger import actor_of, entries_of, lines_of, state_of

CALLED = {"cards": card_label, "contracts": contract_label, "spaces": space_label}
KINDS = {
    "stickers": gettext_noop("A sticker"),
    "rules": gettext_noop("Rules sticker %(key)s"),
    "passages": gettext_noop("Passage %(key)s"),
    "tokens": gettext_noop("Token group %(key)s"),
    "house_tokens": gettext_noop("A house token"),
    "paths": gettext_noop("A path of the map"),
    "tracks": gettext_noop("A track"),
    "counters": gettext_noop("Counter %(key)s"),
    "games": gettext_noop("Game %(key)s"),
    "notes": gettext_noop("A note"),
    "employee": gettext_noop("Employee of the Month"),
    "valuable": gettext_noop("Most Valuable Employee"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikePage:
    """``restored`` names what would be as it was; ``refused`` says why the rules do not allow it.

    ``needed_by`` is the later entry that depends on this one, if that is the reason.
    """

    line: LedgerLine
    restored: tuple[str, ...] = ()
    refused: str = ""
    needed_by: tuple[LedgerLine, ...] = ()


def strike_page(member: Membership, row: LedgerEntry) -> StrikePage:
    state = state_of(member.campaign)
    (line,) = ledger_lines(member.campaign_id, lines_of(member, [row], state))
    try:
        roles.check_strike(state, actor_of(member), row.entry)
        after = ledger.strike(
            member.campaign.rules, entries_of(member.campaign), _draft(member, row)
        )
    except FoldError as error:
        # The page names the later entry; the rules' own reason would only confuse.
        refused = translate(error) if error.cause.key == "other_meaning" else ""
        return StrikePage(line=line, refused=refused, needed_by=_later(member, state, error))
    except LedgerError as error:
        return StrikePage(line=line, refused=translate(error))
    changed = ledger.changes(state, after)
    return StrikePage(line=line, restored=tuple(_named(state, after, changed)))


def _later(member: Membership, state: State, error: FoldError) -> tuple[LedgerLine, ...]:
    rows = member.campaign.entries.filter(number=error.number)
    return ledger_lines(member.campaign_id, lines_of(member, rows, state))


def _draft(member: Membership, row: LedgerEntry) -> Entry:
    """The strike as it would be written."""
    return replace(
        row.entry,
        id=uuid4(),
        number=member.campaign.sequence + 1,
        verb=STRIKE,
        arguments={},
        game=member.campaign.game,
        member=member.key,
        at=timezone.now(),
        strikes=row.key,
    )


def _named(before: State, after: State, changed: tuple[Change, ...]) -> Iterator[str]:
    seen = dict.fromkeys(_name(before if c.item is None else after, c) for c in changed)
    yield from (name for name in seen if name)


def _name(state: State, change: Change) -> str:
    """The name of the thing, or else its kind."""
    if change.kind == "characters":
        return character_label(state, change.key)
    called = CALLED.get(change.kind)
    return translate(called(state, change.key)) if called else _kind(change)


def _kind(change: Change) -> str:
    return _(KINDS.get(change.kind, "")) % {"key": change.key} if change.kind in KINDS else ""
