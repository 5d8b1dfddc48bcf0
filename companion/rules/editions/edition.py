"""What an edition is made of; frozen, and read strictly from plain mappings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

DIFFICULTIES = ("easy", "normal", "hard")


class EditionError(ValueError):
    """The data of an edition is wrong; the text names the place and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Number(Generic[T]):
    """A number of the game, where it comes from, and whether it is only presumed."""

    value: T
    source: str
    presumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of an edition; those that an edition does not have are None.

    `start_space` counts from 1; it and `off_clock_cubes` are lists for `by_seats`.
    `countdown` has the extra cubes of each space; the space after its last ends the game.
    """

    rage_track: Number[tuple[int, ...]]
    start_space: Number[tuple[int, ...]]
    health: Number[int]
    black_cubes: Number[int]
    player_cubes: Number[int]
    starting_clank: Number[tuple[int, ...]]
    starting_gold: Number[tuple[int, ...]]
    price: Number[int]
    escape_points: Number[int]
    ghosts: Number[int] | None = None
    off_clock_cubes: Number[tuple[int, ...]] | None = None
    countdown: Number[tuple[int, ...]] | None = None
    wayshrine_spaces: Number[int] | None = None
    coupon: Number[int] | None = None


def by_seats(values: tuple[int, ...], seats: int) -> int:
    """The value for a number of seats: a list begins with two seats, its last stands for more."""
    return values[min(seats - 2, len(values) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """Real differences between the editions' rules, each with a name."""

    bag_empty_ends: bool
    deck_out_ends: bool
    escape_clears_area: bool
    market_one_each: bool
    contracts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """What happens when a token is taken; `boxed` means that it is not kept."""

    rage: int = 0
    heal: int = 0
    lockpicks: int = 0
    haunt: bool = False
    boxed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What using a token gives; it always goes to the box."""

    gold: int = 0
    heal: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One kind of token: how many there are (None: unlimited), what it scores and does.

    `values` are the values of artifacts or crowns, one token each (None: any value, unlimited).
    `needs` and `per` are the conditions of its points. `use` None: it cannot be used.
    """

    kind: str
    text: str
    source: str
    presumed: bool = False
    count: int | None = None
    start: int = 0
    points: int = 0
    gold: int = 0
    carry: int = 0
    extra: int = 0
    needs_damage: int = 0
    needs: str | None = None
    per: str | None = None
    idol: bool = False
    silver: bool = False
    values: tuple[int, ...] | None = None
    silver_values: tuple[int, ...] | None = None
    take: Take = field(default_factory=Take)
    use: Use | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterRules:
    """One difficulty of the monster module: cards needed, most monsters, a victor's reward."""

    needed: int
    most: int
    gold: int
    clank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """An edition with its modules and house values worked in: all that the rules need to know."""

    slug: str
    name: str
    bgg_id: int
    least_players: int
    most_players: int
    modules: tuple[str, ...]
    words: Mapping[str, str]
    numbers: Numbers
    switches: Switches
    tokens: Mapping[str, Token]
    monsters: Mapping[str, MonsterRules] | None = None

    @property
    def escape_token(self) -> str:
        """The token for leaving with an artifact."""
        return self.words["escape_token"]

    @property
    def market(self) -> tuple[str, ...]:
        """What the market sells, in the order of the data."""
        return tuple(name for name, token in self.tokens.items() if token.kind == "market")

    @property
    def presumed(self) -> dict[str, Number[object]]:
        """The numbers that no text gives, by name."""
        numbers = {name: getattr(self.numbers, name) for name in Numbers.__dataclass_fields__}
        return {name: number for name, number in numbers.items() if number and number.presumed}
