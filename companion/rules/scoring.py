"""Scores: one line for each thing that counts, and who has won (docs/rules.md 6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.rules import contracts
from companion.rules.editions import Token
from companion.rules.state import ARTIFACT, CROWN, Seat, State
from companion.rules.tokens import held

TWO_TOMES = 2
CONTRACT = "contract:"
"""The prefix of the score line of a contract on the table; its key follows."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points for one thing: a token's key, contract:KEY, artifact, gold, cards, contracts, other."""

    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's lines, without those of 0; no lines for a seat that scores 0 by rule."""

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines; there is no floor at 0."""
        return sum(line.points for line in self.lines)


def scores(state: State) -> tuple[Score, ...]:
    """Every seat's score as if the game were scored now, in seat order.

    docs/rules.md 6.22, 6.24, 6.25 and 6.27.
    """
    return tuple(_score(state, index) for index in range(len(state.seats)))


def scores_nothing(seat: Seat) -> bool:
    """Whether nothing counts: no artifact, or knocked out in the deep zone.

    docs/rules.md 6.21.
    """
    return not seat.artifacts or (seat.status == "knocked_out" and seat.zone == "deep")


def _score(state: State, index: int) -> Score:
    seat = state.seats[index]
    if scores_nothing(seat):
        return Score(index, ())
    lines = [ScoreLine(ARTIFACT, artifact.value) for artifact in seat.artifacts]
    lines += [ScoreLine(name, points) for name, points in token_points(state, seat).items()]
    lines += [ScoreLine(what, getattr(seat, what)) for what in ("gold", "cards")]
    if state.contracts:
        lines += [
            ScoreLine(f"{CONTRACT}{key}", points)
            for key, points in contracts.points_of(state, index)
        ]
    lines += [ScoreLine(what, getattr(seat, what)) for what in ("contracts", "other")]
    return Score(index, tuple(line for line in lines if line.points))


def token_points(state: State, seat: Seat) -> dict[str, int]:
    """The points of each kind of token held, conditions included; crowns together.

    docs/rules.md 6.15, 6.19 and 6.20.
    """
    tokens, escape = state.edition.tokens, state.edition.escape_token
    points = {CROWN: sum(seat.crowns)}
    for name, count in seat.tokens.items():
        if name == escape:
            points[name] = count * state.edition.numbers.escape_points.value
        else:
            points[name] = count * _each(state, seat, tokens[name])
    return points


def _each(state: State, seat: Seat, token: Token) -> int:
    if token.needs and not CONDITIONS[token.needs](state, seat):
        return 0
    times = COUNTS[token.per](state, seat) if token.per else 1
    return token.gold + token.points * times


def _has_idol(state: State, seat: Seat) -> bool:
    tokens = state.edition.tokens
    return any(
        tokens[name].idol or tokens[name].kind == "idol" for name in seat.tokens if name in tokens
    )


def _prisoners(state: State, seat: Seat) -> int:
    tokens = state.edition.tokens
    return sum(
        count
        for name, count in seat.tokens.items()
        if name in tokens and tokens[name].kind == "prisoner"
    )


CONDITIONS: Mapping[str, Callable[[State, Seat], bool]] = {
    "escape_token": lambda state, seat: held(seat, state.edition.escape_token) > 0,
    "idol": _has_idol,
    "crown": lambda _state, seat: bool(seat.crowns),
    "secret_tomes": lambda _state, seat: seat.secret_tomes >= TWO_TOMES,
}
COUNTS: Mapping[str, Callable[[State, Seat], int]] = {
    "wayshrine": lambda _state, seat: seat.wayshrines,
    "prisoner": _prisoners,
}


def best_artifact(seat: Seat) -> tuple[int, bool]:
    """What breaks a tie: the most valuable artifact, gold before silver of equal value.

    docs/rules.md 6.26.
    """
    return max(
        ((artifact.value, not artifact.silver) for artifact in seat.artifacts), default=(0, False)
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats that would win if the game were scored now; none if nobody is above 0.

    docs/rules.md 6.26.
    """
    table = scores(state)
    best = max(score.total for score in table)
    if best <= 0:
        return ()
    tied = [score.seat for score in table if score.total == best]
    artifact = max(best_artifact(state.seats[seat]) for seat in tied)
    return tuple(seat for seat in tied if best_artifact(state.seats[seat]) == artifact)


def ranks(state: State) -> tuple[int, ...]:
    """Each seat's place from 1; seats with equal total and equal best artifact share it.

    docs/rules.md 6.26.
    """
    keys = [(score.total, best_artifact(state.seats[score.seat])) for score in scores(state)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
