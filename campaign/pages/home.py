"""The campaign's home: standings, the game at hand, what is open, the last evening."""

from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format, number_format

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.colours import colours_of
from campaign.pages.contracts import ContractView, contract_views
from campaign.pages.line import example
from campaign.pages.lines import LedgerLine, ledger_lines
from campaign.pages.photos import PhotoView, photo_views
from campaign.pages.pieces import TrackRow, track_rows
from campaign.pages.reminder import Reminder, reminder_for
from campaign.pages.tasks import TaskView, task_views
from campaign.pages.unwritten import UnwrittenRow, unwritten_rows
from campaign.rules.labels import character_label, characters_label
from campaign.rules.standings import Standing
from campaign.rules.state import Counter, Note, State
from campaign.rules.words import LEVELS
from campaign.selectors.home import Home
from campaign.selectors.ledger import actor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    place: int
    name: str
    color: str
    href: str
    standing: Standing
    average: str
    crowned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """``next`` is the number of the game at hand, ``running`` whether it has started, ``last`` that of
    the last game that is over, or 0; ``example`` a line that could be written now."""

    example: str
    standings: tuple[StandingRow, ...]
    running: bool
    table: bool
    players: tuple[str, ...]
    next: int
    games: int
    evening: str
    waiting: tuple[ContractView, ...]
    flipped: tuple[ContractView, ...]
    lying: tuple[UnwrittenRow, ...]
    last: int
    winner: str
    last_day: str
    last_lines: tuple[LedgerLine, ...]
    photos: tuple[PhotoView, ...]
    notes: tuple[Note, ...]
    counters: tuple[Counter, ...]
    employee: str
    valuable: str
    tracks: tuple[TrackRow, ...]
    ranks: tuple[tuple[str, str], ...]
    tasks: tuple[TaskView, ...]
    reminder: Reminder | None

    @property
    def free(self) -> bool:
        """Whether the campaign is over and the group is in free play."""
        return bool(self.games) and self.next > self.games

    @property
    def fresh(self) -> bool:
        """Whether nothing is written yet."""
        return not (self.standings or self.last_lines or self.running)


def home_page(home: Home) -> HomePage:
    state, campaign = home.state, home.member.campaign
    last, running = home.last, home.running
    return HomePage(
        example=example(state, actor_of(home.member)),
        standings=_standings(home),
        running=running is not None,
        table=bool(running and running.table),
        players=characters_label(state, running.players) if running else (),
        next=running.number if running else home.next_number,
        games=campaign.rules.games,
        evening=day(running.date) if running else "",
        waiting=contract_views(campaign, state, home.contracts.open),
        flipped=contract_views(campaign, state, home.contracts.flipped),
        lying=unwritten_rows(campaign, state, home.lying),
        last=last.number if last else 0,
        winner=", ".join(characters_label(state, last.winners)) if last else "",
        last_day=day(last.date) if last else "",
        last_lines=_lines(home, campaign),
        photos=photo_views(home.last_photos[:6]),
        notes=_notes(state),
        counters=tuple(state.counters.values()),
        employee=character_label(state, state.employee),
        valuable=character_label(state, state.valuable),
        tracks=tuple(track_rows(state)),
        ranks=tuple(_ranks(state)),
        tasks=task_views(campaign.pk, state),
        reminder=reminder_for(home.member),
    )


def _lines(home: Home, campaign: Campaign) -> tuple[LedgerLine, ...]:
    return ledger_lines(campaign.pk, home.lines)


def _standings(home: Home) -> tuple[StandingRow, ...]:
    colors, characters = colours_of(home.state), home.state.characters
    ahead = [row for row in home.standings if row.place == 1 and row.won]
    return tuple(
        StandingRow(
            place=row.place,
            name=characters[row.character].name,
            color=colors[row.character],
            href=reverse("campaign:character", args=[home.member.campaign_id, row.character]),
            standing=row,
            average=number_format(float(row.average), 1) if row.average is not None else "–",
            crowned=row in ahead,
        )
        for row in home.standings
    )


def _notes(state: State) -> tuple[Note, ...]:
    return tuple(reversed([note for note in state.notes.values() if not note.about]))[:3]


def _ranks(state: State) -> list[tuple[str, str]]:
    """Who has which Associate Status, if the campaign has it."""
    ranked = [c for c in state.characters.values() if c.level]
    return [(c.name, translate(LEVELS[c.level].sentence)) for c in ranked]


def day(written: str, style: str = "DATE_FORMAT") -> str:
    """A date of the ledger in the reader's format."""
    return date_format(date.fromisoformat(written), style) if written else ""
