"""The actions of the table: what each is, and the range of each of its values."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.rules.contract_actions import CONTRACT_ACTIONS
from companion.rules.values import (
    LONG_NAME,
    Change,
    Count,
    Drawn,
    Level,
    Lots,
    Place,
    Points,
    Range,
    SeatIndex,
    Several,
)
from companion.rules.values import Action as Action
from companion.rules.values import SeatAction as SeatAction

MONSTERS = "monsters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clank(SeatAction):
    """A seat makes Clank!."""

    do: ClassVar[str] = "clank"
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class ClankAll(Action):
    """Everybody in play makes Clank!, or everybody but one."""

    do: ClassVar[str] = "clank_all"
    newer: ClassVar[bool] = True
    count: Annotated[int, Range(1, 30)]
    spared: SeatIndex | None = None

    @property
    def seats_named(self) -> tuple[int, ...]:
        """The seat that is skipped."""
        return () if self.spared is None else (self.spared,)


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
    """How many Danger cards are in the row now."""

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
    """A seat gives back a token that it took by mistake."""

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
    value: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(Action):
    """An artifact stays in the box."""

    do: ClassVar[str] = "box"
    newer: ClassVar[bool] = True
    value: Count
    silver: bool = False


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
    """A seat's figure crosses between the deep part and the rest."""

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
    """The active seat has finished playing; the row is refilled next."""

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
class DrawLots(Action):
    """Draws some of several things by lot."""

    do: ClassVar[str] = "lot"
    newer: ClassVar[bool] = True
    of: Annotated[tuple[str, ...], Several(LONG_NAME, 2, 20)]
    take: Annotated[int, Range(1, 20)]
    drawn: Lots | None = None
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
    """Points that only the people at the table can count."""

    do: ClassVar[str] = "score"
    always: ClassVar[bool] = True
    cards: Points | None = None
    contracts: Points | None = None
    other: Points | None = None
    secret_tomes: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterCards(Action):
    """How many Monster cards are in the row now."""

    do: ClassVar[str] = "monster_cards"
    part: ClassVar[str] = MONSTERS
    count: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSpawn(Action):
    """Monsters appear."""

    do: ClassVar[str] = "monster_spawn"
    part: ClassVar[str] = MONSTERS
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterDefeat(SeatAction):
    """A seat defeats a monster."""

    do: ClassVar[str] = "monster_defeat"
    part: ClassVar[str] = MONSTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterLost(Action):
    """Monsters with nobody nearby are removed."""

    do: ClassVar[str] = "monster_lost"
    part: ClassVar[str] = MONSTERS
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterHit(SeatAction):
    """Monsters hit a seat."""

    do: ClassVar[str] = "monster_hit"
    part: ClassVar[str] = MONSTERS
    count: Count


ACTIONS: dict[str, type[Action]] = {
    kind.do: kind
    for kind in (
        Clank, ClankAll, Quiet, Damage, Heal, Rage, Danger, Haunt, BlackReturn, Gold, Take, Use, Drop,
        Buy, Box, Wayshrine, PlaceCubes, UnplaceCubes, ZoneMove, Leave, DragonAttack, EndTurn, Refill,
        OutTurn, DrawLots, DeckOut, Move, SetStatus, Score, MonsterCards, MonsterSpawn,
        MonsterDefeat, MonsterLost, MonsterHit, *CONTRACT_ACTIONS,
    )
}  # fmt: skip
DRAWING_ACTIONS = (DragonAttack, Refill, OutTurn)
