"""The exact chances of Dragon Attacks (docs/rules.md 3.19): whole numbers, fractions at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from companion.rules import actions as a
from companion.rules import attack, bag
from companion.rules.frozen import replace
from companion.rules.reducer import act
from companion.rules.state import GHOST, State
from companion.rules.survival import Exposed, survival

ZERO, HUNDRED = Fraction(0), 100
LARGE = 100


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """What an attack can do to one seat in play.

    `damage` is the chance of each number of points, counting points beyond a full meter;
    chances of 0 are left out. `survives` is the chance that the meter is not full after this
    attack, and after each further attack that was asked for.
    """

    seat: int
    damage: Mapping[int, Fraction]
    expected: Fraction
    knocked_out: Fraction
    survives: tuple[Fraction, ...]

    def at_least(self, points: int) -> Fraction:
        """The chance of that many points or more."""
        return sum((chance for dealt, chance in self.damage.items() if dealt >= points), ZERO)


@dataclass(frozen=True, slots=True)
class Risk:
    """The chances of one seat to be hit at all, and to be knocked out."""

    hit: Fraction
    knocked_out: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one attack; `size` is how many cubes are really drawn, `bag` from which."""

    size: int
    bag: Mapping[str, int]
    empties_bag: bool
    seats: tuple[SeatOdds, ...]
    any_knocked_out: Fraction


@dataclass(frozen=True, slots=True)
class Joint:
    """How likely each combination of points is: `weights` out of `ways`, a number for each seat."""

    seats: tuple[int, ...]
    weights: Mapping[tuple[int, ...], int]
    ways: int

    def chance(self, *points: int) -> Fraction:
        """The chance that the seats in play are dealt exactly these points, full meters or not."""
        return Fraction(self.weights.get(points, 0), self.ways)


def odds(state: State, size: int | None = None, then: Sequence[int] = ()) -> Odds:
    """The chances of the next attack, and of surviving those of the sizes `then` after it.

    `size` None takes `next_size`. The area counts as in the bag (docs/rules.md 3.7), and a bag
    that is too small is drawn empty (3.8). Once the game is over nothing is drawn.
    """
    full = bag.sorted_pile(state, attack.drawn_from(state))
    if state.over:
        return Odds(0, full, False, (), ZERO)
    held = bag.total(full)
    drawn = min(next_size(state) if size is None else size, held)
    exposed = _exposed(state, full)
    return Odds(
        size=drawn,
        bag=full,
        empties_bag=drawn == held and state.edition.switches.bag_empty_ends.value,
        seats=tuple(_seat_odds(index, each, (drawn, *then)) for index, each in exposed.items()),
        any_knocked_out=_any_knocked_out(list(exposed.values()), drawn),
    )


def knocked_out(state: State) -> dict[int, Fraction]:
    """The chance of each seat in play to be knocked out by the next attack, as `odds` has it.

    On its own, because a board shows only this after every action.
    """
    if state.over:
        return {}
    full = attack.drawn_from(state)
    drawn = min(next_size(state), bag.total(full))
    return {index: _knocked_out(each, drawn) for index, each in _exposed(state, full).items()}


def all_fall(state: State) -> bool:
    """Whether nobody is in play after the next attack, whatever it draws and however healthy they are.

    It empties the bag where that ends the game, or the pawn takes its last step instead. `odds` speaks of
    full meters alone. docs/rules.md 3.12, 5.16.
    """
    if state.over:
        return False
    held = bag.total(attack.drawn_from(state))
    empties = state.edition.switches.bag_empty_ends.value and next_size(state) >= held
    return empties or attack.is_last_step(state)


def _knocked_out(exposed: Exposed, drawn: int) -> Fraction:
    if drawn < exposed.free:
        return ZERO
    ways = exposed.ways(drawn)
    out = sum(count for points, count in ways.items() if points >= exposed.free)
    return Fraction(out, comb(exposed.held, drawn))


def is_quick(state: State, size: int | None = None) -> bool:
    """Whether the chances can be computed while somebody waits, as in any sensible game.

    House values allow more than a thousand cubes, and most chances of drawing half of them are far
    too small to be shown.
    """
    held = bag.total(attack.drawn_from(state))
    return min(next_size(state) if size is None else size, held) <= LARGE


def next_size(state: State) -> int:
    """How many cubes the next attack asks for, even if the bag has fewer.

    In an out turn that turn's own attack (docs/rules.md 3.16, 5.13), none on the countdown's last
    space; else rage and Danger (3.4).
    """
    if state.turn.out:
        return attack.out_size(state) or 0
    return attack.row_size(state)


def forecast(
    state: State, actions: Iterable[a.Action | Mapping[str, object]], size: int | None = None
) -> Odds:
    """The chances as they would be after some more actions, such as two more Clank!.

    Raises RuleError if one of them is not possible.
    """
    for action in actions:
        state = act(state, action)
    return odds(state, size)


def louder(state: State, index: int, most: int) -> tuple[Risk, ...]:
    """What the next attack may do to a seat now, and with 1, 2 … `most` more Clank! of its own.

    Whoever an emptied bag knocks out counts as well. As many as its supply allows; nothing for a seat that is out or once the game is over.
    docs/rules.md 2.4, 2.6, 2.7 and 3.19.
    """
    seat = state.seats[index]
    if state.over or not seat.in_play:
        return ()
    full, size = attack.drawn_from(state), next_size(state)
    now = _exposed(state, full)[index]
    noise = (more - min(more, seat.owed) for more in range(min(most, seat.supply) + 1))
    ends = state.edition.switches.bag_empty_ends.value
    return tuple(_risk(_louder(now, added), size, ends=ends) for added in noise)


def _louder(exposed: Exposed, added: int) -> Exposed:
    return replace(exposed, own=exposed.own + added, held=exposed.held + added)


@lru_cache(4096)
def _risk(exposed: Exposed, size: int, *, ends: bool) -> Risk:
    # Cached, because after one more Clank! the forecast is the present.
    drawn = min(size, exposed.held)
    harmless = exposed.held - exposed.own - exposed.ghosts
    missed = Fraction(comb(harmless, drawn), comb(exposed.held, drawn))
    empties = ends and drawn == exposed.held
    out = Fraction(1) if empties else _knocked_out(exposed, drawn)
    return Risk(hit=1 - missed, knocked_out=out)


def joint(state: State, size: int | None = None) -> Joint:
    """How likely each combination of points for the seats in play is; `size` as for `odds`."""
    full = {} if state.over else attack.drawn_from(state)
    exposed = {} if state.over else _exposed(state, full)
    held = bag.total(full)
    drawn = min(next_size(state) if size is None else size, held)
    ghosts, own = full.get(GHOST, 0), [each.own for each in exposed.values()]
    weights: dict[tuple[int, ...], int] = {}
    for haunts in range(min(ghosts, drawn) + 1):
        rest = held - ghosts - sum(own)
        for points, ways in _splits(own, drawn - haunts, rest, comb(ghosts, haunts)):
            dealt = tuple(point + haunts for point in points)
            weights[dealt] = weights.get(dealt, 0) + ways
    return Joint(tuple(exposed), weights, comb(held, drawn))


def _splits(
    own: Sequence[int], left: int, rest: int, ways: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    if not own:
        if left <= rest:
            yield (), ways * comb(rest, left)
        return
    first, *others = own
    for points in range(min(first, left) + 1):
        for tail, count in _splits(others, left - points, rest, ways * comb(first, points)):
            yield (points, *tail), count


def percent(chance: Fraction) -> int:
    """The chance in whole percent, rounded half up from the fraction: 23 of 40 is 58."""
    return (2 * HUNDRED * chance.numerator + chance.denominator) // (2 * chance.denominator)


def odds_answer(
    state: State, size: int | None = None, then: Sequence[int] = ()
) -> dict[str, object]:
    """The chances as `table_odds` prints them: plain JSON, every chance an exact fraction."""
    chances = odds(state, size, then)
    return {
        "size": chances.size,
        "bag": dict(chances.bag),
        "empties_bag": chances.empties_bag,
        "seats": [_answer(seat) for seat in chances.seats],
        "any_knocked_out": str(chances.any_knocked_out),
        "survives": [
            {"seat": seat.seat, "after": [str(chance) for chance in seat.survives]}
            for seat in chances.seats
        ],
    }


def _answer(seat: SeatOdds) -> dict[str, object]:
    return {
        "seat": seat.seat,
        "damage": {str(points): str(chance) for points, chance in seat.damage.items()},
        "expected": str(seat.expected),
        "knocked_out": str(seat.knocked_out),
    }


def _exposed(state: State, full: Mapping[str, int]) -> dict[int, Exposed]:
    ghosts, held = full.get(GHOST, 0), bag.total(full)
    return {
        index: Exposed(full.get(seat.color, 0), ghosts, held, state.health_size - len(seat.health))
        for index, seat in enumerate(state.seats)
        if seat.in_play
    }


def _seat_odds(index: int, exposed: Exposed, sizes: Sequence[int]) -> SeatOdds:
    ways = exposed.ways(sizes[0])
    every = comb(exposed.held, sizes[0])
    out = sum(count for points, count in ways.items() if points >= exposed.free)
    survives = (Fraction(every - out, every),)
    return SeatOdds(
        seat=index,
        damage={points: Fraction(count, every) for points, count in ways.items()},
        expected=exposed.expected(sizes[0]),
        knocked_out=Fraction(out, every),
        survives=survival(exposed, sizes) if len(sizes) > 1 else survives,
    )


def _any_knocked_out(exposed: Sequence[Exposed], drawn: int) -> Fraction:
    if not exposed:
        return ZERO
    ghosts, held = exposed[0].ghosts, exposed[0].held
    safe = sum(
        comb(ghosts, haunts) * _unharmed(exposed, drawn - haunts, haunts)
        for haunts in range(min(ghosts, drawn) + 1)
    )
    return 1 - Fraction(safe, comb(held, drawn))


def _unharmed(exposed: Sequence[Exposed], left: int, haunts: int) -> int:
    """In how many ways `left` cubes other than ghosts fill nobody's meter."""
    rest = exposed[0].held - exposed[0].ghosts - sum(each.own for each in exposed)
    ways = {0: 1}
    for each in exposed:
        ways = _with_seat(ways, each.own, min(each.free - haunts - 1, left))
    return sum(count * comb(rest, left - taken) for taken, count in ways.items() if taken <= left)


def _with_seat(ways: Mapping[int, int], own: int, most: int) -> dict[int, int]:
    changed: dict[int, int] = {}
    for taken, count in ways.items():
        for points in range(min(own, most) + 1):
            changed[taken + points] = changed.get(taken + points, 0) + count * comb(own, points)
    return changed
