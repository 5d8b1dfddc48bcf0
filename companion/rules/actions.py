"""The actions of the table: what each is, and the range of each of its values."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

LIMIT = 1_000_000
NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `least` to `most`, without nought if `nonzero`."""

    least: int
    most: int = LIMIT
    nonzero: bool = False

    def __contains__(self, number: object) -> bool:
        if type(number) is not int or not self.least <= number <= self.most:
            return False
        return bool(number) or not self.nonzero

    @property
    def fault(self) -> str:
        """The kind of sentence for a value that is no such number."""
        return "bad_value.change" if self.nonzero else "bad_value.number"


def is_text(text: str) -> bool:
    """Half a character (a lone surrogate) or a NUL can be neither stored nor shown everywhere."""
    return not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)


@dataclass(frozen=True, slots=True)
class Length:
    """A text of `least` to `most` characters."""

    least: int
    most: int
    fault: ClassVar[str] = "bad_value.length"
    """The kind of sentence for a value that is no such text."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.least <= len(text) <= self.most and is_text(text)


SeatIndex = Annotated[int, "seat"]
Count = Annotated[int, Range(1)]
Level = Annotated[int, Range(0)]
Change = Annotated[int, Range(-LIMIT, nonzero=True)]
Points = Annotated[int, Range(-LIMIT)]
NAME = Length(1, 40)
"""How long a player's name or the name of a place can be."""
Place = Annotated[str, NAME]
Drawn = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One tap's worth of change; `do` is its name in a record."""

    do: ClassVar[str] = ""
    always: ClassVar[bool] = False
    """Whether it is possible after the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAction(Action):
    """An action about one seat; anything that is no whole number is read as `NO_SEAT`."""

    seat: SeatIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Clank(SeatAction):
    """A seat makes Clank!."""

    do: ClassVar[str] = "clank"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet(SeatAction):
    """A seat makes negative Clank!."""

    do: ClassVar[str] = "quiet"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(SeatAction):
    """A seat takes damage, forced or by choice."""

    do: ClassVar[str] = "damage"
    count: Count
    voluntary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal(SeatAction):
    """A seat heals."""

    do: ClassVar[str] = "heal"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Rage(Action):
    """The rage marker moves."""

    do: ClassVar[str] = "rage"
    count: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger(Action):
    """How many Danger cards lie in the row now."""

    do: ClassVar[str] = "danger"
    count: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Haunt(Action):
    """A ghost joins the Clank! area."""

    do: ClassVar[str] = "haunt"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackReturn(Action):
    """Set-aside black cubes go back into the bag."""

    do: ClassVar[str] = "black_return"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold(SeatAction):
    """A seat gains or spends gold."""

    do: ClassVar[str] = "gold"
    count: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(SeatAction):
    """A seat takes a token."""

    do: ClassVar[str] = "take"
    token: str
    value: Count | None = None
    silver: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(SeatAction):
    """A seat uses a token; it goes to the box."""

    do: ClassVar[str] = "use"
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(SeatAction):
    """A mistaken take is corrected."""

    do: ClassVar[str] = "drop"
    always: ClassVar[bool] = True
    token: str
    value: Count | None = None
    silver: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy(SeatAction):
    """A seat buys from the market."""

    do: ClassVar[str] = "buy"
    item: str
    coupon: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wayshrine(SeatAction):
    """A seat marks a Wayshrine."""

    do: ClassVar[str] = "wayshrine"
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCubes(SeatAction):
    """Cubes go from a seat's supply to a track on the board."""

    do: ClassVar[str] = "place"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplaceCubes(SeatAction):
    """Cubes come back from the board."""

    do: ClassVar[str] = "unplace"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneMove(SeatAction):
    """A seat's figure crosses the line."""

    do: ClassVar[str] = "zone"
    zone: Literal["safe", "deep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(SeatAction):
    """The active seat reaches the exit."""

    do: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class DragonAttack(Action):
    """An attack from a card's text."""

    do: ClassVar[str] = "attack"
    drawn: Drawn | None = None
    extra: Level = 0
    size: Level | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Action):
    """The active seat has played; the row is to be refilled."""

    do: ClassVar[str] = "end_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill(Action):
    """The row was refilled, with or without a dragon."""

    do: ClassVar[str] = "refill"
    attack: bool
    drawn: Drawn | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OutTurn(Action):
    """The turn of a seat that is off the clock."""

    do: ClassVar[str] = "out_turn"
    drawn: Drawn | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckOut(Action):
    """The row could not be refilled."""

    do: ClassVar[str] = "deck_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Action):
    """A correction by hand: cubes from one place to another."""

    do: ClassVar[str] = "move"
    always: ClassVar[bool] = True
    color: str
    count: Count
    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStatus(SeatAction):
    """A correction by hand: whether a seat is in play."""

    do: ClassVar[str] = "status"
    always: ClassVar[bool] = True
    status: Literal["in_play", "escaped", "knocked_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(SeatAction):
    """Points that only the table can count."""

    do: ClassVar[str] = "score"
    always: ClassVar[bool] = True
    cards: Points | None = None
    contracts: Points | None = None
    other: Points | None = None
    secret_tomes: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterCards(Action):
    """How many Monster cards lie in the row now."""

    do: ClassVar[str] = "monster_cards"
    count: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSpawn(Action):
    """Monsters appear."""

    do: ClassVar[str] = "monster_spawn"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterDefeat(SeatAction):
    """A seat defeats a monster."""

    do: ClassVar[str] = "monster_defeat"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterLost(Action):
    """Monsters with nobody near are removed."""

    do: ClassVar[str] = "monster_lost"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterHit(SeatAction):
    """Monsters hit a seat."""

    do: ClassVar[str] = "monster_hit"
    count: Count


ACTIONS: dict[str, type[Action]] = {
    kind.do: kind
    for kind in (
        Clank, Quiet, Damage, Heal, Rage, Danger, Haunt, BlackReturn, Gold, Take, Use, Drop, Buy,
        Wayshrine, PlaceCubes, UnplaceCubes, ZoneMove, Leave, DragonAttack, EndTurn, Refill,
        OutTurn, DeckOut, Move, SetStatus, Score, MonsterCards, MonsterSpawn, MonsterDefeat,
        MonsterLost, MonsterHit,
    )
}  # fmt: skip
MONSTER_ACTIONS = (MonsterCards, MonsterSpawn, MonsterDefeat, MonsterLost, MonsterHit)
DRAWING_ACTIONS = (DragonAttack, Refill, OutTurn)
