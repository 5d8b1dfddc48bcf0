"""A campaign's whole state: what every entry so far has made of the box."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from campaign.rules.campaigns import Campaign

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """One filled milestone space: a MILESTONE sticker, or a mark sticker with an empty label."""

    space: int
    label: str
    game: int
    crossed: bool = False

    @property
    def is_mark(self) -> bool:
        """Filled by the character's own mark."""
        return not self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """One of the campaign's characters; ``player`` is the campaign's key of a member, or empty."""

    key: str
    name: str
    journal: str = ""
    colour: str = ""
    player: str = ""
    joined_in: int = 0
    level: str = ""
    milestones: tuple[Milestone, ...] = ()
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a card is; starting decks, supplies and tuckboxes belong to a character."""

    where: str
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A character's mark on a card; ``covers`` names whose mark lies beneath it."""

    character: str
    game: int
    covers: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card that is in play for good; its key is its number, or its name where it has none.

    Without a name it is still sealed to the ledger. ``boxes`` counts its scratch-off boxes, 0
    where nobody has said; ``points`` counts the point stickers, −1 each.
    """

    key: str
    place: Place
    name: str = ""
    kind: str = ""
    fetched_in: int = 0
    marks: tuple[Mark, ...] = ()
    points: int = 0
    boxes: int = 0
    scratched: int = 0

    @property
    def destroyed(self) -> bool:
        """Gone from the campaign for good."""
        return self.place.where == "destroyed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sticker:
    """A sticker that was applied; the key is its entry's id, ``target`` is like ``card:017``."""

    key: str
    label: str
    target: str
    note: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSticker:
    """A rules sticker in the rulebook; ``printed`` says whether that slot is known to exist."""

    key: str
    printed: bool
    note: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage that was read: ``45`` in the Book, ``ben/C`` in the Journal of ben."""

    key: str
    game: int
    character: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGroup:
    """A group of tokens that was punched out."""

    key: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceMark:
    """A character's round mark on a space; a memorial is one for a score of 0."""

    character: str
    game: int
    memorial: bool = False
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A place on the map: runestone ``7``, waypoint ``w45`` or a name of the group's own.

    ``x`` and ``y`` are thousandths of the drawing's width and height, −1 while not arranged.
    """

    key: str
    name: str = ""
    x: int = -1
    y: int = -1
    remnant_in: int = -1
    marks: tuple[SpaceMark, ...] = ()

    @property
    def remnant(self) -> bool:
        """Destroyed: a remnant sticker lies on it, and it can still be entered."""
        return self.remnant_in >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A path between two spaces of the drawing; the key is like ``7|w45``."""

    key: str
    start: str
    end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BackBox:
    """One instruction on a contract's back: for whom, when, and in which game it was done."""

    kind: str
    when: str
    text: str
    done_in: int = -1

    @property
    def done(self) -> bool:
        """Whether it has been carried out."""
        return self.done_in >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A destination marker on a space."""

    space: str
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract on the table; the key is its card's.

    ``status`` is ``active``, ``completed`` or ``failed``; after that ``fate`` says ``kept`` or
    ``destroyed`` once it is put away. ``track`` gives for each cube box the number of players it
    is for, 0 for none. ``stars`` are those who completed it, ``earlier`` those who did so before
    it came to the table again. ``deadline`` 0 means none.
    ``turn_reached`` says that its owner has come to the end of the turn.
    """

    key: str
    group: bool
    owner: str = ""
    name: str = ""
    fetched_in: int = 0
    deadline: int = 0
    has_setup: bool = False
    setup_in: int = -1
    boxes: int = 0
    ticked: int = 0
    track: tuple[int, ...] = ()
    cubes: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()
    status: str = "active"
    stars: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    resolved_in: int = -1
    turn_reached: bool = False
    back: tuple[BackBox, ...] = ()
    points: int | None = None
    bonus: int = 0
    fate: str = ""

    @property
    def active(self) -> bool:
        """Still to be completed or failed."""
        return self.status == "active"

    @property
    def in_play(self) -> bool:
        """Not put away yet, so that players may write about it."""
        return not self.fate


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """Ticked boxes of a track; the key is like ``midnight-oil/ana``, or ``dran`` if shared.

    ``lately`` of them were ticked in ``game``, the game of the last tick.
    """

    key: str
    ticked: int
    game: int = -1
    lately: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A number the group keeps for itself."""

    key: str
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A line of the group's own, readable by all its members; the key is its entry's id."""

    key: str
    text: str
    game: int
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A row of the Mission Reports; ``players`` stand in the order of the evening.

    ``status`` is ``running``, ``finished`` or ``abandoned``; ``winner`` is empty where nobody won,
    and where several did (docs/rules.md 8.11).
    """

    key: str
    number: int
    players: tuple[str, ...]
    side: str = ""
    date: str = ""
    prologue: str = ""
    epilogue: str = ""
    status: str = "running"
    scores: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""
    table: str = ""

    @property
    def finished(self) -> bool:
        """The scores are written."""
        return self.status == "finished"

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won: the one that is named, else all who share the highest score."""
        return (self.winner,) if self.winner else leaders(self.scores)


def leaders(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Who has the highest score; nobody where nobody is above 0 (docs/rules.md 6.26)."""
    best = max(scores.values(), default=0)
    return tuple(key for key, score in scores.items() if score == best > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything the ledger knows. Mappings are never changed in place: every entry makes a new one.

    ``campaign`` is what kind of campaign it is; it takes no part in comparisons.
    """

    campaign: Campaign = field(compare=False)
    game: int = 0
    characters: Mapping[str, Character] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    stickers: Mapping[str, Sticker] = field(default_factory=dict)
    rules: Mapping[str, RulesSticker] = field(default_factory=dict)
    passages: Mapping[str, Passage] = field(default_factory=dict)
    tokens: Mapping[str, TokenGroup] = field(default_factory=dict)
    spaces: Mapping[str, Space] = field(default_factory=dict)
    paths: Mapping[str, Path] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    games: Mapping[str, Game] = field(default_factory=dict)
    notes: Mapping[str, Note] = field(default_factory=dict)
    employee: str = ""
    valuable: str = ""

    @property
    def current(self) -> Game | None:
        """The latest game, whether running or over; nothing before the first one."""
        return self.games.get(str(self.game))

    @property
    def running(self) -> Game | None:
        """The game that is being played now."""
        game = self.current
        return game if game is not None and game.status == "running" else None


COLLECTIONS = (
    "characters",
    "cards",
    "contracts",
    "stickers",
    "rules",
    "passages",
    "tokens",
    "spaces",
    "paths",
    "tracks",
    "counters",
    "games",
    "notes",
)
"""The names of the state's mappings, each from key to frozen object."""


def put(items: Mapping[str, Item], key: str, item: Item) -> Mapping[str, Item]:
    """The mapping with one object added or replaced."""
    return {**items, key: item}


def number_of(campaign: Campaign, word: str) -> str:
    """A card's key as the campaign writes it: digits are filled up, names stay as typed."""
    return word.zfill(campaign.card_digits) if word.isdecimal() and word.isascii() else word
