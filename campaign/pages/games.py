"""The Mission Reports as on the paper sheet, one game's page, and a table's result to take over."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign, Photo
from campaign.pages.colours import colours_of
from campaign.pages.home import day
from campaign.pages.lines import LedgerLine
from campaign.rules.naming import character_said, characters_said
from campaign.rules.state import Game, State
from campaign.selectors.games import ReportRow, Reports
from campaign.selectors.tables import Result


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A score, empty for who did not play."""

    points: str
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    game: int
    href: str
    date: str
    map: str
    prologue: str
    epilogue: str
    scores: tuple[Cell, ...]
    winner: str
    next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPage:
    """``story`` says whether the box has a map and passages to note down."""

    story: bool
    players: tuple[Column, ...]
    rows: tuple[ReportLine, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A character of the evening, in its order."""

    name: str
    color: str
    points: str
    won: bool
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """``latest`` is the game that is to be cleaned up after."""

    number: int
    running: bool
    finished: bool
    latest: bool
    abandoned: bool
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]
    table: UUID | None
    has_record: bool
    photos: tuple[Photo, ...]
    lines: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPage:
    """What a table has come to; with a tie the winner has to be named."""

    number: int
    sequence: int
    seats: tuple[Seat, ...]
    tied: tuple[tuple[str, str], ...]
    taken_over: bool


def reports_page(campaign: Campaign, reports: Reports) -> ReportsPage:
    colors = colours_of(reports.state)
    return ReportsPage(
        story="prologue" in campaign.rules.setup,
        players=tuple(Column(c.name, colors[c.key]) for c in reports.characters),
        rows=tuple(_row(campaign, reports, row) for row in reports.rows),
    )


def _row(campaign: Campaign, reports: Reports, row: ReportRow) -> ReportLine:
    game = row.game or Game(key="", number=row.number, players=())
    known = row.game is not None
    winner = ", ".join(characters_said(reports.state, game.winners))
    return ReportLine(
        game=row.number,
        href=reverse("campaign:game", args=[campaign.pk, row.number]) if known else "",
        date=day(game.date, "SHORT_DATE_FORMAT"),
        map=game.side,
        prologue=game.prologue,
        epilogue=game.epilogue,
        scores=tuple(_cell(game, c.key) for c in reports.characters),
        winner=_("broken off") if game.status == "abandoned" else winner,
        next=row.number == reports.next_number or (known and game.status == "running"),
    )


def _cell(game: Game, key: str) -> Cell:
    points = game.scores.get(key)
    return Cell("" if points is None else str(points), key in game.winners)


def game_page(
    campaign: Campaign,
    state: State,
    game: Game,
    *,
    has_record: bool,
    photos: list[Photo],
    lines: tuple[LedgerLine, ...],
) -> GamePage:
    facts = (
        (_("Evening"), day(game.date)),
        (_("Side of the map"), game.side),
        (_("Prologue"), game.prologue),
        (_("Epilogue"), game.epilogue),
    )
    return GamePage(
        number=game.number,
        running=game.status == "running",
        finished=game.finished,
        latest=game.number == state.game,
        abandoned=game.status == "abandoned",
        facts=tuple((name, value) for name, value in facts if value),
        seats=_seats(campaign, state, game),
        table=_table(game),
        has_record=has_record,
        photos=tuple(photos),
        lines=lines,
    )


def _seats(campaign: Campaign, state: State, game: Game) -> tuple[Seat, ...]:
    colors = colours_of(state)
    return tuple(
        Seat(
            name=character_said(state, key),
            color=colors.get(key, "black"),
            points=str(game.scores.get(key, "")),
            won=key in game.winners,
            href=reverse("campaign:character", args=[campaign.pk, key]),
        )
        for key in game.players
    )


def _table(game: Game) -> UUID | None:
    """The table's id, where the group did not type something else for it."""
    try:
        return UUID(game.table)
    except ValueError:
        return None


def result_page(campaign: Campaign, state: State, result: Result) -> ResultPage:
    colors = colours_of(state)
    seats = tuple(
        Seat(
            name=character_said(state, key),
            color=colors.get(key, "black"),
            points=str(points),
            won=key in result.winners,
            href=reverse("campaign:character", args=[campaign.pk, key]),
        )
        for key, points in result.scores.items()
    )
    return ResultPage(
        number=result.game.number,
        sequence=result.sequence,
        seats=seats,
        tied=tuple((key, character_said(state, key)) for key in result.tied),
        taken_over=result.taken_over,
    )
