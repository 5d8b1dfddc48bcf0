"""A campaign's finished games for other programs: a table of all, and a file for BG Stats."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from uuid import UUID, uuid5

from django.utils import timezone

from campaign.models import Campaign
from campaign.rules.state import Game, State
from campaign.selectors.ledger import state_of
from campaign.selectors.members import names_of
from companion.models import TableResult
from companion.rules import editions
from companion.sharing import bgstats
from companion.sharing.spreadsheet import harmless
from companion.table import identity
from companion.table.identity import PlayIdentity

COLUMNS = (
    "campaign",
    "game",
    "date",
    "side",
    "character",
    "player",
    "seat",
    "score",
    "rank",
    "winner",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's part in a finished game; ``seat`` counts the evening's order from 1."""

    character: str
    name: str
    player: str
    seat: int
    score: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished game."""

    game: Game
    at: datetime
    scores: tuple[Score, ...]


def plays_of(campaign: Campaign) -> list[Play]:
    """All finished games in order."""
    state, names = state_of(campaign), names_of(campaign)
    begun = dict(campaign.entries.filter(verb="start").values_list("game", "created_at"))
    games = [game for game in state.games.values() if game.finished]
    return [_play(state, names, game, begun) for game in games]


def _play(state: State, names: dict[str, str], game: Game, begun: dict[int, datetime]) -> Play:
    return Play(
        game=game,
        at=_moment(game, begun),
        scores=tuple(_score(state, names, game, seat) for seat in range(len(game.players))),
    )


def _moment(game: Game, begun: dict[int, datetime]) -> datetime:
    """The date that was written down, or else the time when the game was started."""
    if game.date:
        return timezone.make_aware(datetime.fromisoformat(game.date))
    return begun[game.number]


def _score(state: State, names: dict[str, str], game: Game, seat: int) -> Score:
    key = game.players[seat]
    character, score = state.characters[key], game.scores[key]
    return Score(
        character=key,
        name=character.name,
        player=names.get(character.player, character.name),
        seat=seat + 1,
        score=score,
        rank=1 + sum(other > score for other in game.scores.values()),
        won=key in game.winners,
    )


# A table ---------------------------------------------------------------------


def csv_of(campaign: Campaign) -> str:
    """A row for each player of each finished game, with a byte order mark for spreadsheets."""
    out = StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for play in plays_of(campaign):
        rows.writerows(_rows(campaign, play))
    return f"\ufeff{out.getvalue()}"


def _rows(campaign: Campaign, play: Play) -> Iterator[list[str | int]]:
    day = timezone.localtime(play.at).date().isoformat()
    for score in play.scores:
        words = map(harmless, (play.game.side, score.name, score.player))
        side, name, player = words
        seat = (score.seat, score.score, score.rank, int(score.won))
        yield [harmless(campaign.name), play.game.number, day, side, name, player, *seat]


# BG Stats --------------------------------------------------------------------


def bg_stats_of(campaign: Campaign) -> str:
    """A file for the app; the same play has the same identity in every file, also in that of its
    table, so that it is brought up to date there and never doubled."""
    state, plays = state_of(campaign), plays_of(campaign)
    root, times = _root(campaign), _at_tables(campaign, plays)
    edition = editions.load(campaign.edition)
    game = bgstats.Game(slug=edition.slug, name=edition.name, bgg_id=edition.bgg_id)
    return bgstats.file([_shared(campaign, state, root, game, play, times) for play in plays])


def identity_of(campaign: Campaign, state: State, game: Game) -> PlayIdentity:
    """What other programs call an evening and its people, whoever exports it."""
    root = _root(campaign)
    return PlayIdentity(
        play=identity.named(root, f"play/{game.number}"),
        players=tuple(identity.named(root, _person(state, key)) for key in game.players),
    )


def _person(state: State, character: str) -> str:
    player = state.characters[character].player
    return f"member/{player}" if player else f"character/{character}"


def _root(campaign: Campaign) -> UUID:
    """The campaign's id that survives export and import: the one of its first entry."""
    first = campaign.entries.order_by("number").first()
    return uuid5(identity.NAMESPACE, str(first.key if first else campaign.pk))


@dataclass(frozen=True, slots=True)
class _AtTable:
    """When a game ended at its table, and how long it took."""

    ended_at: datetime
    minutes: int | None


def _at_tables(campaign: Campaign, plays: list[Play]) -> dict[str, _AtTable]:
    """By id, of those tables that this campaign has opened."""
    named = [UUID(play.game.table) for play in plays if _is_id(play.game.table)]
    own = TableResult.objects.filter(table__in=named, over=True)
    rows = own.filter(table__return_link__contains=str(campaign.pk))
    found = rows.values_list("table", "ended_at", "minutes")
    return {str(table): _AtTable(at, minutes) for table, at, minutes in found if at}


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _shared(
    campaign: Campaign,
    state: State,
    root: UUID,
    game: bgstats.Game,
    play: Play,
    times: Mapping[str, _AtTable],
) -> bgstats.Play:
    at_table = times.get(play.game.table)
    local = timezone.localtime(play.at).strftime(bgstats.TIME)
    return bgstats.Play(
        id=identity.named(root, f"play/{play.game.number}"),
        game=game,
        title=campaign.name,
        date=bgstats.written_at(at_table.ended_at) if at_table else local,
        minutes=at_table.minutes if at_table else None,
        board=play.game.side,
        players=tuple(_player(state, root, score) for score in play.scores),
    )


def _player(state: State, root: UUID, score: Score) -> bgstats.Player:
    own = identity.named(root, _person(state, score.character))
    return bgstats.Player(
        id=own,
        source=own,
        name=score.player,
        role=score.name,
        score=score.score,
        rank=score.rank,
        won=score.won,
    )
