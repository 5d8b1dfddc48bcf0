"""Writing in the ledger: the only place that adds entries and changes their projection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from campaign import projection
from campaign.models import Campaign, LedgerEntry, Membership, Touch
from campaign.refusals import Refusal
from campaign.rules import ledger, roles
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.selectors import ledger as found


@transaction.atomic
def record(member: Membership, draft: Draft, *, key: UUID | None = None) -> LedgerEntry:
    """Add one entry; raises LedgerError with the reason, and then nothing has changed.

    ``key`` is made by the form: sent twice with the same entry it is stored once.
    """
    writing = _begin(member)
    cleaned = ledger.clean(writing.campaign.rules, draft)
    earlier = writing.campaign.entries.filter(key=key).first() if key else None
    if earlier and (earlier.verb, earlier.arguments) == (cleaned.verb, cleaned.arguments):
        return earlier
    state = found.state_of(writing.campaign)
    roles.check_write(state, writing.writer, cleaned)
    entry = writing.entry(
        cleaned.verb,
        cleaned.arguments,
        game=ledger.game_of(state, cleaned),
        key=key if key and not earlier else uuid4(),
    )
    return _append(writing.campaign, state, ledger.apply(state, entry), entry)


@transaction.atomic
def record_all(member: Membership, drafts: Sequence[Draft]) -> list[LedgerEntry]:
    """Add several entries in order, all or none."""
    return [record(member, draft) for draft in drafts]


@transaction.atomic
def strike(member: Membership, number: int) -> LedgerEntry:
    """Take an entry out and restore what it changed, or raise what stands in the way."""
    writing = _begin(member)
    campaign = writing.campaign
    target = campaign.entries.filter(number=number).first()
    if target is None:
        raise LedgerError("unknown_entry")
    state = found.state_of(campaign)
    roles.check_strike(state, writing.writer, target.entry)
    entry = writing.entry(STRIKE, {}, game=state.game, strikes=target.key)
    after = ledger.strike(campaign.rules, found.entries_of(campaign), entry)
    return _append(campaign, state, after, entry, target.entry)


@dataclass(frozen=True, slots=True)
class _Writing:
    """A locked campaign and the member about to write in it."""

    campaign: Campaign
    writer: roles.Writer

    def entry(
        self,
        verb: str,
        arguments: Mapping[str, object],
        *,
        game: int,
        key: UUID | None = None,
        strikes: UUID | None = None,
    ) -> Entry:
        return Entry(
            id=key or uuid4(),
            number=self.campaign.sequence + 1,
            verb=verb,
            arguments=arguments,
            game=game,
            member=self.writer.member,
            at=timezone.now(),
            strikes=strikes,
        )


def _begin(member: Membership) -> _Writing:
    """Lock the campaign, then read anew what the member may do."""
    campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
    now = Membership.objects.filter(pk=member.pk, left=None).first()
    if now is None or campaign.trashed:
        raise Refusal("gone")
    return _Writing(campaign, found.writer_of(now))


def _append(
    campaign: Campaign, before: State, after: State, entry: Entry, about: Entry | None = None
) -> LedgerEntry:
    row = row_for(campaign, entry)
    row.save(force_insert=True)
    Touch.objects.bulk_create(touches_for(row, about or entry))
    campaign.sequence = entry.number
    projection.write(campaign, before, after)
    campaign.save(update_fields=["sequence", *projection.SCALARS])
    return row


def row_for(campaign: Campaign, entry: Entry) -> LedgerEntry:
    return LedgerEntry(
        campaign=campaign,
        key=entry.id,
        number=entry.number,
        verb=entry.verb,
        arguments=dict(entry.arguments),
        game=entry.game,
        member=entry.member,
        at=entry.at,
        strikes=entry.strikes,
    )


def touches_for(row: LedgerEntry, entry: Entry) -> list[Touch]:
    """What the row is about; a strike is about what its entry was."""
    refs = sorted(ledger.touched(row.campaign.rules, entry), key=lambda ref: (ref.kind, ref.key))
    return [Touch(entry=row, kind=ref.kind, key=ref.key) for ref in refs]


@transaction.atomic
def rebuild(campaign: Campaign) -> State:
    """Make every projected row anew from the ledger alone."""
    locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
    state = ledger.fold(locked.rules, found.entries_of(locked))
    projection.clear(locked)
    projection.write(locked, ledger.new_campaign(locked.rules), state)
    locked.save(update_fields=list(projection.SCALARS))
    return state
