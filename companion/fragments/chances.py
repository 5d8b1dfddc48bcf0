"""Chances in words: whole percents, rounded from the exact fraction, and how they come about."""

from dataclasses import dataclass
from fractions import Fraction

from companion.fragments.words import Words
from companion.rules import attack
from companion.rules import odds as exact
from companion.rules.actions import Clank
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.odds import Odds, SeatOdds, percent
from companion.rules.state import State
from companion.table.view import TableView

HUNDRED = 100
NEVER, CERTAIN = Fraction(0), Fraction(1)
HIGH = Fraction(1, 4)
SOME = Fraction(1, 20)
AHEAD = 3
MORE = range(5)
LOUDER = 3


def percent_text(chance: Fraction, say: Words) -> str:
    """A chance in percent; 0 % and 100 % only if it is exactly that."""
    whole = percent(chance)
    if not whole and chance:
        return _unbroken(say.gettext("under 1 %"))
    if whole == HUNDRED and chance < 1:
        return _unbroken(say.gettext("over 99 %"))
    return _percents(whole, say)


def brief(chance: Fraction, say: Words) -> str:
    """The same with signs instead of words, for narrow places."""
    whole = percent(chance)
    if not whole and chance:
        return "<1\u00a0%"
    if whole == HUNDRED and chance < 1:
        return ">99\u00a0%"
    return _percents(whole, say)


def _percents(whole: int, say: Words) -> str:
    return _unbroken(say.gettext("{count} %")).format(count=whole)


def _unbroken(sentence: str) -> str:
    """No line break between the number and its sign."""
    return sentence.replace(" %", "\u00a0%")


def knocked_out(state: State) -> dict[int, Fraction]:
    """How likely the next attack knocks out each seat in play; empty if that takes too long."""
    if not exact.is_quick(state):
        return {}
    found = exact.knocked_out(state)
    return dict.fromkeys(found, CERTAIN) if exact.all_fall(state) else found


def as_it_ends(state: State, found: Odds) -> Odds:
    """The odds of full meters, or that everybody falls where the bag is emptied or the pawn's way ends."""
    if not found.empties_bag and not attack.is_last_step(state):
        return found
    seats = tuple(
        replace(seat, knocked_out=CERTAIN, survives=(NEVER,) * len(seat.survives))
        for seat in found.seats
    )
    return replace(found, seats=seats, any_knocked_out=CERTAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat's chances in the next attack, as the component draws them; `hit` empty where none comes."""

    name: str
    color: str
    hit: str
    out: str
    out_brief: str
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
    """`last` is whether the pawn takes its last step, and no attack comes."""

    last: bool
    size: int
    held: int
    nobody: str
    empties: bool
    rows: tuple[Row, ...]
    seat: str
    forecasts: tuple[Forecast, ...]
    whys: tuple[Why, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsPreview:
    """What more Clank! would do to the active seat: knock it out, or hit it at all."""

    seat: int
    name: str
    deadly: bool
    chances: tuple[str, ...]


def preview_shown(view: TableView) -> tuple[object, ...]:
    """What the preview depends on: whose turn it is, that seat's cubes, and all others."""
    state = view.state
    turn, seat = state.turn, state.active
    own = turn.seat, turn.phase, seat.status, seat.leaving, seat.supply, seat.owed, len(seat.health)
    cubes = state.area, state.bag, state.rage, state.danger
    return (view.tells_odds, bool(state.over), *own, *cubes)


def odds_preview(view: TableView, state: State, say: Words) -> OddsPreview | None:
    """The chances of a knock-out; as long as there are none, those of being hit at all.

    `state` is the view's, with the names as they are read.
    """
    found = exact.louder(state, state.turn.seat, LOUDER) if _is_asked(view) else ()
    if not found:
        return None
    deadly = any(each.knocked_out for each in found)
    return OddsPreview(
        seat=state.turn.seat,
        name=state.active.name,
        deadly=deadly,
        chances=tuple(brief(each.knocked_out if deadly else each.hit, say) for each in found),
    )


def _is_asked(view: TableView) -> bool:
    """Who is leaving is out of reach before the dragon comes."""
    state = view.state
    return view.tells_odds and state.turn.phase == "play" and not state.active.leaving


def rows(view: TableView, say: Words, chances: Odds | None = None) -> tuple[Row, ...]:
    state = view.state
    found = chances or as_it_ends(state, exact.odds(state))
    return tuple(_row(state, seat, say) for seat in found.seats)


def _row(state: State, odds: SeatOdds, say: Words) -> Row:
    seat, hit = state.seats[odds.seat], odds.at_least(1)
    return Row(
        name=seat.name,
        color=seat.color,
        hit="" if attack.is_last_step(state) else percent_text(hit, say),
        out=percent_text(odds.knocked_out, say),
        out_brief=brief(odds.knocked_out, say),
        hit_width=percent(hit),
        out_width=percent(odds.knocked_out),
        high=odds.knocked_out >= HIGH,
    )


def chances(view: TableView, seat: int, say: Words) -> Chances:
    """Everything about the next attacks, with a forecast for one seat."""
    state = view.state
    found = as_it_ends(state, exact.odds(state, then=_ahead(state)))
    last = attack.is_last_step(state)
    return Chances(
        last=last,
        size=found.size,
        held=sum(found.bag.values()),
        nobody=percent_text(1 - found.any_knocked_out, say),
        empties=found.empties_bag,
        rows=rows(view, say, found),
        seat=state.seats[seat].name,
        forecasts=() if last else tuple(_forecasts(state, seat, say)),
        whys=() if last else tuple(_why(state, found, each, say) for each in found.seats),
    )


def _ahead(state: State) -> tuple[int, ...]:
    """The sizes of the attacks after the next one, as a dragon in the row would make them now."""
    return () if state.over else (state.rage_cubes + state.danger,) * AHEAD


def _forecasts(state: State, seat: int, say: Words) -> list[Forecast]:
    found = []
    for more in MORE:
        odds = _forecast(state, seat, more)
        if odds is None:
            break
        text = percent_text(odds.knocked_out, say)
        hit = percent_text(odds.at_least(1), say)
        found.append(Forecast(more=more, hit=hit, out=text, exact=str(odds.knocked_out)))
    return found


def _forecast(state: State, seat: int, more: int) -> SeatOdds | None:
    actions = [Clank(seat=seat, count=more)] if more else []
    try:
        found = as_it_ends(state, exact.forecast(state, actions))
    except RuleError:
        return None
    return next((each for each in found.seats if each.seat == seat), None)


def _why(state: State, found: Odds, odds: SeatOdds, say: Words) -> Why:
    seat = state.seats[odds.seat]
    return Why(
        name=seat.name,
        color=seat.color,
        own=found.bag.get(seat.color, 0),
        free=state.health_size - len(seat.health),
        expected=f"{float(odds.expected):.1f}",
        exact=str(odds.knocked_out),
        damage=tuple(
            (points, percent_text(chance, say), percent(chance), str(chance))
            for points, chance in odds.damage.items()
        ),
        after=tuple(percent_text(1 - chance, say) for chance in odds.survives),
    )
