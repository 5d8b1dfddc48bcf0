"""The kinds of campaigns: a TOML file each, strictly checked, with numbers and names only."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from campaign.rules.words import COLOURS, KINDS, LEVELS, PLACES, TRACKS, Vocabulary
from kernel.reading import ReadingError, build


class CampaignFileError(ValueError):
    """A campaign that is unknown, or a file with a fault; the message names file and place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How many may play one game."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of card: where a fetched one goes, and whether it can be marked."""

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
    """The sheets and groups of the stickers that the rules mention."""

    mark: str = ""
    milestone: str = ""
    remnant: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplies:
    """What the setup needs, as far as the rulebook says so; rage spaces by number of players."""

    black_cubes: int = 0
    cubes: int = 0
    markers: int = 0
    hand: int = 0
    starting_clank: tuple[int, ...] = ()
    rage_start: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What one kind of campaign has and allows (docs/rules.md 8.1 to 8.3, 8.32).

    ``edition`` is empty if any edition will do; ``games`` 0 means as many as the group likes.
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
        """The rule for one kind of card, or None if this campaign does not have that kind."""
        return next((kind for kind in self.kinds if kind.key == key), None)

    def burns_oil(self, card: str) -> bool:
        """Whether a card is a Burn the Midnight Oil."""
        return any(card in cards for cards in self.midnight_oil.values())

    @property
    def contract_kinds(self) -> tuple[Kind, ...]:
        """The kinds of cards that are contracts."""
        return tuple(kind for kind in self.kinds if kind.contract)

    @property
    def shares_victory(self) -> bool:
        """Whether several may win a game: only if no card goes to the winner."""
        return not {"employee", "valuable"} & set(self.verbs)

    def track(self, key: str) -> TrackRule:
        """The rule for one of its tracks."""
        return {track.key: track for track in self.tracks}[key]


_FOLDER = files("campaign.rules.campaigns")


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all kinds of campaigns, in alphabetical order."""
    names = sorted(path.name for path in _FOLDER.iterdir())
    return tuple(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@cache
def load(slug: str) -> Campaign:
    """The campaign of that slug; raises CampaignFileError if there is none or its file is wrong."""
    if slug not in slugs():
        raise CampaignFileError(
            f"There is no campaign called {slug!r}; there are {', '.join(slugs())}."
        )
    return read(_FOLDER.joinpath(f"{slug}.toml").read_text(encoding="utf-8"), slug)


def read(text: str, slug: str) -> Campaign:
    """A campaign from the text of its file; raises CampaignFileError with the place of a fault."""
    try:
        raw = tomllib.loads(text)
        campaign = build(Campaign, {"slug": slug, **raw}, slug)
        _check(campaign)
    except (tomllib.TOMLDecodeError, ReadingError) as error:
        raise CampaignFileError(str(error)) from error
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
        raise ReadingError(f"{at}.players", "least must be 1 or more and not above most")


def _known(at: str, keys: tuple[str, ...], words: Vocabulary) -> None:
    for key in keys:
        if key not in words:
            raise ReadingError(at, "{key} is no word of the vocabulary", key=repr(key))
