"""What an edition consists of; frozen, and read strictly from plain mappings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Generic, Literal, TypeVar

from companion.rules.editions.limits import Says
from kernel.message import gettext_noop

T = TypeVar("T")

DIFFICULTIES = ("easy", "normal", "hard")
ESCAPE_TOKENS = ("mastery", "mug")
TOKEN_KINDS = {
    "artifact": gettext_noop("Artifacts"),
    "minor": gettext_noop("Minor secrets"),
    "major": gettext_noop("Major secrets"),
    "prisoner": gettext_noop("Prisoners"),
    "idol": gettext_noop("Monkey idols"),
    "lockpick": gettext_noop("Lockpicks"),
    "coupon": gettext_noop("Coupons"),
    "ore": gettext_noop("Ore"),
    "other": gettext_noop("Other tokens"),
    "market": gettext_noop("Market"),
}
"""Each kind, and the heading under which the table's page lists its tokens, in that order."""
NEEDS = ("escape_token", "idol", "crown", "secret_tomes")
COUNTED = ("wayshrine", "prisoner")
SOURCE = Says("where it is from", 1, 200)
PRESUMED = Says("true: in no text that we have, so the table's settings show it as presumed")


@dataclass(frozen=True, slots=True)
class Number(Generic[T]):
    """A number of the game (or a yes or no), its source, and whether it is only presumed."""

    value: Annotated[T, Says("the number itself")]
    source: Annotated[str, SOURCE]
    presumed: Annotated[bool, PRESUMED] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of an edition; those that an edition does not have are None.

    `start_space` counts from 1; it and `off_clock_cubes` depend on the players (`by_seats`).
    `countdown` lists the extra cubes of each space; the space after the last ends the game.
    """

    rage_track: Annotated[
        Number[tuple[int, ...]], Says("cubes of each space of the rage track", 0, 30, (1, 20))
    ]
    start_space: Annotated[
        Number[tuple[int, ...]],
        Says(
            "space the rage marker starts on, for 2, 3 … players, the last for more", 1, 20, (1, 5)
        ),
    ]
    health: Annotated[Number[int], Says("spaces of a health meter", 1, 30)]
    black_cubes: Annotated[Number[int], Says("black cubes in the bag", 0, 200)]
    player_cubes: Annotated[Number[int], Says("cubes of each player", 1, 200)]
    starting_clank: Annotated[
        Number[tuple[int, ...]], Says("Clank! at the start, seat by seat", 0, 200, (2, 6))
    ]
    starting_gold: Annotated[
        Number[tuple[int, ...]], Says("gold at the start, seat by seat", 0, 200, (2, 6))
    ]
    price: Annotated[Number[int], Says("what an item of the market costs", 0, 20)]
    escape_points: Annotated[Number[int], Says("points of the escape token", 0, 50)]
    ghosts: Annotated[
        Number[int] | None, Says("ghosts; without it the edition has none", 0, 10)
    ] = None
    off_clock_cubes: Annotated[
        Number[tuple[int, ...]] | None,
        Says(
            "cubes drawn on the turn of a seat that is out, for 2, 3 … players, the last for more",
            0,
            30,
            (1, 5),
        ),
    ] = None
    countdown: Annotated[
        Number[tuple[int, ...]] | None,
        Says("extra cubes on the spaces of a Countdown Track; one space more ends the game",
             0, 30, (1, 20)),
    ] = None  # fmt: skip
    boxed_artifacts: Annotated[
        Number[tuple[int, ...]] | None,
        Says("artifacts left in the box, for 2, 3 … players, the last for more", 0, 20, (1, 5)),
    ] = None
    wayshrine_spaces: Annotated[
        Number[int] | None, Says("marks that one Wayshrine holds; without it there are none", 1, 10)
    ] = None
    coupon: Annotated[Number[int] | None, Says("what a Discount Coupon takes off", 0, 20)] = None


def by_seats(values: tuple[int, ...], seats: int) -> int:
    """The value for a number of seats: the first is for two, the last for all higher numbers."""
    return values[min(seats - 2, len(values) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """Differences between the rules of the editions, each with a name."""

    bag_empty_ends: Annotated[
        Number[bool], Says("a bag that is empty after an attack ends the game")
    ]
    deck_out_ends: Annotated[Number[bool], Says("a row that cannot be refilled ends the game")]
    escape_clears_area: Annotated[
        Number[bool], Says("whoever escapes takes the own cubes out of the area")
    ]
    market_one_each: Annotated[Number[bool], Says("a buyer holds one of each item of the market")]
    contracts: Annotated[Number[bool], Says("contracts lie on the table")] = Number(
        value=False, source="left out"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """What happens when a token is taken; a `boxed` one is not kept."""

    rage: Annotated[int, Says("spaces that the rage marker moves", -2, 2)] = 0
    heal: Annotated[int, Says("damage healed", 0, 10)] = 0
    lockpicks: Annotated[int, Says("lockpicks that come with it", 0, 10)] = 0
    haunt: Annotated[bool, Says("true: a ghost joins the Clank! area")] = False
    boxed: Annotated[bool, Says("true: it goes to the box at once")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What using a token gives; it always goes to the box."""

    gold: Annotated[int, Says("gold", 0, 20)] = 0
    heal: Annotated[int, Says("damage healed", 0, 10)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One kind of token: how many there are (None: unlimited), what it scores and does.

    `values` are the values of artifacts or crowns, one token each (None: any value, unlimited).
    `needs` and `per` are the conditions of its points. `use` None: it cannot be used. `name` None:
    it has one of our own names.
    """

    kind: Annotated[str, Says("what it is; `market`: it can be bought", words=tuple(TOKEN_KINDS))]
    text: Annotated[str, Says("what it does, one sentence", 1, 200)]
    source: Annotated[str, SOURCE]
    name: Annotated[str | None, Says("its name, where our words have none for its key", 1, 60)] = (
        None
    )
    presumed: Annotated[bool, PRESUMED] = False
    count: Annotated[int | None, Says("how many there are; left out: without limit", 1, 99)] = None
    start: Annotated[int, Says("how many every seat has at the start", 0, 10)] = 0
    price: Annotated[int | None, Says("its own price on the market", 0, 20)] = None
    points: Annotated[int, Says("points at the end", -20, 50)] = 0
    gold: Annotated[int, Says("gold that it counts as at the end", 0, 20)] = 0
    carry: Annotated[int, Says("artifacts more that its holder can carry", 0, 6)] = 0
    extra: Annotated[int, Says("crown: how many more of a value told when taken", 0, 6)] = 0
    needs_damage: Annotated[int, Says("damage that a buyer must have", 0, 30)] = 0
    needs: Annotated[str | None, Says("its points count only with this", words=NEEDS)] = None
    per: Annotated[str | None, Says("its points count once for each of these", words=COUNTED)] = (
        None
    )
    idol: Annotated[bool, Says("true: it counts as a monkey idol")] = False
    silver: Annotated[bool, Says("artifact: true: there are silver ones")] = False
    values: Annotated[
        tuple[int, ...] | None,
        Says("artifact, crown: its values, one token each; left out: any value", 1, 99, (1, 40)),
    ] = None
    known_values: Annotated[
        tuple[int, ...] | None,
        Says("artifact of any value: those that are known, offered as buttons", 1, 99, (1, 40)),
    ] = None
    silver_values: Annotated[
        tuple[int, ...] | None, Says("artifact: the values of the silver ones", 1, 99, (1, 40))
    ] = None
    take: Annotated[Take, Says("what taking it does")] = field(default_factory=Take)
    use: Annotated[
        Use | None, Says("what using it does, after which it goes to the box; left out: it is kept")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Kinds of tokens that share a total; `count` None: the total is unknown or unlimited."""

    tokens: Annotated[tuple[str, ...], Says("the kinds in it", 1, 30, (1, 60))]
    source: Annotated[str, SOURCE]
    count: Annotated[int | None, Says("how many there are of all together", 1, 200)] = None
    presumed: Annotated[bool, PRESUMED] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterRules:
    """One difficulty of the monster module: cards needed, most monsters, the reward."""

    needed: Annotated[int, Says("Monster cards needed in the row", 0, 10)]
    most: Annotated[int, Says("most monsters at once", 1, 10)]
    gold: Annotated[int, Says("gold for a victor", 0, 20)]
    clank: Annotated[int, Says("Clank! that a victor makes", 0, 10)]
    source: Annotated[str, Says("where it is from", 0, 200)] = ""
    presumed: Annotated[bool, PRESUMED] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The edition's own words for some things."""

    deep: Annotated[str, Says("where a knock-out scores 0, as in “the Depths”", 1, 60)]
    safe: Annotated[str, Says("everywhere else, as in “above the Depths”", 1, 60)]
    exit: Annotated[str, Says("where one leaves, as in “the Crypt”", 1, 60)]
    row: Annotated[str, Says("the row of cards, as in “the dungeon row”", 1, 60)]
    escape_token: Annotated[
        str, Says("the token for leaving with an artifact", words=ESCAPE_TOKENS)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """An edition with its modules and house values applied: all that the rules need to know.

    `contracts_read` says when the AFTER YOUR TURN part of a contract is read.
    """

    slug: str
    name: Annotated[str, Says("the game's name", 1, 60)]
    least_players: Annotated[int, Says("fewest players", 2, 6)]
    most_players: Annotated[int, Says("most players", 2, 6)]
    modules: tuple[str, ...]
    words: Annotated[Mapping[str, str], Says("what it calls a few things")]
    numbers: Annotated[Numbers, Says("its numbers")]
    switches: Annotated[Switches, Says("its rules that are not the same everywhere")]
    tokens: Annotated[Mapping[str, Token], Says("its tokens by their keys", size=(1, 120))]
    bgg_id: Annotated[int, Says("its number at BoardGameGeek, for BG Stats", 0, 10_000_000)] = 0
    groups: Annotated[Mapping[str, Group], Says("kinds that share a total", size=(0, 20))] = field(
        default_factory=dict
    )
    contracts_read: Annotated[
        Literal["next_turn", "end_turn"],
        Says("when a contract's AFTER YOUR TURN is read: `next_turn`, once the next turn has begun, "
             "or `end_turn`, when the turn is ended"),
    ] = "next_turn"  # fmt: skip
    monsters: Mapping[str, MonsterRules] | None = None

    @property
    def escape_token(self) -> str:
        """The name of the token for leaving with an artifact."""
        return self.words["escape_token"]

    def group_of(self, key: str) -> str | None:
        """The group whose total a kind of token shares, or None."""
        return next((name for name, group in self.groups.items() if key in group.tokens), None)

    @property
    def market(self) -> tuple[str, ...]:
        """What the market sells, in the order of the data."""
        return tuple(name for name, token in self.tokens.items() if token.kind == "market")

    @property
    def presumed(self) -> dict[str, Number[object]]:
        """The numbers and switches that are only presumed, by name."""
        parts = (self.numbers, self.switches)
        numbers = {
            name: getattr(part, name) for part in parts for name in part.__dataclass_fields__
        }
        return {name: number for name, number in numbers.items() if number and number.presumed}
