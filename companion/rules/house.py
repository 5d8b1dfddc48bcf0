"""House values: what a table may change about its edition, and what is sound (docs/rules.md 10.1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.checks import check_number, check_numbers, check_word
from companion.rules.editions import Number
from companion.rules.editions.edition import DIFFICULTIES, Edition
from companion.rules.errors import RecordError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class House:
    """The house values of a table that is about to be opened."""

    rules: Mapping[str, object]
    edition: Edition
    seats: int

    def tells(self, name: str, number: Number[T]) -> object:
        """The house's value, which may be anything yet, or the edition's."""
        return self.rules.get(name, number.value)


Check = Callable[[House, object, str], None]


def check_house(rules: Mapping[str, object], edition: Edition, seats: int) -> Mapping[str, object]:
    """The house values, all sound; raises RecordError (bad_record) with the place."""
    house = House(rules, edition, seats)
    for name, value in rules.items():
        CHECKS[name](house, value, f"rules.{name}")
    return rules


def _track(_house: House, value: object, where: str) -> None:
    check_numbers(value, where, 1)


def _start(house: House, value: object, where: str) -> None:
    track = house.tells("rage_track", house.edition.numbers.rage_track)
    check_number(value, where, 1, len(track) if isinstance(track, list | tuple) else 0)


def _positive(_house: House, value: object, where: str) -> None:
    check_number(value, where, 1)


def _natural(_house: House, value: object, where: str) -> None:
    check_number(value, where, 0)


def _clank(house: House, value: object, where: str) -> None:
    cubes = house.tells("player_cubes", house.edition.numbers.player_cubes)
    check_numbers(value, where, house.seats, cubes if type(cubes) is int else 0)


def _gold(house: House, value: object, where: str) -> None:
    check_numbers(value, where, house.seats)


def _difficulty(house: House, value: object, where: str) -> None:
    if not house.edition.monsters:
        raise RecordError("bad_record.unknown", field=where)
    check_word(value, where, DIFFICULTIES)


CHECKS: Mapping[str, Check] = {
    "rage_track": _track,
    "start_space": _start,
    "health": _positive,
    "black_cubes": _natural,
    "player_cubes": _positive,
    "starting_clank": _clank,
    "starting_gold": _gold,
    "off_clock_cubes": _natural,
    "difficulty": _difficulty,
}
