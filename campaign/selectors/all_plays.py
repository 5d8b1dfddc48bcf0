"""All games of one reader: tables and campaigns together, each evening once, newest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.identity import Person, Visitor
from accounts.selectors import visitor_of
from campaign.models import (
    Campaign,
    Character,
    LedgerEntry,
    Membership,
    MissionReport,
    SamePerson,
)
from campaign.rules.state import leaders
from campaign.selectors.members import campaigns_of
from companion.models import Presence, SeatResult, TableResult
from companion.rules import editions
from companion.table import titles

FINISHED, RUNNING = "finished", "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody's part in a game.

    ``name`` is what they are called there, ``person`` who that is for the reader, empty for a seat
    that nobody named. ``fell``, ``damage`` and ``expected`` are None where no table was played at.
    """

    name: str
    person: str
    character: str = ""
    color: str = ""
    points: int
    rank: int
    won: bool
    fell: bool | None = None
    damage: int | None = None
    expected: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One game that is over; ``counted`` says whether its points and its winner are settled.

    ``table`` is None for a game that only a ledger knows, ``campaign`` for one of no campaign that
    the reader belongs to.
    """

    at: datetime
    title: str
    edition: str
    edition_name: str
    table: UUID | None = None
    campaign: UUID | None = None
    campaign_name: str = ""
    game: int = 0
    minutes: int | None = None
    counted: bool
    seats: tuple[Seat, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.won)


class ResultRow(NamedTuple):
    """The columns of a table's result that a play is made of."""

    table: UUID
    title: str
    opened_at: datetime
    return_link: str
    edition: str
    edition_name: str
    ended_at: datetime
    minutes: int | None
    counted: bool


COLUMNS = (
    *("table", "table__title", "table__opened_at", "table__return_link"),
    *("table__edition", "edition_name", "ended_at", "minutes", "counted"),
)


def plays_of(person: Person) -> list[Play]:
    """Every game that is over, newest first, in a fixed number of queries.

    The person's games are those of tables that they opened or had a seat at, and those of the
    campaigns they belong to today. A table's game that is one of these campaigns' is in the list
    once, and so is one that a file has brought into a second campaign.
    """
    campaigns = [member.campaign for member in campaigns_of(person)]
    reports = _reports(campaigns)
    rows = _results(person, [report.table for report in reports])
    seats = _seats_of(rows.all)
    members = _Members.of(campaigns)
    games = _once(
        (members.start_of(report), play)
        for report in reports
        if (play := _game(report, rows.of(report), seats, members)) is not None
    )
    taken = {play.table for play in games}
    tables = [_table(row, seats[row.table]) for row in rows.own if row.table not in taken]
    known = people_of(person)
    plays = [_with_people(play, known) for play in (*games, *tables)]
    return sorted(plays, key=lambda play: play.at, reverse=True)


# Who is who -----------------------------------------------------------------


def folded(name: str) -> str:
    """The name as it is compared: big and small letters and spaces do not matter."""
    return " ".join(name.split()).casefold()


def same_people_of(person: Person) -> QuerySet[SamePerson]:
    """The reader's own list of names that are the same person."""
    own = Q(pk__in=())
    if person.account:
        own |= Q(account=person.account) | Q(device__account=person.account)
    if person.device:
        own |= Q(device=person.device)
    return SamePerson.objects.filter(own)


def people_of(person: Person) -> dict[str, str]:
    """Who is called what, by folded name."""
    return dict(same_people_of(person).values_list("name", "person"))


def _with_people(play: Play, known: Mapping[str, str]) -> Play:
    seats = tuple(
        replace(seat, person=known.get(folded(seat.person), seat.person)) for seat in play.seats
    )
    return play if seats == play.seats else replace(play, seats=seats)


# Tables ---------------------------------------------------------------------


class _Results(NamedTuple):
    """The results of tables: the reader's own, and those that their campaigns name."""

    own: Sequence[ResultRow]
    all: Mapping[UUID, ResultRow]

    def of(self, report: MissionReport) -> ResultRow | None:
        """The result of a report's table, if its campaign has opened that table.

        A ledger may name any other table, of which its members must learn nothing.
        """
        row = self.all.get(_uuid(report.table)) if report.table else None
        return row if row and str(report.campaign_id) in row.return_link else None


def _results(person: Person, named: Iterable[str]) -> _Results:
    visitor = visitor_of(
        person.device.pk if person.device else None, person.account.pk if person.account else None
    )
    over = TableResult.objects.filter(over=True)
    own = set(over.filter(_mine(visitor)).values_list("pk", flat=True))
    others = {key for text in named if text and (key := _uuid(text)) not in own}
    rows = over.filter(pk__in=own | others).values_list(*COLUMNS)
    found = {row[0]: ResultRow(*row) for row in rows}
    return _Results([row for key, row in found.items() if key in own], found)


def _mine(visitor: Visitor) -> Q:
    here = Presence.objects.filter(device__in=visitor.devices, removed_at=None).values("table")
    mine = Q(table__opener_device__in=visitor.devices)
    mine |= Q(devices__in=visitor.devices, table__in=here)
    if visitor.account is not None:
        mine |= Q(table__opener_account=visitor.account)
    return mine


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


def _seats_of(rows: Iterable[UUID]) -> dict[UUID, tuple[Seat, ...]]:
    found: dict[UUID, list[Seat]] = {table: [] for table in rows}
    for row in SeatResult.objects.filter(result__in=list(found)).order_by("result", "index"):
        found[row.result_id].append(
            Seat(
                name="" if row.unnamed else row.name,
                person="" if row.unnamed else row.name,
                color=row.color,
                points=row.points,
                rank=row.rank,
                won=row.won,
                fell=row.fell,
                damage=row.damage,
                expected=row.expected,
            )
        )
    return {table: tuple(seats) for table, seats in found.items()}


def _table(row: ResultRow, seats: tuple[Seat, ...]) -> Play:
    return Play(
        at=row.ended_at,
        title=titles.read_here(row.title, row.opened_at),
        edition=row.edition,
        edition_name=row.edition_name,
        table=row.table,
        minutes=row.minutes,
        counted=row.counted,
        seats=seats,
    )


# Campaigns ------------------------------------------------------------------


def _reports(campaigns: Sequence[Campaign]) -> list[MissionReport]:
    """The games that are finished, or that a table of the campaign may have finished."""
    wanted = Q(status=FINISHED) | Q(status=RUNNING) & ~Q(table="")
    rows = MissionReport.objects.filter(wanted, campaign__in=list(campaigns))
    oldest_first = {campaign.pk: order for order, campaign in enumerate(campaigns)}
    return sorted(rows, key=lambda row: (oldest_first[row.campaign_id], row.number))


def _once(games: Iterable[tuple[datetime | None, Play]]) -> list[Play]:
    """Each game once, with the time its start was entered, which an export keeps: the oldest campaign's."""
    found: dict[object, Play] = {}
    for begun, play in games:
        key = (begun, play.game) if begun else play
        found.setdefault(key, play)
    return list(found.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Members:
    """Names by campaign: of the campaigns, their characters and members; and when games began."""

    campaigns: Mapping[UUID, Campaign]
    characters: Mapping[tuple[UUID, str], Character]
    names: Mapping[tuple[UUID, str], str]
    begun: Mapping[tuple[UUID, int], datetime]

    @classmethod
    def of(cls, campaigns: Sequence[Campaign]) -> "_Members":
        characters = Character.objects.filter(campaign__in=campaigns)
        members = Membership.objects.filter(campaign__in=campaigns)
        starts = LedgerEntry.objects.filter(campaign__in=campaigns, verb="start")
        return cls(
            campaigns={campaign.pk: campaign for campaign in campaigns},
            characters={(each.campaign_id, each.key): each for each in characters},
            names={
                (campaign, key): name
                for campaign, key, name in members.values_list("campaign", "key", "name")
            },
            begun={
                (campaign, game): at
                for campaign, game, at in starts.order_by("number").values_list(
                    "campaign", "game", "created_at"
                )
            },
        )

    def person(self, campaign: UUID, character: Character) -> str:
        """Who plays a character; of one without a player, its own name."""
        return self.names.get((campaign, character.player), character.name)

    def start_of(self, report: MissionReport) -> datetime | None:
        """When the entry that started a game was written."""
        return self.begun.get((report.campaign_id, report.number))

    def moment(self, report: MissionReport) -> datetime:
        """The date that was written down, or else the time when the game was started."""
        if report.date:
            return timezone.make_aware(datetime.fromisoformat(report.date))
        return self.start_of(report) or timezone.now()


def _game(
    report: MissionReport,
    row: ResultRow | None,
    seats: Mapping[UUID, tuple[Seat, ...]],
    members: _Members,
) -> Play | None:
    """A campaign's game with what its table knows; None if it is not over."""
    finished = report.status == FINISHED
    at_table = seats[row.table] if row else ()
    if len(at_table) != len(report.players):
        row, at_table = None, ()
    if not finished and row is None:
        return None
    campaign = members.campaigns[report.campaign_id]
    return Play(
        at=row.ended_at if row else members.moment(report),
        title=campaign.name,
        edition=row.edition if row else campaign.edition,
        edition_name=row.edition_name if row else _edition_name(campaign.edition),
        table=row.table if row else None,
        campaign=campaign.pk,
        campaign_name=campaign.name,
        game=report.number,
        minutes=row.minutes if row else None,
        counted=finished or bool(row and row.counted),
        seats=tuple(
            _character(report, index, at_table[index] if at_table else None, members)
            for index in range(len(report.players))
        ),
    )


def _character(report: MissionReport, index: int, seat: Seat | None, members: _Members) -> Seat:
    """A character's seat, with the points of the Mission Report once they are written."""
    key = report.players[index]
    character = members.characters[report.campaign_id, key]
    person = members.person(report.campaign_id, character)
    known = seat or Seat(name="", person="", points=0, rank=0, won=False)
    named = replace(
        known,
        name=person,
        person=person,
        character=character.name,
        color=known.color or character.drawn,
    )
    if report.status != FINISHED:
        return named
    scores = report.scores
    won = (report.winner,) if report.winner else leaders(scores)
    return replace(
        named,
        points=scores[key],
        rank=1 + sum(other > scores[key] for other in scores.values()),
        won=key in won,
    )


def _edition_name(slug: str) -> str:
    return editions.load(slug).name if slug in editions.slugs() else slug
