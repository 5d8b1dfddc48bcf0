"""The dragon's side of the board: rage, Danger, Clank! area, bag, and the last attack."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from companion.board import Board
from companion.pages.attributes import tap
from companion.rules import attack, bag
from companion.rules.state import BLACK, GHOST, Attack, Cubes, State

TOLD_BY_THE_TITLE = ("attack", "attack.by_hand", "attack.nothing", "refill", "turn", "turn.out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rage:
    spaces: tuple[int, ...]
    at: int
    label: str
    danger: int
    more: SafeString
    less: SafeString
    size: int
    sum: str
    over: bool


@dataclass(frozen=True, slots=True)
class Pile:
    color: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pools:
    area: tuple[Pile, ...]
    bag: tuple[Pile, ...]
    bank: tuple[Pile, ...]
    in_area: int
    in_bag: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    color: str
    text: str
    hurt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bite:
    """The last attack as an event: what came out of the bag, and what it did."""

    number: int
    fresh: bool
    title: str
    drawn: tuple[Cube, ...]
    result: tuple[str, ...]


def rage_shown(board: Board) -> tuple[object, ...]:
    state = board.state
    out = attack.out_size(state) if state.turn.out else None
    return state.rage, state.danger, bool(state.over), state.turn.out, out


def rage(board: Board) -> Rage:
    state = board.state
    spaces = state.edition.numbers.rage_track.value
    size, words = _next(state)
    return Rage(
        spaces=spaces,
        at=state.rage - 1,
        label=gettext("Rage: space {space} of {spaces}, attacks draw {cubes}").format(
            space=state.rage, spaces=len(spaces), cubes=state.rage_cubes
        ),
        danger=state.danger,
        more=tap("danger", count=state.danger + 1),
        less=tap("danger", count=max(state.danger - 1, 0)),
        size=size,
        sum=words,
        over=bool(state.over),
    )


def _next(state: State) -> tuple[int, str]:
    if state.turn.out and not state.over:
        return attack.out_size(state) or 0, gettext("off the clock")
    parts = gettext("{rage} + {danger} danger") if state.danger else gettext("{rage} by rage")
    return attack.row_size(state), parts.format(rage=state.rage_cubes, danger=state.danger)


def pools_shown(board: Board) -> tuple[object, ...]:
    return board.state.area, board.state.bag, board.state.bank


def pools(board: Board) -> Pools:
    state = board.state
    return Pools(
        area=_piles(state, state.area),
        bag=_piles(state, state.bag),
        bank=_piles(state, state.bank),
        in_area=bag.total(state.area),
        in_bag=bag.total(state.bag),
    )


def full_bag(state: State) -> tuple[Pile, ...]:
    """What the bag holds once the Clank! area is in it: the cloth bag's audit."""
    return _piles(state, attack.drawn_from(state))


def hand_colors(state: State) -> tuple[str, ...]:
    """The colours that may come out of the cloth bag."""
    own = tuple(seat.color for seat in state.seats)
    return (BLACK, *own, *([GHOST] if state.ghosts else []))


def _piles(state: State, cubes: Cubes) -> tuple[Pile, ...]:
    return tuple(Pile(*pile) for pile in bag.sorted_pile(state, cubes).items())


# The attack -------------------------------------------------------------------


def bite_shown(board: Board) -> tuple[object, ...]:
    names = tuple(seat.name for seat in board.state.seats)
    return board.state.attack, board.attack_at, board.attack_is_newest, names


def bite(board: Board) -> Bite | None:
    state, last = board.state, board.state.attack
    if last is None or board.attack_at is None:
        return None
    count = len(last.drawn)
    title = (
        gettext("The dragon draws {count} by hand")
        if last.by_hand
        else gettext("The dragon draws {count}")
    )
    return Bite(
        number=board.attack_at,
        fresh=board.attack_is_newest,
        title=title.format(count=count),
        drawn=tuple(_cubes(state, last)),
        result=_result(board, last),
    )


def _cubes(state: State, last: Attack) -> list[Cube]:
    owners = {seat.color: index for index, seat in enumerate(state.seats)}
    left = list(last.dealt)
    cubes = []
    for color in last.drawn:
        seat = owners.get(color)
        hurts = seat is not None and left[seat] > 0
        if seat is not None and hurts:
            left[seat] -= 1
        cubes.append(
            Cube(
                color=color,
                text=_cube_text(state, color, seat, hurts=hurts),
                hurt=hurts or color == GHOST,
            )
        )
    return cubes


def _cube_text(state: State, color: str, seat: int | None, *, hurts: bool) -> str:
    if color == GHOST:
        return gettext("everyone takes 1")
    if seat is None or color == BLACK:
        return gettext("nothing")
    name = state.seats[seat].name
    words = gettext("{name} takes 1") if hurts else gettext("{name} is out of reach")
    return words.format(name=name)


def _result(board: Board, last: Attack) -> tuple[str, ...]:
    """The row's own sentences, while the board still carries its line."""
    row = next((line for line in board.tail if line.sequence == board.attack_at), None)
    if row is None:
        return _dealt(board.state, last)
    told = [each for each in row.story if each.code not in TOLD_BY_THE_TITLE]
    return tuple(each.say(gettext) for each in told) or (gettext("Nobody is hurt."),)


def _dealt(state: State, last: Attack) -> tuple[str, ...]:
    hurt = [
        ngettext("{name} takes {count} damage.", "{name} takes {count} damage.", points).format(
            name=seat.name, count=points
        )
        for seat, points in zip(state.seats, last.dealt, strict=True)
        if points
    ]
    return tuple(hurt) or (gettext("Nobody is hurt."),)
