"""The closed vocabulary: kinds of cards, places, colours and so on, with their typed words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kernel.message import Message, gettext_noop, pgettext


@dataclass(frozen=True, slots=True)
class Word:
    """One key of the vocabulary, its label, and what a member may type for it (see ``lexicon``)."""

    key: str
    label: str
    typed: str

    @property
    def sentence(self) -> Message:
        """The label, ready to be translated."""
        return Message(self.label)


Vocabulary = Mapping[str, Word]


def _vocabulary(words: Iterable[Word]) -> Vocabulary:
    return MappingProxyType({word.key: word for word in words})


KINDS = _vocabulary(
    (
        Word("blue", gettext_noop("blue card"), pgettext("typed card", "blue")),
        Word("monster", gettext_noop("monster"), pgettext("typed card", "monster|red")),
        Word("reserve", gettext_noop("reserve card"), pgettext("typed card", "reserve")),
        Word("starting", gettext_noop("starting card"), pgettext("typed card", "starting")),
        Word(
            "group",
            gettext_noop("group contract"),
            pgettext("typed card", "group|white"),
        ),
        Word("solo", gettext_noop("solo contract"), pgettext("typed card", "solo")),
        Word("contract", gettext_noop("contract"), pgettext("typed card", "contract")),
        Word("oil", gettext_noop("Burn the Midnight Oil"), pgettext("typed card", "oil")),
        Word(
            "employee",
            gettext_noop("Employee of the Month"),
            pgettext("typed card", "employee"),
        ),
        Word("patron", gettext_noop("patron card"), pgettext("typed card", "patron")),
        Word("other", gettext_noop("other card"), pgettext("typed card", "other")),
    )
)

PLACES = _vocabulary(
    (
        Word("cardporium", gettext_noop("Cardporium"), pgettext("typed place", "cardporium")),
        Word(
            "adventure",
            gettext_noop("adventure deck"),
            pgettext("typed place", "adventure"),
        ),
        Word("starting", gettext_noop("starting deck"), pgettext("typed place", "starting|deck")),
        Word("reserve", gettext_noop("reserve"), pgettext("typed place", "reserve")),
        Word("row", gettext_noop("contracts row"), pgettext("typed place", "row")),
        Word("supply", gettext_noop("supply"), pgettext("typed place", "supply")),
        Word("cabinet", gettext_noop("Filing Cabinet"), pgettext("typed place", "cabinet")),
        Word("tuckbox", gettext_noop("tuckbox"), pgettext("typed place", "tuckbox")),
        Word("box", gettext_noop("game box"), pgettext("typed place", "box")),
        Word("destroyed", gettext_noop("destroyed"), pgettext("typed place", "destroyed")),
    )
)
OWNED_PLACES = frozenset({"starting", "supply", "tuckbox"})
"""Places that belong to one character."""

COLOURS = _vocabulary(
    (
        Word("blue", gettext_noop("blue"), pgettext("typed colour", "blue")),
        Word("green", gettext_noop("green"), pgettext("typed colour", "green")),
        Word("red", gettext_noop("red"), pgettext("typed colour", "red")),
        Word("yellow", gettext_noop("yellow"), pgettext("typed colour", "yellow")),
        Word("purple", gettext_noop("purple"), pgettext("typed colour", "purple")),
        Word("black", gettext_noop("black"), pgettext("typed colour", "black")),
        Word("white", gettext_noop("white"), pgettext("typed colour", "white")),
        Word("orange", gettext_noop("orange"), pgettext("typed colour", "orange")),
    )
)

TRACKS = _vocabulary(
    (
        Word(
            "midnight-oil",
            gettext_noop("Burn the Midnight Oil"),
            pgettext("typed track", "midnight oil|oil"),
        ),
        Word(
            "checkmarks",
            gettext_noop("Checkmarks of Grudging Approval"),
            pgettext("typed track", "checkmarks|approval"),
        ),
        Word(
            "goals",
            gettext_noop("Personal Goals"),
            pgettext("typed track", "goals|personal goals"),
        ),
        Word(
            "dran",
            gettext_noop("Dran Enterprises Track"),
            pgettext("typed track", "dran|dran enterprises"),
        ),
    )
)

LEVELS = _vocabulary(
    (
        Word("copper", gettext_noop("Copper"), pgettext("typed level", "copper")),
        Word("silver", gettext_noop("Silver"), pgettext("typed level", "silver")),
        Word("gold", gettext_noop("Gold"), pgettext("typed level", "gold")),
    )
)

HOUSE_TOKENS = _vocabulary(
    (
        Word("market", gettext_noop("sold on the market"), pgettext("typed token", "market")),
        Word("major", gettext_noop("major secret"), pgettext("typed token", "major|major secret")),
        Word("minor", gettext_noop("minor secret"), pgettext("typed token", "minor|minor secret")),
        Word("other", gettext_noop("something else"), pgettext("typed token", "other")),
    )
)

BOXES = _vocabulary(
    (
        Word("always", gettext_noop("always"), pgettext("typed box", "always")),
        Word("completed", gettext_noop("only if completed"), pgettext("typed box", "completed")),
        Word("failed", gettext_noop("only if failed"), pgettext("typed box", "failed")),
    )
)

WHEN = _vocabulary(
    (
        Word("now", gettext_noop("at once"), pgettext("typed time", "now")),
        Word("turn", gettext_noop("after your turn"), pgettext("typed time", "turn")),
        Word("scoring", gettext_noop("after scoring"), pgettext("typed time", "scoring")),
    )
)
