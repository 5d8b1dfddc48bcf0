"""What the values of an action may be, and what every action is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

LIMIT = 1_000_000
NO_SEAT = -1


def is_whole(raw: object, least: int = -LIMIT, most: int = LIMIT) -> bool:
    """Whether the value is an int, not a bool or float, and in range."""
    return type(raw) is int and least <= raw <= most


def is_text(text: str) -> bool:
    """Whether a text can be stored and shown everywhere: no lone surrogates, no NUL."""
    return not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `least` to `most`; not 0 if `nonzero`."""

    least: int
    most: int = LIMIT
    nonzero: bool = False

    def __contains__(self, number: object) -> bool:
        return is_whole(number, self.least, self.most) and (bool(number) or not self.nonzero)

    @property
    def fault(self) -> str:
        """The key of the refusal for any other value."""
        return "bad_value.change" if self.nonzero else "bad_value.number"

    @property
    def limits(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {"least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Length:
    """A text of `least` to `most` characters."""

    least: int
    most: int
    fault: ClassVar[str] = "bad_value.length"

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.least <= len(text) <= self.most and is_text(text)

    @property
    def limits(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {"least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Key:
    """A text of a given form."""

    pattern: str
    fault: ClassVar[str] = "bad_value.contract_key"

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and re.fullmatch(self.pattern, text) is not None

    @property
    def limits(self) -> Mapping[str, object]:
        """The parameters of the sentence, which describes the form."""
        return {}


@dataclass(frozen=True, slots=True)
class Several:
    """A list of `least` to `most` values of one kind."""

    each: Range | Length
    least: int
    most: int
    fault: ClassVar[str] = "bad_value.list"

    def __contains__(self, values: object) -> bool:
        if not isinstance(values, list | tuple) or not self.least <= len(values) <= self.most:
            return False
        return all(value in self.each for value in values)

    @property
    def limits(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {"least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Some:
    """A list of words, each at most once."""

    words: tuple[str, ...]
    fault: ClassVar[str] = "bad_value.words"

    def __contains__(self, values: object) -> bool:
        if not isinstance(values, list | tuple):
            return False
        known = all(isinstance(value, str) and value in self.words for value in values)
        return known and len(set(values)) == len(values)

    @property
    def limits(self) -> Mapping[str, object]:
        """The parameters of the sentence."""
        return {"words": ", ".join(self.words)}


Allowed = Range | Length | Key | Several | Some

SEAT, SEATS = "seat", "seats"
"""Marks values that are seats; they are checked later, with an error of their own."""
SeatIndex = Annotated[int, SEAT]
SeatList = Annotated[tuple[int, ...], SEATS]
Count = Annotated[int, Range(1)]
Level = Annotated[int, Range(0)]
Change = Annotated[int, Range(-LIMIT, nonzero=True)]
Points = Annotated[int, Range(-LIMIT)]
NAME = Length(1, 40)
"""The length of a player's name or of a place's."""
LONG_NAME = Length(1, 60)
"""The length of the name of a house token or a contract, or of an entry of a lot."""
Place = Annotated[str, NAME]
Drawn = tuple[str, ...]
Lots = Annotated[tuple[int, ...], Several(Range(-LIMIT), 0, LIMIT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One tap's worth of change; `do` is its name in a record."""

    do: ClassVar[str] = ""
    always: ClassVar[bool] = False
    """Whether it is allowed after the game is over."""
    part: ClassVar[str] = ""
    """The part of the game that the action needs."""
    newer: ClassVar[bool] = False
    """Whether only records of version 2 have it."""

    @property
    def seats_named(self) -> tuple[int, ...]:
        """The seats it names; one that is not a whole number is read as `NO_SEAT`."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAction(Action):
    """An action about one seat."""

    seat: SeatIndex

    @property
    def seats_named(self) -> tuple[int, ...]:
        """The seat it is about."""
        return (self.seat,)
