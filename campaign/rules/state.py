"""A campaign's whole state: what all entries so far have made of the box."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from campaign.rules.campaigns import Campaign
from campaign.rules.catch_up import CatchUp

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
        """Whether it was filled by the character's own mark."""
        return not self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """One of the campaign's characters, chosen ``colour`` and ``drawn`` one; ``player`` is a member's
    key, or empty."""

    key: str
    name: str
    journal: str = ""
    colour: str = ""
    drawn: str = ""
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
    """A character's mark on a card; ``covers`` names the character whose mark it covers."""

    character: str
    game: int
    covers: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card that is part of the campaign; its key is its number, or its name if it has none.

    Without a name the ledger treats it as sealed. ``boxes`` counts its scratch-off boxes, 0 if
    unknown; ``points`` counts the point stickers, −1 each.
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
        """Whether it is gone from the campaign for good."""
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
    """A passage that was read: ``45`` in the Book, ``ben/C`` in the Journal of ben.

    ``space`` is the milestone space that it is printed at, 0 for any other passage.
    """

    key: str
    game: int
    character: str = ""
    times: int = 1
    space: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGroup:
    """A group of tokens that was punched out."""

    key: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseToken:
    """A token of the group's own, which every later table has; the key is its entry's id.

    ``count`` 0 means as many as are wanted, ``price`` None the table's own.
    """

    key: str
    name: str
    kind: str
    points: int
    game: int
    count: int = 0
    price: int | None = None
    heal: int = 0
    gold: int = 0
    rage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceMark:
    """A character's round mark on a space; a memorial is a mark for a score of 0."""

    character: str
    game: int
    memorial: bool = False
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A place on the map: runestone ``7``, waypoint ``w45`` or a name given by the group.

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
        """Whether it is destroyed: a remnant sticker is on it, and it can still be entered."""
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
    ``destroyed`` once it is put away. ``track`` has for each cube box the number of players it
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
        """Whether it is still to be completed or failed."""
        return self.status == "active"

    @property
    def in_play(self) -> bool:
        """Whether it is not put away yet, so that players may write about it."""
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
    """A note of the group, readable by all its members; the key is its entry's id."""

    key: str
    text: str
    game: int
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A row of the Mission Reports; ``players`` are in the order of the evening.

    ``status`` is ``running``, ``finished`` or ``abandoned``; ``winner`` is empty if nobody won or
    several did (docs/rules.md 8.11).
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
        """Whether the scores are written."""
        return self.status == "finished"

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won: the one named, or else all who share the highest score."""
        return (self.winner,) if self.winner else leaders(self.scores)


def leaders(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Who has the highest score; nobody if nobody is above 0 (docs/rules.md 6.26)."""
    best = max(scores.values(), default=0)
    return tuple(key for key, score in scores.items() if score == best > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything the ledger knows. Mappings are never changed in place; every entry makes new ones.

    ``campaign`` is the kind of campaign; it is not compared. ``packed`` says whether the game at
    hand has been packed away, ``waived`` names the open tasks that nobody is to do any more.
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
    house_tokens: Mapping[str, HouseToken] = field(default_factory=dict)
    spaces: Mapping[str, Space] = field(default_factory=dict)
    paths: Mapping[str, Path] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    games: Mapping[str, Game] = field(default_factory=dict)
    notes: Mapping[str, Note] = field(default_factory=dict)
    joining: Mapping[str, CatchUp] = field(default_factory=dict)
    employee: str = ""
    valuable: str = ""
    packed: bool = False
    waived: tuple[str, ...] = ()

    @property
    def current(self) -> Game | None:
        """The latest game, running or over; None before the first one."""
        return self.games.get(str(self.game))

    @property
    def running(self) -> Game | None:
        """The game that is being played now, or None."""
        game = self.current
        return game if game is not None and game.status == "running" else None

    @property
    def tonight(self) -> int:
        """The game that a new entry belongs to: the one at hand, the coming one once packed."""
        if self.current is None:
            return 1
        return self.game + 1 if self.packed and self.current.finished else self.game


COLLECTIONS = (
    "characters",
    "cards",
    "contracts",
    "stickers",
    "rules",
    "passages",
    "tokens",
    "house_tokens",
    "spaces",
    "paths",
    "tracks",
    "counters",
    "games",
    "notes",
    "joining",
)
"""The names of the state's mappings, each from key to frozen object."""


def put(items: Mapping[str, Item], key: str, item: Item) -> Mapping[str, Item]:
    """The mapping with one object added or replaced."""
    return {**items, key: item}


def number_of(campaign: Campaign, word: str) -> str:
    """A card's key as the campaign writes it: numbers get leading zeros, names stay as typed."""
    return word.zfill(campaign.card_digits) if word.isdecimal() and word.isascii() else word
