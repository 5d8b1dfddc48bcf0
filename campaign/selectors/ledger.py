"""The ledger and its states, of today and of earlier games; its lines, filtered."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from uuid import UUID

from django.db import DatabaseError
from django.db.models import QuerySet

from campaign.lexicon import readers_lexicon
from campaign.models import Campaign, LedgerEntry, Membership, Role
from campaign.rules import campaigns, codec, ledger, roles
from campaign.rules.arguments.kind import Reading
from campaign.rules.entries import Draft, Entry, struck
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.steps.walkthrough import placed
from campaign.selectors.members import names_of
from kernel.errors import UnreadableError
from kernel.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A state and the number of the last entry in it."""

    sequence: int
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A member with the whole ledger at one sequence, from which a change is worked out."""

    campaign: Campaign
    actor: roles.Actor
    sequence: int
    state: State
    entries: Sequence[Entry]


@contextmanager
def _readable(campaign: Campaign) -> Iterator[None]:
    """Raise UnreadableError where this release cannot fold the ledger."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        # A damaged entry may break anything.
        raise UnreadableError(f"The ledger of campaign {campaign.pk} cannot be folded") from error


def snapshot_of(campaign: Campaign) -> Snapshot:
    """Today's state, by one query; a snapshot that is stale or that another release wrote is not
    trusted: the ledger is folded."""
    columns = ("sequence", "snapshot_sequence", "snapshot")
    rows = Campaign.objects.filter(pk=campaign.pk).values_list(*columns)
    sequence, stands_for, text = rows.get()
    if stands_for == sequence:
        try:
            return Snapshot(sequence=sequence, state=_loaded(campaign.kind, text))
        except codec.SnapshotError:
            pass
    entries = entries_of(campaign)
    with _readable(campaign):
        state = ledger.fold(campaign.rules, entries)
    return Snapshot(sequence=entries[-1].number if entries else 0, state=state)


@lru_cache(maxsize=32)
def _loaded(kind: str, text: str) -> State:
    """The state of a snapshot; the campaigns that are being read now are kept."""
    return codec.load(campaigns.load(kind), text)


def state_of(campaign: Campaign) -> State:
    """Today's state."""
    return snapshot_of(campaign).state


def entries_of(campaign: Campaign) -> list[Entry]:
    """The whole ledger as the rules use it."""
    names = [field.name for field in fields(Entry)]
    columns = {"id": "key", "at": "created_at"}
    rows = campaign.entries.order_by("number").values_list(*(columns.get(n, n) for n in names))
    return [Entry(**dict(zip(names, row, strict=True))) for row in rows]


def as_of(campaign: Campaign, game: int) -> State:
    """The state at the end of a game, by the entries that stand today."""
    with _readable(campaign):
        return ledger.as_of(campaign.rules, entries_of(campaign), game)


def state_at(campaign: Campaign, game: int | None) -> State:
    """Today's state, or the one at the end of a game."""
    return state_of(campaign) if game is None else as_of(campaign, game)


def reading_of(campaign: Campaign, member: Membership | None = None) -> Reading:
    """What a line or a form is read with, by a member if they are to write it."""
    state, members = state_of(campaign), names_of(campaign)
    own = roles.own_character(state, member.key) if member else ""
    return Reading(state=state, members=members, lexicon=readers_lexicon(), own=own)


def actor_of(member: Membership) -> roles.Actor:
    return roles.Actor(member=member.key, role=Role(member.role))


def preview(member: Membership, state: State, draft: Draft) -> tuple[Message, ...]:
    """What an entry would say; raises LedgerError as recording it would."""
    cleaned = placed(state, ledger.clean(state.campaign, draft))
    roles.check_write(state, actor_of(member), cleaned)
    return ledger.describe(ledger.attempt(state, cleaned), cleaned)


def last_entry_of(member: Membership) -> LedgerEntry | None:
    """The newest entry of a member that stands and that they may strike."""
    strikes = [
        row.entry for row in member.campaign.entries.exclude(strikes=None).order_by("number")
    ]
    rows = member.campaign.entries.filter(member=member.key, strikes=None).order_by("-number")
    last = rows.exclude(key__in=struck(strikes)).first()
    return last if last and _may_strike(state_of(member.campaign), actor_of(member), last) else None


# Lines ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedEntry:
    """One entry as a page shows it; ``struck_by`` is the number of its strike."""

    row: LedgerEntry
    sentences: tuple[Message, ...]
    member: str
    struck_by: int | None
    strikes: int | None
    may_strike: bool

    @property
    def standing(self) -> bool:
        return self.struck_by is None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """A filter of the ledger; without values it lets everything through."""

    kind: str = ""
    key: str = ""
    verbs: tuple[str, ...] = ()
    game: int | None = None
    member: str = ""


def rows_of(campaign: Campaign, criteria: EntryFilter | None = None) -> QuerySet[LedgerEntry]:
    """The entries asked for, newest first."""
    criteria = criteria or EntryFilter()
    rows = campaign.entries.order_by("-number")
    if criteria.kind:
        rows = rows.filter(references__kind=criteria.kind, references__key=criteria.key)
    if criteria.verbs:
        rows = rows.filter(verb__in=criteria.verbs)
    if criteria.game is not None:
        rows = rows.filter(game=criteria.game)
    if criteria.member:
        rows = rows.filter(member=criteria.member)
    return rows


def lines_of(
    member: Membership, rows: Iterable[LedgerEntry], state: State | None = None
) -> list[DescribedEntry]:
    """Entries with their sentences; ``state`` has the names of cards and characters."""
    campaign = member.campaign
    known = state or state_of(campaign)
    names, strikes = names_of(campaign), _Strikes.of(campaign)
    actor = actor_of(member)
    return [
        DescribedEntry(
            row=row,
            sentences=ledger.describe(known, row.entry),
            member=names.get(row.member, row.member),
            struck_by=strikes.by.get(row.key),
            strikes=strikes.numbers.get(row.strikes) if row.strikes else None,
            may_strike=row.key not in strikes.by and _may_strike(known, actor, row),
        )
        for row in rows
    ]


def _may_strike(state: State, actor: roles.Actor, row: LedgerEntry) -> bool:
    try:
        roles.check_strike(state, actor, row.entry)
    except LedgerError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Strikes:
    """Which entries are struck, by which line, and the numbers of all struck ones."""

    by: dict[UUID, int]
    numbers: dict[UUID, int]

    @classmethod
    def of(cls, campaign: Campaign) -> "_Strikes":
        rows = campaign.entries.exclude(strikes=None).order_by("number")
        entries = [row.entry for row in rows]
        gone = struck(entries)
        by = {e.strikes: e.number for e in entries if e.strikes and e.id not in gone}
        named = campaign.entries.filter(key__in=[e.strikes for e in entries])
        return cls(by, dict(named.values_list("key", "number")))
