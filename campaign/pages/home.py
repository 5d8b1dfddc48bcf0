"""The campaign's home: standings, the game at hand, what is open, the last evening."""

from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from campaign.models import Campaign, Photo
from campaign.pages.colours import colours_of
from campaign.pages.contracts import ContractCard, contract_cards
from campaign.pages.line import example
from campaign.pages.lines import LedgerLine, ledger_lines
from campaign.pages.pieces import TrackRow, track_rows
from campaign.refusals import said
from campaign.rules.naming import character_said, characters_said
from campaign.rules.standings import Standing
from campaign.rules.state import Counter, Game, Note, State
from campaign.rules.words import LEVELS
from campaign.selectors.home import Home
from campaign.selectors.ledger import writer_of


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
    """``next`` is the number of the game at hand, ``running`` whether it has begun; ``example``
    a line that could be written now."""

    example: str
    standings: tuple[StandingRow, ...]
    running: Game | None
    players: tuple[str, ...]
    next: int
    games: int
    evening: str
    waiting: tuple[ContractCard, ...]
    flipped: tuple[ContractCard, ...]
    last: Game | None
    winner: str
    last_day: str
    last_lines: tuple[LedgerLine, ...]
    photos: tuple[Photo, ...]
    notes: tuple[Note, ...]
    counters: tuple[Counter, ...]
    titles: tuple[str, ...]
    tracks: tuple[TrackRow, ...]
    ranks: tuple[tuple[str, str], ...]

    @property
    def free(self) -> bool:
        """The campaign is over, and the group plays on."""
        return bool(self.games) and self.next > self.games

    @property
    def fresh(self) -> bool:
        """Nothing is written yet."""
        return not (self.standings or self.last_lines or self.running)


def home_page(home: Home) -> HomePage:
    state, campaign = home.state, home.member.campaign
    last, running = home.last, home.running
    return HomePage(
        example=example(state, writer_of(home.member)),
        standings=_standings(home),
        running=running,
        players=characters_said(state, running.players) if running else (),
        next=running.number if running else home.next_number,
        games=campaign.rules.games,
        evening=day(running.date) if running else "",
        waiting=contract_cards(campaign, state, home.contracts.open),
        flipped=contract_cards(campaign, state, home.contracts.flipped),
        last=last,
        winner=", ".join(characters_said(state, last.winners)) if last else "",
        last_day=day(last.date) if last else "",
        last_lines=_lines(home, campaign),
        photos=home.last_photos[:6],
        notes=_notes(state),
        counters=tuple(state.counters.values()),
        titles=tuple(_titles(state)),
        tracks=tuple(track_rows(state)),
        ranks=tuple(_ranks(state)),
    )


def _lines(home: Home, campaign: Campaign) -> tuple[LedgerLine, ...]:
    return ledger_lines(campaign.pk, home.lines if home.running else home.last_lines or home.lines)


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


def _titles(state: State) -> list[str]:
    titles = (
        (_("Employee of the Month: %(name)s"), state.employee),
        (_("Most Valuable Employee: %(name)s"), state.valuable),
    )
    return [text % {"name": character_said(state, key)} for text, key in titles if key]


def _ranks(state: State) -> list[tuple[str, str]]:
    """Who has which Associate Status, where a campaign has such a thing."""
    ranked = [c for c in state.characters.values() if c.level]
    return [(c.name, said(LEVELS[c.level].sentence)) for c in ranked]


def day(written: str, style: str = "DATE_FORMAT") -> str:
    """A date of the ledger as the reader writes dates."""
    return date_format(date.fromisoformat(written), style) if written else ""
