"""Opens a game: the edition, its modules and house values, and the seats at their start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.editions import Edition, Number, load
from companion.rules.editions.edition import by_seats
from companion.rules.state import BLACK, GHOST, Monsters, Seat, State, Stock, Turn

HOUSE_VALUES = (
    "rage_track",
    "start_space",
    "health",
    "black_cubes",
    "player_cubes",
    "starting_clank",
    "starting_gold",
    "off_clock_cubes",
    "difficulty",
)
HOUSE = "a house value of this table"


@dataclass(frozen=True, slots=True)
class Player:
    """A name and a colour, in turn order."""

    name: str
    color: str


def house_edition(slug: str, modules: tuple[str, ...], rules: Mapping[str, object]) -> Edition:
    """An edition with its modules and a table's house values, which are already checked.

    docs/rules.md 10.1.
    """
    edition = load(slug, modules)
    changed: dict[str, Any] = {}
    for name, value in rules.items():
        printed = getattr(edition.numbers, name, None)
        if printed is not None:
            changed[name] = Number(_as_number(value, printed.value), HOUSE)
    return replace(edition, numbers=replace(edition.numbers, **changed))


def _as_number(value: object, like: object) -> object:
    if not isinstance(like, tuple):
        return value
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def new_game(
    edition: Edition, players: Sequence[Player], rules: Mapping[str, object] | None = None
) -> State:
    """The state before the first action, for 2 to 6 players in turn order.

    `rules` are the house values, already worked into the edition.
    docs/rules.md 1.1, 2.10.
    """
    rules = rules or {}
    numbers = edition.numbers
    seats = tuple(_seat(edition, index, player) for index, player in enumerate(players))
    area = {
        seat.color: numbers.player_cubes.value - seat.supply
        for seat in seats
        if seat.supply < numbers.player_cubes.value
    }
    ghosts = numbers.ghosts.value if numbers.ghosts else 0
    track = len(numbers.rage_track.value)
    return State(
        edition=edition,
        rules=rules,
        difficulty=str(rules.get("difficulty", "normal")),
        seats=seats,
        bag=_pile(BLACK, numbers.black_cubes.value),
        area=area,
        bank=_pile(GHOST, ghosts),
        stock=_stock(edition),
        turn=Turn(1, 0, out=False, phase="play"),
        rage=min(by_seats(numbers.start_space.value, len(seats)), track),
        monsters=Monsters() if edition.monsters else None,
    )


def _pile(color: str, count: int) -> dict[str, int]:
    return {color: count} if count else {}


def _seat(edition: Edition, index: int, player: Player) -> Seat:
    numbers = edition.numbers
    clank = min(numbers.starting_clank.value[index], numbers.player_cubes.value)
    return Seat(
        name=player.name,
        color=player.color,
        supply=numbers.player_cubes.value - clank,
        gold=numbers.starting_gold.value[index],
        tokens={name: token.start for name, token in edition.tokens.items() if token.start},
    )


def _stock(edition: Edition) -> Stock:
    artifact, crown = edition.tokens["artifact"], edition.tokens.get("crown")
    return Stock(
        tokens={
            name: token.count for name, token in edition.tokens.items() if token.count is not None
        },
        crowns=(crown.values or ()) if crown else (),
        extra_crowns=crown.extra if crown else 0,
        artifacts=artifact.values,
        silver=artifact.silver_values if artifact.silver else None,
    )
