"""The campaigns there are: one TOML file each, strictly checked, with numbers and names only."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from campaign.rules.shapes import ShapeError, build
from campaign.rules.words import COLOURS, KINDS, LEVELS, PLACES, TRACKS, Vocabulary


class CampaignError(ValueError):
    """A campaign that is unknown, or a file with a fault; the message names file and place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How many may play one game."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of card: where a fetched one goes, and whether marks may be put on it."""

    key: str
    place: str
    markable: bool = False
    contract: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRule:
    """A row of boxes to tick, shared or each character's own; ``boxes`` 0 means unknown."""

    key: str
    shared: bool = False
    boxes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestones:
    """The milestone spaces of a Journal; ``spaces`` 0 means their number is unknown."""

    thresholds: tuple[int, ...]
    spaces: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotPage:
    """The rules sticker slots seen on one page of the rulebook."""

    page: int
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stickers:
    """Which sheets and groups hold the stickers that the rules name."""

    mark: str = ""
    milestone: str = ""
    remnant: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplies:
    """What the setup asks for, where the rulebook says so; a rage space by number of players."""

    black_cubes: int = 0
    cubes: int = 0
    markers: int = 0
    hand: int = 0
    starting_clank: tuple[int, ...] = ()
    rage_start: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What one kind of campaign has and allows (docs/rules.md 8.1 to 8.3, 8.32).

    ``edition`` is empty where any edition will do; ``games`` 0 means as many as the group likes.
    The keys of ``setup`` and ``cleanup`` name the steps of the walk-through, in order.
    """

    slug: str
    name: str
    edition: str
    players: Players
    verbs: tuple[str, ...]
    kinds: tuple[Kind, ...]
    places: tuple[str, ...]
    colours: tuple[str, ...]
    setup: tuple[str, ...]
    cleanup: tuple[str, ...]
    games: int = 0
    journals: int = 0
    card_digits: int = 3
    sheets: str = ""
    runestones: int = 0
    rulebook_pages: int = 0
    after_passage: str = ""
    hidden_setup_slot: str = ""
    contracts_first: bool = False
    stickers: Stickers = Stickers()
    supplies: Supplies = Supplies()
    slots: tuple[SlotPage, ...] = ()
    milestones: Milestones | None = None
    tracks: tuple[TrackRule, ...] = ()
    levels: tuple[str, ...] = ()
    starting_deck: Mapping[str, int] = field(default_factory=dict)
    midnight_oil: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def kind(self, key: str) -> Kind | None:
        """The rule for one kind of card, or nothing where the kind is unknown here."""
        return next((kind for kind in self.kinds if kind.key == key), None)

    @property
    def contract_kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards that are contracts."""
        return tuple(kind for kind in self.kinds if kind.contract)

    @property
    def shares_victory(self) -> bool:
        """Whether several may win a game: where no card goes to the one who did."""
        return not {"employee", "valuable"} & set(self.verbs)

    def track(self, key: str) -> TrackRule:
        """The rule for one of its tracks."""
        return {track.key: track for track in self.tracks}[key]


_FOLDER = files("campaign.rules.campaigns")


@cache
def slugs() -> tuple[str, ...]:
    """The campaigns there are, in alphabetical order."""
    names = sorted(path.name for path in _FOLDER.iterdir())
    return tuple(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@cache
def load(slug: str) -> Campaign:
    """The campaign of that name; raises CampaignError where there is none, or its file is wrong."""
    if slug not in slugs():
        raise CampaignError(
            f"There is no campaign called {slug!r}; there are {', '.join(slugs())}."
        )
    return read(_FOLDER.joinpath(f"{slug}.toml").read_text(encoding="utf-8"), slug)


def read(text: str, slug: str) -> Campaign:
    """A campaign from the text of its file; raises CampaignError with the place of any fault."""
    try:
        raw = tomllib.loads(text)
        campaign = build(Campaign, {"slug": slug, **raw}, slug)
        _check(campaign)
    except (tomllib.TOMLDecodeError, ShapeError) as error:
        raise CampaignError(str(error)) from error
    return campaign


def _check(campaign: Campaign) -> None:
    at = campaign.slug
    _known(f"{at}.kinds", tuple(kind.key for kind in campaign.kinds), KINDS)
    _known(f"{at}.kinds", tuple(kind.place for kind in campaign.kinds), PLACES)
    _known(f"{at}.places", campaign.places, PLACES)
    _known(f"{at}.colours", campaign.colours, COLOURS)
    _known(f"{at}.tracks", tuple(track.key for track in campaign.tracks), TRACKS)
    _known(f"{at}.levels", campaign.levels, LEVELS)
    if not 1 <= campaign.players.least <= campaign.players.most:
        raise ShapeError(f"{at}.players", "least must be 1 or more and not above most")


def _known(at: str, keys: tuple[str, ...], words: Vocabulary) -> None:
    for key in keys:
        if key not in words:
            raise ShapeError(at, "{key} is no word of the vocabulary", key=repr(key))
