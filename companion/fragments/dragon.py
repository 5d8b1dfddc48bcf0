"""The dragon's side of the board: rage, Danger, Clank! area and bag."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from companion.fragments.actions import tap
from companion.fragments.words import Words
from companion.rules import attack, bag
from companion.rules.state import BLACK, GHOST, Cubes, State


class Rage(NamedTuple):
    """`size` is None where no attack comes next, but the last step of the countdown pawn."""

    spaces: tuple[int, ...]
    at: int
    label: str
    danger: int
    more: SafeString
    less: SafeString
    size: int | None
    sum: str
    over: bool


@dataclass(frozen=True, slots=True)
class Pile:
    color: str
    count: int


class Pools(NamedTuple):
    area: tuple[Pile, ...]
    bag: tuple[Pile, ...]
    in_area: int
    in_bag: int


def rage_shown(state: State) -> tuple[object, ...]:
    """What rage, Danger and the size of the next attack depend on."""
    out = attack.out_size(state) if state.turn.out else None
    return state.rage, state.danger, bool(state.over), state.turn.out, out


def rage(state: State, say: Words) -> Rage:
    spaces = state.edition.numbers.rage_track.value
    size, words = _next(state, say)
    return Rage(
        spaces=spaces,
        at=state.rage - 1,
        label=say.gettext("Rage: space {space} of {spaces}, attacks draw {cubes}").format(
            space=state.rage, spaces=len(spaces), cubes=state.rage_cubes
        ),
        danger=state.danger,
        more=tap("danger", count=state.danger + 1),
        less=tap("danger", count=max(state.danger - 1, 0)),
        size=size,
        sum=words,
        over=bool(state.over),
    )


def danger_shown(state: State) -> tuple[object, ...]:
    return state.danger, bool(state.over)


def _next(state: State, say: Words) -> tuple[int | None, str]:
    if state.turn.out and not state.over:
        return attack.out_size(state), _out_turn(state, say)
    parts = (
        say.gettext("{rage} + {danger} danger") if state.danger else say.gettext("{rage} from rage")
    )
    return attack.row_size(state), parts.format(rage=state.rage_cubes, danger=state.danger)


def _out_turn(state: State, say: Words) -> str:
    """Where the cubes of this attack come from, in few words."""
    extra = attack.countdown_extra(state)
    if extra:
        text = say.gettext("{count} + {extra} countdown")
        return text.format(count=attack.row_size(state), extra=extra)
    if attack.is_last_step(state):
        return say.gettext("everybody inside falls")
    return say.gettext("a fixed number")


def pools(state: State) -> Pools:
    return Pools(
        area=_piles(state, state.area),
        bag=_piles(state, state.bag),
        in_area=bag.total(state.area),
        in_bag=bag.total(state.bag),
    )


def full_bag(state: State) -> tuple[Pile, ...]:
    """What the bag holds once the Clank! area is in it, for checking the cloth bag."""
    return _piles(state, attack.drawn_from(state))


def hand_colors(state: State) -> tuple[str, ...]:
    """The colours that may come out of the cloth bag."""
    own = tuple(seat.color for seat in state.seats)
    return (BLACK, *own, *([GHOST] if state.ghosts else []))


def _piles(state: State, cubes: Cubes) -> tuple[Pile, ...]:
    return tuple(Pile(*pile) for pile in bag.sorted_pile(state, cubes).items())
