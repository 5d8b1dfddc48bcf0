"""The state of one game at the table: frozen, the fold of its actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.editions import Edition, MonsterRules
from companion.rules.frozen import replace

Cubes = Mapping[str, int]
"""How many cubes of each colour; colours without cubes are left out."""

Status = Literal["in_play", "escaped", "knocked_out"]
Zone = Literal["safe", "deep"]
Phase = Literal["play", "refill", "out"]
Over = Literal["all_out", "bag_empty", "countdown", "deck_out"]
ContractStatus = Literal["active", "completed", "failed"]

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
    """One player's side of the table. `health` lists the cubes on the meter, in order.

    `owed` is negative Clank! not yet used, `made` the Clank! made in this turn.
    `crowns` are their values in the order taken; `tokens` counts all other tokens held. `counted`
    is whether its people have counted what only they can.
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
    counted: bool = False

    @property
    def in_play(self) -> bool:
        """Whether the seat has neither escaped nor been knocked out."""
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
    """The seat whose pawn is on the Countdown Track, and its space from 1."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class Monsters:
    """Monster cards in the row and monsters out on the map."""

    cards: int = 0
    out: int = 0


@dataclass(frozen=True, slots=True)
class Attack:
    """A Dragon Attack that was carried out: the cubes drawn, and the points dealt by seat.

    `before` is each seat's damage before it, None for a seat that was out; `left` is the bag after it.
    """

    drawn: tuple[str, ...]
    dealt: tuple[int, ...]
    by_hand: bool
    before: tuple[int | None, ...] = ()
    left: Cubes = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract on the table. `have` counts boxes ticked before this game, `ticks` lists the rest.

    `ticks` and `stars` are seats; `turn` is the number of the turn in which it ended. `flipped`:
    what its back says has been entered; no part of the record's answer.
    """

    key: str
    name: str | None = None
    solo: int | None = None
    need: int = 0
    have: int = 0
    cubes: bool = False
    ticks: tuple[int, ...] = ()
    due: bool = False
    new: bool = False
    status: ContractStatus = "active"
    stars: tuple[int, ...] = ()
    points: int = 0
    bonus: int = 0
    waits: tuple[str, ...] = ()
    turn: int | None = None
    flipped: bool = False

    @property
    def left(self) -> int:
        """How many boxes are still to be ticked."""
        return self.need - self.have - len(self.ticks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Tokens that nobody has yet. Unlimited kinds and groups are not listed.

    `artifacts` and `silver` are None if any value may be taken. `extra_crowns` are crowns whose
    value is chosen when they are taken.
    """

    tokens: Mapping[str, int]
    crowns: tuple[int, ...]
    extra_crowns: int
    artifacts: tuple[int, ...] | None
    silver: tuple[int, ...] | None
    groups: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything about a game that is visible at the table.

    `rage` is the marker's space from 1. `attacks` and `lots` count those that stand and were
    drawn by the server, `version` the actions. `attack` is the last attack of all.
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
    lots: int = 0
    contracts: tuple[Contract, ...] = ()

    @property
    def rage_cubes(self) -> int:
        """How many cubes an attack draws for the space of the rage marker."""
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
        """How many ghost cubes the edition has."""
        number = self.edition.numbers.ghosts
        return number.value if number else 0

    @property
    def monster_rules(self) -> MonsterRules | None:
        """The monster module's numbers at this table's difficulty."""
        monsters = self.edition.monsters
        return monsters[self.difficulty] if monsters else None

    def has(self, part: str) -> bool:
        """Whether this table has a part of the game that not every table has."""
        return (
            self.monsters is not None
            if part == "monsters"
            else self.edition.switches.contracts.value
        )

    def full(self, seat: Seat) -> bool:
        """Whether the seat's health meter is full."""
        return len(seat.health) >= self.health_size

    def round_from(self, start: int) -> list[int]:
        """All seats' indexes in turn order, beginning with `start`."""
        count = len(self.seats)
        return [(start + step) % count for step in range(count)]

    def with_seat(self, index: int, seat: Seat) -> "State":
        """The state with one seat replaced."""
        seats = (*self.seats[:index], seat, *self.seats[index + 1 :])
        return replace(self, seats=seats)
