"""Finished games for other programs: a table of all plays, and a file for the app BG Stats."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from uuid import UUID, uuid5

from django.utils import timezone

from campaign.models import Campaign
from campaign.rules.state import Game, State
from campaign.selectors.ledger import state_of
from campaign.selectors.members import names_of
from companion.rules import editions

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
# What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
# The first part of every identity that this program gives to others; it must never change.
NAMESPACE = UUID("5d0b9f0e-3f43-5c9e-9c0e-0d6a3c1e7b52")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's part in a finished game; ``seat`` counts the evening's order from 1."""

    character: str
    name: str
    player: str
    player_key: str
    seat: int
    score: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished game."""

    number: int
    side: str
    at: datetime
    scores: tuple[Score, ...]


def plays_of(campaign: Campaign) -> list[Play]:
    """All finished games in order."""
    state, names = state_of(campaign, "games", "characters"), names_of(campaign)
    begun = dict(campaign.entries.filter(verb="start").values_list("game", "at"))
    games = [game for game in state.games.values() if game.finished]
    return [_play(state, names, game, begun) for game in games]


def _play(state: State, names: dict[str, str], game: Game, begun: dict[int, datetime]) -> Play:
    return Play(
        number=game.number,
        side=game.side,
        at=_moment(game, begun),
        scores=tuple(_score(state, names, game, seat) for seat in range(len(game.players))),
    )


def _moment(game: Game, begun: dict[int, datetime]) -> datetime:
    """The evening as it was written down, else the moment the game was begun."""
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
        player_key=f"member/{character.player}" if character.player else f"character/{key}",
        seat=seat + 1,
        score=score,
        rank=1 + sum(other > score for other in game.scores.values()),
        won=key in game.winners,
    )


# A table ---------------------------------------------------------------------


def csv_of(campaign: Campaign) -> str:
    """One row for each player of each finished game; begins with the mark spreadsheets look for."""
    out = StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for play in plays_of(campaign):
        rows.writerows(_rows(campaign, play))
    return f"\ufeff{out.getvalue()}"


def _rows(campaign: Campaign, play: Play) -> Iterator[list[str | int]]:
    day = timezone.localtime(play.at).date().isoformat()
    for score in play.scores:
        words = map(inert, (play.side, score.name, score.player))
        side, name, player = words
        seat = (score.seat, score.score, score.rank, int(score.won))
        yield [inert(campaign.name), play.number, day, side, name, player, *seat]


def inert(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


# BG Stats --------------------------------------------------------------------


def bg_stats_of(campaign: Campaign) -> str:
    """A file for the app; the same play has the same identity in every file, so that it is
    brought up to date there and never doubled."""
    plays = plays_of(campaign)
    players = {score.player_key: score.player for play in plays for score in play.scores}
    ids = {key: number for number, key in enumerate(sorted(players), start=1)}
    root = _root(campaign)
    content = {
        "about": "Plays for the app Board Game Stats.",
        "games": [_bg_game(campaign)],
        "players": [
            {
                "id": number,
                "uuid": _identity(root, key),
                "name": players[key],
                "isAnonymous": False,
                "modificationDate": "",
            }
            for key, number in ids.items()
        ],
        "locations": [],
        "plays": [_bg_play(root, play, ids) for play in plays],
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def _root(campaign: Campaign) -> UUID:
    """The campaign's identity that an export and an import keep: its first entry."""
    first = campaign.entries.order_by("number").first()
    return uuid5(NAMESPACE, str(first.key if first else campaign.pk))


def _identity(root: UUID, what: str) -> str:
    return str(uuid5(root, what)).upper()


def _bg_game(campaign: Campaign) -> dict[str, object]:
    edition = editions.load(campaign.edition)
    return {
        "id": 1,
        "uuid": _identity(NAMESPACE, f"edition/{campaign.edition}"),
        "name": edition.name,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "bggId": edition.bgg_id,
        "bggYear": 0,
    }


def _bg_play(root: UUID, play: Play, ids: dict[str, int]) -> dict[str, object]:
    return {
        "uuid": _identity(root, f"play/{play.number}"),
        "gameRefId": 1,
        "playDate": timezone.localtime(play.at).strftime("%Y-%m-%d %H:%M:%S"),
        "board": play.side,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": False,
        "rating": 0,
        "rounds": 0,
        "scoringSetting": 0,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": ids[score.player_key],
                "role": score.name,
                "score": str(score.score),
                "rank": score.rank,
                "seatOrder": score.seat,
                "startPlayer": score.seat == 1,
                "winner": score.won,
                "newPlayer": False,
            }
            for score in play.scores
        ],
    }
