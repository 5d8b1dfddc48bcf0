"""Standings: who has won how often, points and averages."""

from dataclasses import dataclass, replace
from fractions import Fraction

from campaign.rules.state import Game, State
from campaign.rules.verbs.marks import total
from campaign.rules.verbs.milestones import count


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One character's row; ``average`` is None before their first finished game."""

    character: str
    place: int
    played: int
    won: int
    points: int
    best: int | None
    average: Fraction | None
    fallen: int
    contracts: int
    milestones: int
    marks: int


def standings(state: State) -> tuple[Standing, ...]:
    """All characters, most wins first, then most points; ties share a place."""
    games = [game for game in state.games.values() if game.finished]
    rows = [_row(state, key, games) for key in state.characters]
    ranked = sorted(rows, key=lambda row: (-row.won, -row.points, row.character))
    return tuple(_placed(row, ranked) for row in ranked)


def _placed(row: Standing, rows: list[Standing]) -> Standing:
    ahead = sum((other.won, other.points) > (row.won, row.points) for other in rows)
    return replace(row, place=ahead + 1)


def _row(state: State, key: str, games: list[Game]) -> Standing:
    scores = [game.scores[key] for game in games if key in game.scores]
    contracts = state.contracts.values()
    return Standing(
        character=key,
        place=0,
        played=len(scores),
        won=sum(key in game.winners for game in games),
        points=sum(scores),
        best=max(scores, default=None),
        average=Fraction(sum(scores), len(scores)) if scores else None,
        fallen=sum(score == 0 for score in scores),
        contracts=sum((*c.stars, *c.earlier).count(key) for c in contracts),
        milestones=count(state.characters[key]),
        marks=total(state, key),
    )
