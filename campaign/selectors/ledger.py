"""The ledger and what it makes of the box: states of today and of earlier games, lines, filters."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from uuid import UUID

from django.db.models import QuerySet

from campaign import projection
from campaign.models import Campaign, LedgerEntry, Membership, Role
from campaign.rules import ledger, roles
from campaign.rules.arguments import Reading, Ref
from campaign.rules.entries import Draft, Entry, struck
from campaign.rules.errors import LedgerError
from campaign.rules.sentences import Sentence
from campaign.rules.state import State
from campaign.selectors.members import names_of


def state_of(campaign: Campaign, *only: str) -> State:
    """Today's state from its rows; ``only`` names the mappings that are needed."""
    return projection.read(campaign, only)


def entries_of(campaign: Campaign) -> list[Entry]:
    """The whole ledger as the rules know it."""
    names = [field.name for field in fields(Entry)]
    columns = ["key" if name == "id" else name for name in names]
    rows = campaign.entries.order_by("number").values_list(*columns)
    return [Entry(**dict(zip(names, row, strict=True))) for row in rows]


def as_of(campaign: Campaign, game: int) -> State:
    """The state at the end of a game, by the entries that stand today."""
    return ledger.as_of(campaign.rules, entries_of(campaign), game)


def state_at(campaign: Campaign, game: int | None, *only: str) -> State:
    """Today's state, or the one at the end of a game."""
    return state_of(campaign, *only) if game is None else as_of(campaign, game)


def reading_of(campaign: Campaign) -> Reading:
    """What a line or a form is read against."""
    return Reading(state=state_of(campaign), members=names_of(campaign))


def writer_of(member: Membership) -> roles.Writer:
    return roles.Writer(member=member.key, role=Role(member.role))


def preview(member: Membership, state: State, draft: Draft) -> tuple[Sentence, ...]:
    """What an entry would say; raises LedgerError as recording it would."""
    cleaned = ledger.clean(state.campaign, draft)
    roles.check_write(state, writer_of(member), cleaned)
    return ledger.describe(ledger.attempt(state, cleaned), cleaned)


# Lines ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry as a page shows it; ``struck_by`` is the number of the strike that took it out."""

    row: LedgerEntry
    sentences: tuple[Sentence, ...]
    member: str
    struck_by: int | None
    strikes: int | None
    may_strike: bool
    touches: tuple[Ref, ...]

    @property
    def standing(self) -> bool:
        return self.struck_by is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What of the ledger is asked for; everything where nothing is said."""

    kind: str = ""
    key: str = ""
    verbs: tuple[str, ...] = ()
    game: int | None = None
    member: str = ""


def rows_of(campaign: Campaign, asked: Filter | None = None) -> QuerySet[LedgerEntry]:
    """The entries asked for, newest first."""
    asked = asked or Filter()
    rows = campaign.entries.order_by("-number").prefetch_related("touches")
    if asked.kind:
        rows = rows.filter(touches__kind=asked.kind, touches__key=asked.key)
    if asked.verbs:
        rows = rows.filter(verb__in=asked.verbs)
    if asked.game is not None:
        rows = rows.filter(game=asked.game)
    if asked.member:
        rows = rows.filter(member=asked.member)
    return rows


def lines_of(
    member: Membership, rows: Iterable[LedgerEntry], state: State | None = None
) -> list[Line]:
    """Entries with their sentences; ``state`` says what cards and characters are called."""
    campaign = member.campaign
    known = state or state_of(campaign)
    names, strikes = names_of(campaign), _Strikes.of(campaign)
    writer = writer_of(member)
    return [
        Line(
            row=row,
            sentences=ledger.describe(known, row.entry),
            member=names.get(row.member, row.member),
            struck_by=strikes.by.get(row.key),
            strikes=strikes.numbers.get(row.strikes) if row.strikes else None,
            may_strike=row.key not in strikes.by and _may_strike(known, writer, row),
            touches=tuple(Ref(touch.kind, touch.key) for touch in row.touches.all()),
        )
        for row in rows
    ]


def _may_strike(state: State, writer: roles.Writer, row: LedgerEntry) -> bool:
    try:
        roles.check_strike(state, writer, row.entry)
    except LedgerError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Strikes:
    """Which entries are struck, by which line, and the numbers of the struck ones."""

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
