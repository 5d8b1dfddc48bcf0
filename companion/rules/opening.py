"""Opens a game: an edition with its house values, and the seats at their start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.contract_setup import as_contract
from companion.rules.editions import Edition
from companion.rules.editions.edition import by_seats
from companion.rules.state import BLACK, GHOST, Monsters, Seat, State, Stock, Turn


@dataclass(frozen=True, slots=True)
class Player:
    """A name and a colour, in turn order."""

    name: str
    color: str


def new_game(
    edition: Edition,
    players: Sequence[Player],
    rules: Mapping[str, object] | None = None,
    laid: Sequence[Mapping[str, Any]] = (),
) -> State:
    """The state before the first action, for 2 to 6 players in turn order.

    `rules` are the house values, already applied to the edition; `laid` are the contracts on
    the table, already checked.
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
        contracts=tuple(as_contract(each) for each in laid),
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
        groups={
            name: group.count for name, group in edition.groups.items() if group.count is not None
        },
    )
