"""The closed vocabulary: kinds of cards, places, colours and the like, with their words in the line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from campaign.rules.sentences import Sentence, gettext_noop


@dataclass(frozen=True, slots=True)
class Word:
    """One key of the vocabulary, its label, and what a member may type for it."""

    key: str
    label: str
    typed: tuple[str, ...]

    @property
    def sentence(self) -> Sentence:
        """The label, ready to be translated."""
        return Sentence(self.label)


Vocabulary = Mapping[str, Word]


def _vocabulary(words: Iterable[Word]) -> Vocabulary:
    return MappingProxyType({word.key: word for word in words})


KINDS = _vocabulary(
    (
        Word("blue", gettext_noop("blue card"), ("blue", "blau")),
        Word("monster", gettext_noop("monster"), ("monster", "red", "rot")),
        Word("reserve", gettext_noop("reserve card"), ("reserve", "reservekarte")),
        Word("starting", gettext_noop("starting card"), ("starting", "startkarte")),
        Word(
            "group",
            gettext_noop("group contract"),
            ("group", "white", "weiß", "gruppe", "gruppenauftrag"),
        ),
        Word("solo", gettext_noop("solo contract"), ("solo", "einzel", "einzelauftrag")),
        Word("contract", gettext_noop("contract"), ("contract", "auftrag")),
        Word("oil", gettext_noop("Burn the Midnight Oil"), ("oil", "nachtschicht", "überstunden")),
        Word(
            "employee",
            gettext_noop("Employee of the Month"),
            ("employee", "angestellter", "mitarbeiter"),
        ),
        Word("patron", gettext_noop("patron card"), ("patron", "gönner")),
        Word("other", gettext_noop("other card"), ("other", "sonstige", "andere")),
    )
)

PLACES = _vocabulary(
    (
        Word("cardporium", gettext_noop("Cardporium"), ("cardporium",)),
        Word(
            "adventure",
            gettext_noop("adventure deck"),
            ("adventure", "abenteuer", "abenteuerstapel", "abenteuerdeck"),
        ),
        Word("starting", gettext_noop("starting deck"), ("starting", "deck", "startdeck")),
        Word("reserve", gettext_noop("reserve"), ("reserve",)),
        Word("row", gettext_noop("contracts row"), ("row", "reihe", "auftragsreihe")),
        Word("supply", gettext_noop("supply"), ("supply", "bestand", "vorrat")),
        Word("cabinet", gettext_noop("Filing Cabinet"), ("cabinet", "aktenschrank")),
        Word("tuckbox", gettext_noop("tuckbox"), ("tuckbox", "schachtel", "kartenschachtel")),
        Word("box", gettext_noop("game box"), ("box", "kiste", "spielschachtel")),
        Word("destroyed", gettext_noop("destroyed"), ("destroyed", "vernichtet", "zerstört")),
    )
)
OWNED_PLACES = frozenset({"starting", "supply", "tuckbox"})
"""Places that belong to one character."""

COLOURS = _vocabulary(
    (
        Word("blue", gettext_noop("blue"), ("blue", "blau")),
        Word("green", gettext_noop("green"), ("green", "grün")),
        Word("red", gettext_noop("red"), ("red", "rot")),
        Word("yellow", gettext_noop("yellow"), ("yellow", "gelb")),
        Word("purple", gettext_noop("purple"), ("purple", "lila")),
        Word("black", gettext_noop("black"), ("black", "schwarz")),
        Word("white", gettext_noop("white"), ("white", "weiß")),
        Word("orange", gettext_noop("orange"), ("orange",)),
    )
)

TRACKS = _vocabulary(
    (
        Word(
            "midnight-oil",
            gettext_noop("Burn the Midnight Oil"),
            ("midnight oil", "oil", "nachtschicht", "überstunden"),
        ),
        Word(
            "checkmarks",
            gettext_noop("Checkmarks of Grudging Approval"),
            ("checkmarks", "approval", "anerkennung", "häkchen"),
        ),
        Word(
            "goals",
            gettext_noop("Personal Goals"),
            ("goals", "personal goals", "ziele", "persönliche ziele"),
        ),
        Word("dran", gettext_noop("Dran Enterprises Track"), ("dran", "dran enterprises")),
    )
)

LEVELS = _vocabulary(
    (
        Word("copper", gettext_noop("Copper"), ("copper", "kupfer")),
        Word("silver", gettext_noop("Silver"), ("silver", "silber")),
        Word("gold", gettext_noop("Gold"), ("gold",)),
    )
)

BOXES = _vocabulary(
    (
        Word("always", gettext_noop("always"), ("always", "immer")),
        Word("completed", gettext_noop("only if completed"), ("completed", "erfüllt")),
        Word("failed", gettext_noop("only if failed"), ("failed", "gescheitert")),
    )
)

WHEN = _vocabulary(
    (
        Word("now", gettext_noop("at once"), ("now", "sofort")),
        Word("turn", gettext_noop("after your turn"), ("turn", "zug")),
        Word("scoring", gettext_noop("after scoring"), ("scoring", "wertung")),
    )
)
