"""Writes the ledger: every entry that a member adds or strikes, and its projection.

The entries of an imported campaign are written by `unpacking`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaign.errors import CampaignError
from campaign.models import Campaign, EntryReference, LedgerEntry, Membership, projection
from campaign.rules import ledger, roles
from campaign.rules.campaigns import Campaign as Rules
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.steps.walkthrough import placed
from campaign.rules.takeover.difference import Change, strikes
from campaign.selectors import ledger as selectors
from campaign.services import players
from campaign.services.onto_table import lay_after_commit
from campaign.services.pieces import PIECE
from campaign.services.ticks import tick_after_commit

TRIES = 3
"""How often an entry is prepared before the campaign is locked for it."""


def write_entry(member: Membership, draft: Draft, *, key: UUID | None = None) -> LedgerEntry:
    """Add one entry; raises LedgerError with the reason, and then nothing has changed.

    ``key`` comes from the form: the same entry sent twice with the same key is stored once.
    """

    def prepare(ground: _Ground) -> _Plan | list[LedgerEntry]:
        cleaned = ledger.clean(ground.campaign.rules, draft)
        earlier = ground.campaign.entries.filter(key=key).first() if key else None
        if earlier and (earlier.verb, earlier.arguments) == (cleaned.verb, cleaned.arguments):
            return [earlier]
        return ground.plan([cleaned], keys=[key] if key and not earlier else [])

    return _write(member, prepare)[0]


def write_with(
    member: Membership,
    make: Callable[[State], Draft],
    beside: Callable[[], object],
    *,
    key: UUID | None = None,
) -> LedgerEntry:
    """Add the entry that ``make`` gives for the state, and do ``beside`` in the same transaction.

    Both may raise, and then nothing has changed. ``make`` is asked again if somebody else has
    written meanwhile: it reads and works out whatever takes time, while nobody waits. With the
    ``key`` of an entry of the same verb, which may say something else each time, it is that entry.
    """

    def prepare(ground: _Ground) -> _Plan | list[LedgerEntry]:
        draft = ledger.clean(ground.campaign.rules, make(ground.state))
        earlier = ground.campaign.entries.filter(key=key).first() if key else None
        if earlier and earlier.verb == draft.verb:
            return [earlier]
        return ground.plan([draft], keys=[key] if key and not earlier else [])

    return _write(member, prepare, beside)[0]


@transaction.atomic
def write_for_coming(member: Membership, draft: Draft, *, key: UUID | None = None) -> LedgerEntry:
    """Add an entry for the coming game; the one that is over is packed away first."""
    pack = Draft(verb="pack")
    write_offered(member, pack, lambda state: () if state.packed else (pack,))
    return write_entry(member, draft, key=key)


def write_all(
    member: Membership, drafts: Sequence[Draft], *, key: UUID | None = None
) -> list[LedgerEntry]:
    """Add several entries in order, all or none, with one fold and one write.

    ``key`` comes from the form, as for ``write_entry``; the second entry gets the key after it.
    """

    def prepare(ground: _Ground) -> _Plan | list[LedgerEntry]:
        cleaned = [ledger.clean(ground.campaign.rules, draft) for draft in drafts]
        keys = [uuid5(key, str(at)) if at else key for at in range(len(drafts))] if key else []
        earlier = list(ground.campaign.entries.filter(key__in=keys).order_by("number"))
        if (
            earlier
            and [Draft(verb=row.verb, arguments=row.arguments) for row in earlier] == cleaned
        ):
            return earlier
        return ground.plan(cleaned, keys=[] if earlier else keys)

    return _write(member, prepare)


def strike_all(member: Membership, numbers: Sequence[int]) -> list[LedgerEntry]:
    """Strike several entries, the last one first, all or none."""
    with transaction.atomic():
        return [strike(member, number) for number in sorted(numbers, reverse=True)]


def rewrite(
    member: Membership, make: Callable[[selectors.Reader], Change], beside: Callable[[], object]
) -> list[LedgerEntry]:
    """Strike entries and add others, all or none, with one fold and one write.

    ``make`` and ``beside`` are as for ``write_with``; nothing to change, nothing is written.
    """

    def prepare(ground: _Ground) -> _Plan | list[LedgerEntry]:
        entries = selectors.entries_of(ground.campaign)
        change = make(
            selectors.Reader(
                campaign=ground.campaign,
                actor=ground.actor,
                sequence=ground.sequence,
                state=ground.state,
                entries=entries,
            )
        )
        if not change.strikes and not change.drafts:
            return []
        return ground.rewritten(entries, change)

    return _write(member, prepare, beside)


def write_offered(
    member: Membership, draft: Draft, offered: Callable[[State], Iterable[Draft]]
) -> list[LedgerEntry]:
    """Add an entry only if the state still offers it; of two who press at once, one writes it."""

    def prepare(ground: _Ground) -> _Plan | list[LedgerEntry]:
        rules = ground.campaign.rules
        wanted = ledger.clean(rules, draft)
        if wanted not in [_cleaned(rules, each) for each in offered(ground.state)]:
            return []
        return ground.plan([wanted])

    return _write(member, prepare)


def _cleaned(rules: Rules, draft: Draft) -> Draft | None:
    """An offered draft as it would be stored; None if an argument is still to be given."""
    try:
        return ledger.clean(rules, draft)
    except LedgerError:
        return None


def strike(member: Membership, number: int) -> LedgerEntry:
    """Strike an entry and restore what it changed, or raise what stands in the way."""

    def prepare(ground: _Ground) -> _Plan:
        entries = selectors.entries_of(ground.campaign)
        target = next((entry for entry in entries if entry.number == number), None)
        if target is None:
            raise LedgerError("unknown_entry")
        roles.check_strike(ground.state, ground.actor, target)
        strike = ground.entry(STRIKE, {}, game=ground.state.tonight, strikes=target.id)
        after = ledger.strike(ground.campaign.rules, entries, strike)
        return _Plan(ground, ((strike, target),), after)

    return _write(member, prepare)[0]


@dataclass(frozen=True, slots=True)
class _Ground:
    """What an entry is prepared on: the campaign at a sequence, and the member who writes."""

    campaign: Campaign
    actor: roles.Actor
    sequence: int
    state: State

    def rewritten(self, entries: Sequence[Entry], change: Change) -> "_Plan":
        """The strikes and entries of a change, checked; its strikes come first."""
        for target in change.strikes:
            roles.check_strike(self.state, self.actor, target)
        struck = strikes(
            self.state, entries, change.strikes, self.actor, change.take_over, timezone.now()
        )
        state = self.state
        if struck:
            state = ledger.strike_all(self.campaign.rules, entries, struck)
        ground = replace(self, state=state, sequence=self.sequence + len(struck))
        cleaned = [ledger.clean(self.campaign.rules, draft) for draft, _ in change.drafts]
        plan = ground.plan(cleaned, keys=[key for _, key in change.drafts], before=struck)
        by_id = {target.id: target for target in change.strikes}
        about = [(strike, by_id[strike.strikes]) for strike in struck if strike.strikes]
        return _Plan(self, (*about, *plan.entries), plan.after)

    def plan(
        self, drafts: Sequence[Draft], *, keys: Sequence[UUID] = (), before: Sequence[Entry] = ()
    ) -> "_Plan":
        """The entries of cleaned drafts, each checked on the state that the one before left.

        ``before`` are entries that are to be written first.
        """
        state, entries = self.state, list[Entry]()
        numbered = enumerate(zip_longest(drafts, keys), start=self.sequence + 1)
        for number, (asked, key) in numbered:
            draft = placed(state, asked)
            roles.check_write(state, self.actor, draft)
            ledger.admit(state, draft)
            game = ledger.game_of(state, draft)
            entry = self.entry(draft.verb, draft.arguments, game=game, key=key, number=number)
            tonight, state = state.tonight, ledger.apply(state, entry)
            if 0 < game < tonight:
                known = [*selectors.entries_of(self.campaign), *before, *entries]
                ledger.check_late(state.campaign, known, entry)
            entries.append(entry)
        return _Plan(self, tuple(zip(entries, entries, strict=True)), state)

    def entry(
        self,
        verb: str,
        arguments: Mapping[str, object],
        *,
        game: int,
        key: UUID | None = None,
        number: int | None = None,
        strikes: UUID | None = None,
    ) -> Entry:
        return Entry(
            id=key or uuid4(),
            number=number or self.sequence + 1,
            verb=verb,
            arguments=arguments,
            game=game,
            member=self.actor.member,
            at=timezone.now(),
            strikes=strikes,
        )


@dataclass(frozen=True, slots=True)
class _Plan:
    """Entries, each with the one it is about, and the state after them."""

    ground: _Ground
    entries: tuple[tuple[Entry, Entry], ...]
    after: State


Prepare: TypeAlias = Callable[[_Ground], _Plan | list[LedgerEntry]]


def _write(
    member: Membership, prepare: Prepare, beside: Callable[[], object] | None = None
) -> list[LedgerEntry]:
    """Prepare entries and write them; prepared again if somebody else has written meanwhile.

    The fold is done before the lock is taken, so that others wait for the rows only, and for what
    is written ``beside`` them.
    """
    for _ in range(TRIES):
        plan = prepare(_ground(member, Campaign.objects.defer("snapshot")))
        if isinstance(plan, list):
            return plan
        changes = projection.changes(plan.ground.campaign, plan.ground.state, plan.after)
        with transaction.atomic():
            if _still(member, plan.ground):
                if beside:
                    beside()
                return _append(plan, changes)
    with transaction.atomic():
        plan = prepare(_ground(member, Campaign.objects.select_for_update().defer("snapshot")))
        if isinstance(plan, list):
            return plan
        ground = plan.ground
        if beside:
            beside()
        return _append(plan, projection.changes(ground.campaign, ground.state, plan.after))


def _ground(member: Membership, campaigns: QuerySet[Campaign]) -> _Ground:
    """Read the campaign and again what the member may do; raises CampaignError if it is gone."""
    campaign = campaigns.get(pk=member.campaign_id)
    now = Membership.objects.filter(pk=member.pk, left=None).first()
    if now is None or campaign.trashed:
        raise CampaignError("gone")
    snapshot = selectors.snapshot_of(campaign)
    return _Ground(campaign, selectors.actor_of(now), snapshot.sequence, snapshot.state)


def _still(member: Membership, ground: _Ground) -> bool:
    """Lock the campaign; whether what was prepared can be written as it is."""
    rows = Campaign.objects.select_for_update().filter(pk=ground.campaign.pk)
    sequence, trashed = rows.values_list("sequence", "trashed").get()
    now = Membership.objects.filter(pk=member.pk, left=None).first()
    unchanged = now is not None and selectors.actor_of(now) == ground.actor
    return unchanged and not trashed and bool(sequence == ground.sequence)


def _append(plan: _Plan, changes: projection.Changes) -> list[LedgerEntry]:
    campaign = plan.ground.campaign
    rows = [row_for(campaign, entry) for entry, _ in plan.entries]
    for row in rows:
        row.save(force_insert=True)
    EntryReference.objects.bulk_create(
        reference
        for row, (_, about) in zip(rows, plan.entries, strict=True)
        for reference in references_for(row, about)
    )
    if rows:
        campaign.sequence = rows[-1].number
        changes.write()
        players.follow(campaign, plan.ground.state, plan.after)
        lay_after_commit(campaign, plan.ground.state, plan.after)
        tick_after_commit(campaign, plan.after, plan.entries)
    return rows


def row_for(campaign: Campaign, entry: Entry) -> LedgerEntry:
    return LedgerEntry(
        campaign=campaign,
        key=entry.id,
        number=entry.number,
        verb=entry.verb,
        arguments=dict(entry.arguments),
        game=entry.game,
        member=entry.member,
        created_at=entry.at,
        strikes=entry.strikes,
    )


def references_for(row: LedgerEntry, entry: Entry) -> list[EntryReference]:
    """What the row is about; a strike is about the same as its entry."""
    refs = sorted(ledger.touched(row.campaign.rules, entry), key=lambda ref: (ref.kind, ref.key))
    return [EntryReference(entry=row, kind=ref.kind, key=ref.key) for ref in refs]


def rebuild(campaign: Campaign) -> list[str]:
    """Rebuild the snapshot and every projected row from the ledger; returns what was not equal
    to it. Raises LedgerError if it cannot be folded, and then nothing has changed.

    It folds and compares without the lock, and writes in pieces; pages read the snapshot, which
    comes last. If somebody writes an entry meanwhile it begins again.
    """
    found: list[str] = []
    for _ in range(TRIES):
        wrong = _mend(Campaign.objects.get(pk=campaign.pk))
        if not wrong:
            break
        found = found or wrong
    return found


def _mend(campaign: Campaign) -> list[str]:
    """What was not equal; all of it is mended unless an entry was written meanwhile."""
    state, wrong = _compared(campaign)
    if not wrong:
        return []
    changes = projection.mending(campaign, state)
    steps = [piece.write for piece in changes.pieces(PIECE)]
    for write in (*steps, changes.write_state):
        with transaction.atomic():
            rows = Campaign.objects.select_for_update().filter(pk=campaign.pk)
            if not rows.filter(sequence=campaign.sequence).exists():
                break
            write()
    return wrong


def differences(campaign: Campaign) -> list[str]:
    """What is stored otherwise than the ledger tells it; raises LedgerError if it cannot be folded."""
    return _compared(Campaign.objects.get(pk=campaign.pk))[1]


def _compared(campaign: Campaign) -> tuple[State, list[str]]:
    """The ledger's state, and what is stored otherwise."""
    state = ledger.fold(campaign.rules, selectors.entries_of(campaign))
    return state, projection.differences(campaign, state)
