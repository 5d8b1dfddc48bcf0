"""The Mission Reports as on the paper sheet, and one game's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from campaign.models import Campaign
from campaign.pages.colours import colours_of
from campaign.pages.home import day
from campaign.pages.lines import LedgerLine
from campaign.pages.photos import PhotoView
from campaign.rules.labels import character_label, characters_label
from campaign.rules.state import Game, State
from campaign.selectors.games import ReportRow, Reports


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A score, empty if the character did not play."""

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
    abandoned: bool
    next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPage:
    """``story`` says whether the box has a map and passages to note down."""

    story: bool
    players: tuple[Column, ...]
    rows: tuple[ReportLine, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A character of the evening, in turn order."""

    name: str
    color: str
    points: str
    won: bool
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """``latest``: whether it is the last game, so that clean-up comes next."""

    number: int
    running: bool
    finished: bool
    latest: bool
    abandoned: bool
    evening: str
    side: str
    prologue: str
    epilogue: str
    seats: tuple[Seat, ...]
    table: UUID | None
    has_record: bool
    photos: tuple[PhotoView, ...]
    lines: tuple[LedgerLine, ...]


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
    return ReportLine(
        game=row.number,
        href=reverse("campaign:game", args=[campaign.pk, row.number]) if known else "",
        date=day(game.date, "SHORT_DATE_FORMAT"),
        map=game.side,
        prologue=game.prologue,
        epilogue=game.epilogue,
        scores=tuple(_cell(game, c.key) for c in reports.characters),
        winner=", ".join(characters_label(reports.state, game.winners)),
        abandoned=game.status == "abandoned",
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
    photos: tuple[PhotoView, ...],
    lines: tuple[LedgerLine, ...],
) -> GamePage:
    points = {key: game.scores.get(key) for key in game.players}
    return GamePage(
        number=game.number,
        running=game.status == "running",
        finished=game.finished,
        latest=game.number == state.game,
        abandoned=game.status == "abandoned",
        evening=day(game.date),
        side=game.side,
        prologue=game.prologue,
        epilogue=game.epilogue,
        seats=seats_of(campaign, state, points, game.winners),
        table=_table(game),
        has_record=has_record,
        photos=photos,
        lines=lines,
    )


def seats_of(
    campaign: Campaign, state: State, points: Mapping[str, int | None], winners: tuple[str, ...]
) -> tuple[Seat, ...]:
    colors = colours_of(state)
    return tuple(
        Seat(
            name=character_label(state, key),
            color=colors.get(key, "black"),
            points="" if score is None else str(score),
            won=key in winners,
            href=reverse("campaign:character", args=[campaign.pk, key]),
        )
        for key, score in points.items()
    )


def _table(game: Game) -> UUID | None:
    """The table's id, unless the group typed something else."""
    try:
        return UUID(game.table)
    except ValueError:
        return None
