"""Chances in words: whole percents rounded from the exact fraction, and the numbers behind them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from django.utils.translation import get_language, gettext

from companion.board import Board
from companion.rules import odds as exact
from companion.rules.actions import Clank
from companion.rules.errors import RuleError
from companion.rules.odds import Odds, SeatOdds, percent
from companion.rules.state import State

HUNDRED = 100
HIGH = Fraction(1, 4)
AHEAD = 3
MORE = range(5)
LOUDER = 3


def spoken(chance: Fraction) -> str:
    """A chance is neither never nor certain unless it is so exactly."""
    whole = percent(chance)
    if not whole and chance:
        return _unbroken(gettext("under 1 %"))
    if whole == HUNDRED and chance < 1:
        return _unbroken(gettext("over 99 %"))
    return _percents(get_language())[whole]


def brief(chance: Fraction) -> str:
    """The same in signs, where there is no room for words."""
    whole = percent(chance)
    if not whole and chance:
        return "<1\u00a0%"
    if whole == HUNDRED and chance < 1:
        return ">99\u00a0%"
    return _percents(get_language())[whole]


@cache
def _percents(_language: str | None) -> tuple[str, ...]:
    sentence = _unbroken(gettext("{count} %"))
    return tuple(sentence.format(count=whole) for whole in range(HUNDRED + 1))


def _unbroken(sentence: str) -> str:
    """The sign stays on the line of its number."""
    return sentence.replace(" %", "\u00a0%")


def knocked_out(state: State) -> dict[int, Fraction]:
    """How likely the next attack knocks out each seat in play; nothing where that takes too long."""
    return exact.knocked_out(state) if exact.is_quick(state) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat's chances in the next attack, as the component draws them."""

    name: str
    color: str
    hit: str
    out: str
    hit_width: int
    out_width: int
    high: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    more: int
    hit: str
    out: str
    exact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The numbers behind one seat's chances."""

    name: str
    color: str
    own: int
    free: int
    expected: str
    exact: str
    damage: tuple[tuple[int, str, int, str], ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    size: int
    held: int
    nobody: str
    empties: bool
    rows: tuple[Row, ...]
    seat: str
    forecasts: tuple[Forecast, ...]
    whys: tuple[Why, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What some more Clank! would do to the seat that plays: knock it out, or hit it at all."""

    seat: int
    name: str
    deadly: bool
    chances: tuple[str, ...]


def ahead_shown(board: Board) -> tuple[object, ...]:
    state = board.state
    cubes = state.area, state.bag, state.rage, state.danger
    return (board.tells_odds, state.turn, bool(state.over), state.active, *cubes)


def ahead(board: Board) -> Ahead | None:
    """While nobody can be knocked out yet, the chances are those of being hit at all."""
    state = board.state
    found = exact.louder(state, state.turn.seat, LOUDER) if _is_asked(board) else ()
    if not found:
        return None
    deadly = any(each.knocked_out for each in found)
    return Ahead(
        seat=state.turn.seat,
        name=state.active.name,
        deadly=deadly,
        chances=tuple(brief(each.knocked_out if deadly else each.hit) for each in found),
    )


def _is_asked(board: Board) -> bool:
    return board.tells_odds and board.state.turn.phase == "play"


def rows(board: Board, chances: Odds | None = None) -> tuple[Row, ...]:
    state = board.state
    return tuple(_row(state, seat) for seat in (chances or exact.odds(state)).seats)


def _row(state: State, odds: SeatOdds) -> Row:
    seat, hit = state.seats[odds.seat], odds.at_least(1)
    return Row(
        name=seat.name,
        color=seat.color,
        hit=spoken(hit),
        out=spoken(odds.knocked_out),
        hit_width=percent(hit),
        out_width=percent(odds.knocked_out),
        high=odds.knocked_out >= HIGH,
    )


def chances(board: Board, seat: int) -> Chances:
    """Everything about the next attacks, with a forecast for one seat."""
    state = board.state
    found = exact.odds(state, then=_ahead(state))
    return Chances(
        size=found.size,
        held=sum(found.bag.values()),
        nobody=spoken(1 - found.any_knocked_out),
        empties=found.empties_bag,
        rows=rows(board, found),
        seat=state.seats[seat].name,
        forecasts=tuple(_forecasts(state, seat)),
        whys=tuple(_why(state, found, each) for each in found.seats),
    )


def _ahead(state: State) -> tuple[int, ...]:
    """Attacks after the next one, as big as a dragon in the row would make them now."""
    return () if state.over else (state.rage_cubes + state.danger,) * AHEAD


def _forecasts(state: State, seat: int) -> list[Forecast]:
    found = []
    for more in MORE:
        odds = _forecast(state, seat, more)
        if odds is None:
            break
        text = spoken(odds.knocked_out)
        hit = spoken(odds.at_least(1))
        found.append(Forecast(more=more, hit=hit, out=text, exact=str(odds.knocked_out)))
    return found


def _forecast(state: State, seat: int, more: int) -> SeatOdds | None:
    actions = [Clank(seat=seat, count=more)] if more else []
    try:
        found = exact.forecast(state, actions)
    except RuleError:
        return None
    return next((each for each in found.seats if each.seat == seat), None)


def _why(state: State, found: Odds, odds: SeatOdds) -> Why:
    seat = state.seats[odds.seat]
    return Why(
        name=seat.name,
        color=seat.color,
        own=found.bag.get(seat.color, 0),
        free=state.health_size - len(seat.health),
        expected=f"{float(odds.expected):.1f}",
        exact=str(odds.knocked_out),
        damage=tuple(
            (points, spoken(chance), percent(chance), str(chance))
            for points, chance in odds.damage.items()
        ),
        after=tuple(spoken(1 - chance) for chance in odds.survives),
    )
