"""A finished game for the app BG Stats: a link that opens it there, and a file for it to read.

The link carries the whole play in its address, so nothing is sent before somebody opens it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from urllib.parse import quote
from uuid import UUID, uuid5

from django.utils.translation import gettext

from companion.rules.standings import Place, standings
from companion.rules.state import State
from companion.rules.words import COLORS, STATUSES
from companion.words import MODULES

HOME = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Dragonbag"
TIME = "%Y-%m-%d %H:%M:%S"
MINUTE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What is told of a game; `minutes` is None where the table does not know."""

    table: UUID
    title: str
    state: State
    ended_at: datetime
    minutes: int | None

    @property
    def date(self) -> str:
        """When it ended, as BG Stats writes it: in UTC."""
        return self.ended_at.astimezone(UTC).strftime(TIME)

    @property
    def board(self) -> str:
        return ", ".join(str(MODULES[module]) for module in self.state.edition.modules)

    def won(self, place: Place) -> bool:
        """Nobody has won before the game is over."""
        return place.won and self.state.over is not None

    @property
    def seats(self) -> list[tuple[int, Place]]:
        """The places in seat order."""
        places = sorted(standings(self.state).places, key=lambda place: place.seat)
        return [(place.seat, place) for place in places]

    def role(self, seat: int) -> str:
        held = self.state.seats[seat]
        return f"{gettext(COLORS[held.color])}, {gettext(STATUSES[held.status])}"

    def id(self, what: str) -> str:
        """The same thing has the same id in every file."""
        return str(uuid5(self.table, what))


def minutes(start: datetime, end: datetime) -> int | None:
    """Whole minutes, rounded up; None where nothing was played in between."""
    return ceil((end - start).total_seconds() / MINUTE) or None


def link(play: Play) -> str:
    """The address that opens the play in BG Stats; every sign of a name arrives as it is."""
    return HOME + quote(_written(told(play)), safe="")


def told(play: Play) -> dict[str, object]:
    """The play as the link carries it: what is not known is left out."""
    edition = play.state.edition
    return _known(
        {
            "sourceName": SOURCE,
            "sourcePlayId": str(play.table),
            "playDate": play.date,
            "durationMin": play.minutes,
            "board": play.board,
            "comments": play.title,
            "game": {
                "name": edition.name,
                "sourceGameId": edition.slug,
                "bggId": edition.bgg_id,
                "highestWins": True,
                "noPoints": False,
            },
            "players": [_player(play, seat, place) for seat, place in play.seats],
        }
    )


def _player(play: Play, seat: int, place: Place) -> dict[str, object]:
    name = play.state.seats[seat].name
    return {
        "name": name,
        # Names are how BG Stats knows people again; a seat's number would mix them up.
        "sourcePlayerId": name,
        "startPlayer": seat == 0,
        "winner": play.won(place),
        "rank": place.rank,
        "role": play.role(seat),
        "score": place.score.total,
    }


def file(play: Play) -> str:
    """The play as a `.bgsplay` file: the same, spread over lists that refer to each other."""
    return _written(
        {
            "about": "One play of a board game, for BG Stats.",
            "games": [_game(play)],
            "players": [_person(play, seat) for seat, _place in play.seats],
            "locations": [],
            "plays": [_entry(play)],
        }
    )


def _game(play: Play) -> dict[str, object]:
    edition = play.state.edition
    return {
        "id": 1,
        "uuid": play.id("game"),
        "name": edition.name,
        "bggId": edition.bgg_id,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": play.date,
    }


def _person(play: Play, seat: int) -> dict[str, object]:
    return {
        "id": seat + 1,
        "uuid": play.id(f"player {seat}"),
        "name": play.state.seats[seat].name,
        "isAnonymous": False,
        "modificationDate": play.date,
    }


def _entry(play: Play) -> dict[str, object]:
    return _known(
        {
            "uuid": str(play.table),
            "gameRefId": 1,
            "playDate": play.date,
            "entryDate": play.date,
            "modificationDate": play.date,
            "durationMin": play.minutes,
            "board": play.board,
            "comments": play.title,
            "ignored": False,
            "manualWinner": True,
            "usesTeams": False,
            "rounds": 0,
            "playerScores": [_score(play, seat, place) for seat, place in play.seats],
        }
    )


def _score(play: Play, seat: int, place: Place) -> dict[str, object]:
    return {
        "playerRefId": seat + 1,
        "score": str(place.score.total),  # a text here: BG Stats lets people type sums
        "winner": play.won(place),
        "rank": place.rank,
        "role": play.role(seat),
        "seatOrder": seat + 1,
        "startPlayer": seat == 0,
        "newPlayer": False,
    }


def _known(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _written(plain: Mapping[str, object]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
