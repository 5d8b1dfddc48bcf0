"""House values: what a table may change about its edition, and the checks (docs/rules.md 10.1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.rules.checks import (
    check_flag,
    check_list,
    check_number,
    check_numbers,
    check_word,
)
from companion.rules.editions import Edition, Number
from companion.rules.editions.edition import DIFFICULTIES
from companion.rules.errors import RecordError
from companion.rules.house_tokens import as_token

T = TypeVar("T")
LONGEST_TRACK, MOST_SPACE, MOST_CUBES = 20, 30, 200
HOUSE = "a house value of this table"


@dataclass(frozen=True, slots=True)
class House:
    """The house values of a table that is about to be opened."""

    rules: Mapping[str, object]
    edition: Edition
    seats: int

    def tells(self, name: str, number: Number[T]) -> object:
        """The house value, not yet checked, or else the edition's."""
        return self.rules.get(name, number.value)


Check = Callable[[House, object, str], None]


def check_house(rules: Mapping[str, object], edition: Edition, seats: int) -> Mapping[str, object]:
    """The house values, checked; raises RecordError (bad_record) with the place."""
    house = House(rules, edition, seats)
    for name, value in rules.items():
        CHECKS[name](house, value, f"rules.{name}")
    return rules


def _track(_house: House, value: object, where: str) -> None:
    check_numbers(value, where, 1, MOST_SPACE)
    if len(check_list(value, where)) > LONGEST_TRACK:
        raise RecordError("bad_record.longest", field=where, most=LONGEST_TRACK)


def _start(house: House, value: object, where: str) -> None:
    track = house.tells("rage_track", house.edition.numbers.rage_track)
    check_number(value, where, 1, len(track) if isinstance(track, list | tuple) else 0)


def _clank(house: House, value: object, where: str) -> None:
    cubes = house.tells("player_cubes", house.edition.numbers.player_cubes)
    check_numbers(value, where, house.seats, cubes if type(cubes) is int else 0)


def _gold(house: House, value: object, where: str) -> None:
    check_numbers(value, where, house.seats, MOST_CUBES)


def _difficulty(house: House, value: object, where: str) -> None:
    if not house.edition.monsters:
        raise RecordError("bad_record.unknown", field=where)
    check_word(value, where, DIFFICULTIES)


def _number(least: int, most: int) -> Check:
    def check(_house: House, value: object, where: str) -> None:
        check_number(value, where, least, most)

    return check


def _own(name: str, least: int, most: int) -> Check:
    """A check of a number that not every edition has."""

    def check(house: House, value: object, where: str) -> None:
        if getattr(house.edition.numbers, name) is None:
            raise RecordError("bad_record.unknown", field=where)
        check_number(value, where, least, most)

    return check


def _flag(_house: House, value: object, where: str) -> None:
    check_flag(value, where)


CHECKS: Mapping[str, Check] = {
    "rage_track": _track,
    "start_space": _start,
    "health": _number(1, 30),
    "black_cubes": _number(0, MOST_CUBES),
    "player_cubes": _number(1, MOST_CUBES),
    "starting_clank": _clank,
    "starting_gold": _gold,
    "off_clock_cubes": _number(0, 30),
    "difficulty": _difficulty,
    "price": _number(0, 20),
    "coupon": _own("coupon", 0, 20),
    "escape_points": _number(0, 50),
    "ghosts": _own("ghosts", 0, 10),
    "wayshrine_spaces": _own("wayshrine_spaces", 1, 10),
    "bag_empty_ends": _flag,
    "deck_out_ends": _flag,
    "escape_clears_area": _flag,
    "market_one_each": _flag,
}
HOUSE_VALUES = tuple(CHECKS)
NEWER_VALUES = HOUSE_VALUES[HOUSE_VALUES.index("price") :]
"""The house values that a record of version 1 cannot have."""


def house_edition(
    edition: Edition, rules: Mapping[str, object], tokens: Sequence[Mapping[str, Any]] = ()
) -> Edition:
    """An edition with a table's house values and house tokens, which are already checked.

    docs/rules.md 10.1, 6.29.
    """
    own = {str(token["key"]): as_token(token) for token in tokens}
    return replace(
        edition,
        numbers=replace(edition.numbers, **_changed(edition.numbers, rules)),
        switches=replace(edition.switches, **_changed(edition.switches, rules)),
        tokens={**edition.tokens, **own} if own else edition.tokens,
    )


def _changed(part: object, rules: Mapping[str, object]) -> dict[str, Any]:
    """The changed fields of one part of an edition."""
    printed = {name: getattr(part, name, None) for name in rules}
    return {
        name: Number(_like(rules[name], number.value), HOUSE)
        for name, number in printed.items()
        if number is not None
    }


def _like(value: object, printed: object) -> object:
    if not isinstance(printed, tuple):
        return value
    return tuple(value) if isinstance(value, list | tuple) else (value,)
