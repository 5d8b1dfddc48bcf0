"""Finished games for the app BG Stats: a link that opens one there, and a file for it to read.

The link's address contains the whole play, so nothing is sent before somebody opens it. Tables and
campaigns write with this one writer.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from django.utils.translation import gettext

from companion.rules.standings import in_seat_order, standings
from companion.rules.words import COLORS, STATUSES
from companion.table import identity, results
from companion.table.naming import exported_names
from companion.table.view import TableView, named
from companion.words import MODULES

HOME = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Dragonbag"
TIME = "%Y-%m-%d %H:%M:%S"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody's part in a play. ``source`` is how a link tells who that is, ``id`` how a file does.

    Of people who are only names the link says the name: BG Stats would take seat numbers of
    different evenings for the same person. ``rank`` is None as long as the result is not settled.
    """

    id: str
    source: str
    name: str
    role: str
    score: int
    rank: int | None
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game of the shelf, by its edition."""

    slug: str
    name: str
    bgg_id: int | None

    @property
    def id(self) -> str:
        return identity.edition(self.slug)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A game as BG Stats stores it; players are in seat order, ``minutes`` is None if unknown.

    ``date`` is written as BG Stats does (`written_at`).
    """

    id: str
    game: Game
    title: str
    date: str
    minutes: int | None
    board: str
    players: tuple[Player, ...]


def written_at(moment: datetime) -> str:
    """A moment as BG Stats writes it: in UTC."""
    return moment.astimezone(UTC).strftime(TIME)


def play_of(view: TableView) -> Play:
    """The game that was played at a table."""
    span, state = results.span_of(view), named(view.state, exported_names(view))
    edition, known = state.edition, view.settings.identity
    places, final = in_seat_order(standings(state)), results.is_final(view)
    people = known.players if known else identity.people([seat.name for seat in state.seats])
    return Play(
        id=known.play if known else str(view.table),
        game=Game(slug=edition.slug, name=edition.name, bgg_id=edition.bgg_id),
        title=view.settings.title,
        date=written_at(span.ended_at),
        minutes=span.minutes,
        board=", ".join(str(MODULES[module]) for module in edition.modules),
        players=tuple(
            Player(
                id=people[place.seat],
                source=people[place.seat] if known else seat.name,
                name=seat.name,
                role=f"{gettext(COLORS[seat.color])}, {gettext(STATUSES[seat.status])}",
                score=place.score.total,
                rank=place.rank if final else None,
                won=place.won and final,
            )
            for seat, place in zip(state.seats, places, strict=True)
        ),
    )


# The link -------------------------------------------------------------------


def link(play: Play) -> str:
    """The address that opens the play in BG Stats; every character of a name arrives unchanged."""
    return HOME + quote(_written(link_json(play)), safe="")


def link_json(play: Play) -> dict[str, object]:
    """The play as JSON for the link; what is unknown is left out."""
    return _known(
        {
            "sourceName": SOURCE,
            "sourcePlayId": play.id,
            "playDate": play.date,
            "durationMin": play.minutes,
            "board": play.board,
            "comments": play.title,
            "game": {
                "name": play.game.name,
                "sourceGameId": play.game.slug,
                "bggId": play.game.bgg_id,
                "highestWins": True,
                "noPoints": False,
            },
            "players": [_linked(player, seat) for seat, player in enumerate(play.players)],
        }
    )


def _linked(player: Player, seat: int) -> dict[str, object]:
    return _known(
        {
            "name": player.name,
            "sourcePlayerId": player.source,
            "startPlayer": seat == 0,
            "winner": player.won,
            "rank": player.rank,
            "role": player.role,
            "score": player.score,
        }
    )


# The file -------------------------------------------------------------------


def file(plays: Sequence[Play]) -> str:
    """The plays as a `.bgsplay` file: the same in lists that refer to each other."""
    games = _numbered(play.game for play in plays)
    people = _people(plays)
    return _written(
        {
            "about": "Plays of board games, for BG Stats.",
            "games": [_game(game, number) for game, number in games.items()],
            "players": [_person(each, number) for each, number in people.values()],
            "locations": [],
            "plays": [_entry(play, games[play.game], people) for play in plays],
        }
    )


def _numbered(games: Iterable[Game]) -> dict[Game, int]:
    return {game: number for number, game in enumerate(dict.fromkeys(games), start=1)}


def _people(plays: Iterable[Play]) -> dict[str, tuple[Player, int]]:
    """Everybody once, by id, with their number in the file."""
    found = {player.id: player for play in plays for player in play.players}
    return {key: (each, number) for number, (key, each) in enumerate(found.items(), start=1)}


def _game(game: Game, number: int) -> dict[str, object]:
    return {
        "id": number,
        "uuid": game.id,
        "name": game.name,
        "bggId": game.bgg_id,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": "",
    }


def _person(player: Player, number: int) -> dict[str, object]:
    return {
        "id": number,
        "uuid": player.id,
        "name": player.name,
        "isAnonymous": False,
        "modificationDate": "",
    }


def _entry(play: Play, game: int, people: Mapping[str, tuple[Player, int]]) -> dict[str, object]:
    return _known(
        {
            "uuid": play.id,
            "gameRefId": game,
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
            "playerScores": [
                _score(player, people[player.id][1], seat)
                for seat, player in enumerate(play.players)
            ],
        }
    )


def _score(player: Player, number: int, seat: int) -> dict[str, object]:
    return _known(
        {
            "playerRefId": number,
            "score": str(player.score),  # a string: BG Stats lets people type sums
            "winner": player.won,
            "rank": player.rank,
            "role": player.role,
            "seatOrder": seat + 1,
            "startPlayer": seat == 0,
            "newPlayer": False,
        }
    )


def _known(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _written(plain: Mapping[str, object]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
