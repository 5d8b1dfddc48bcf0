"""The state of one game at the table: frozen, the fold of its actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.editions import Edition, MonsterRules
from companion.rules.frozen import replace

Cubes = Mapping[str, int]
"""How many cubes of each colour; colours without a cube are left out."""

Status = Literal["in_play", "escaped", "knocked_out"]
Zone = Literal["safe", "deep"]
Phase = Literal["play", "refill", "out"]
Over = Literal["all_out", "bag_empty", "countdown", "deck_out"]

COLORS = ("red", "yellow", "green", "blue", "purple", "orange")
BLACK = "black"
GHOST = "ghost"
ARTIFACT = "artifact"
CROWN = "crown"


@dataclass(frozen=True, slots=True)
class Artifact:
    """An artifact held: its value, and whether it is one of the silver ones."""

    value: int
    silver: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One player's side of the table. `health` lists the cubes on the meter in order.

    `owed` is negative Clank! still to come, `made` the Clank! made in this turn.
    `crowns` are values in the order taken; `tokens` counts all other tokens held.
    """

    name: str
    color: str
    supply: int
    gold: int = 0
    status: Status = "in_play"
    zone: Zone = "safe"
    leaving: bool = False
    health: tuple[str, ...] = ()
    board: int = 0
    owed: int = 0
    made: int = 0
    wayshrines: int = 0
    places: tuple[str, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    crowns: tuple[int, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    cards: int = 0
    contracts: int = 0
    other: int = 0
    secret_tomes: int = 0

    @property
    def in_play(self) -> bool:
        """Neither escaped nor knocked out."""
        return self.status == "in_play"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: `number` counts from 1, out turns included."""

    number: int
    seat: int
    out: bool
    phase: Phase


@dataclass(frozen=True, slots=True)
class Countdown:
    """The seat whose pawn walks the Countdown Track, and its space from 1."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class Monsters:
    """Monster cards in the row and monsters out on the map."""

    cards: int = 0
    out: int = 0


@dataclass(frozen=True, slots=True)
class Attack:
    """A Dragon Attack that was carried out: the cubes drawn, and the points dealt by seat."""

    drawn: tuple[str, ...]
    dealt: tuple[int, ...]
    by_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Tokens that nobody has yet. Kinds that are not limited are not listed.

    `artifacts` and `silver` are None where any value may be taken. `extra_crowns` are crowns
    whose value is told when they are taken.
    """

    tokens: Mapping[str, int]
    crowns: tuple[int, ...]
    extra_crowns: int
    artifacts: tuple[int, ...] | None
    silver: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything about a game that can be seen at the table.

    `rage` is the marker's space from 1. `attacks` counts the standing attacks that were drawn
    by the server, `version` the actions. `attack` is the last attack of all.
    """

    edition: Edition
    rules: Mapping[str, object]
    difficulty: str
    seats: tuple[Seat, ...]
    bag: Cubes
    area: Cubes
    bank: Cubes
    stock: Stock
    turn: Turn
    rage: int
    danger: int = 0
    countdown: Countdown | None = None
    monsters: Monsters | None = None
    over: Over | None = None
    attacks: int = 0
    attack: Attack | None = None
    version: int = 0

    @property
    def rage_cubes(self) -> int:
        """How many cubes the marker's space makes an attack draw."""
        return self.edition.numbers.rage_track.value[self.rage - 1]

    @property
    def health_size(self) -> int:
        """How many cubes fill a health meter."""
        return self.edition.numbers.health.value

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.turn.seat]

    @property
    def ghosts(self) -> int:
        """How many ghosts the edition has."""
        number = self.edition.numbers.ghosts
        return number.value if number else 0

    @property
    def monster_rules(self) -> MonsterRules | None:
        """The monster module's numbers at this table's difficulty."""
        monsters = self.edition.monsters
        return monsters[self.difficulty] if monsters else None

    def full(self, seat: Seat) -> bool:
        """Whether the seat's health meter is full."""
        return len(seat.health) >= self.health_size

    def round_from(self, start: int) -> list[int]:
        """The seats' indexes going round, beginning with `start` itself."""
        count = len(self.seats)
        return [(start + step) % count for step in range(count)]

    def with_seat(self, index: int, seat: Seat) -> "State":
        """The state with one seat replaced."""
        seats = (*self.seats[:index], seat, *self.seats[index + 1 :])
        return replace(self, seats=seats)
