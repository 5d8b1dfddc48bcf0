"""Finds what people typed or read: characters, cards, contracts, and lines of the ledger.

Only what the ledger knows is found: a thing that nobody has opened is in no ledger, and what was
written and struck counts as never opened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from campaign.errors import translate
from campaign.models import Campaign, Card, Character, Contract
from campaign.rules import ledger
from campaign.rules.entries import Entry, standing
from campaign.rules.labels import card_label, character_label, contract_label
from campaign.rules.state import State
from campaign.rules.verbs.index import VERBS
from campaign.selectors.ledger import entries_of, state_of
from campaign.topics import TOPICS
from kernel.errors import UnreadableError
from kernel.message import Message

MOST_ENTRIES = 40
"""How many lines of one ledger are listed, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundThing:
    """A card, a character or a contract, as the ledger calls it."""

    campaign: UUID
    kind: str
    key: str
    label: Message | str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """A line of a ledger that stands."""

    campaign: UUID
    number: int
    game: int
    topic: str
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Things first, then lines, the newest first; ``more`` says that lines were left out."""

    things: tuple[FoundThing, ...]
    entries: tuple[FoundEntry, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words of a search. Numbers are found as a whole, with or without leading zeros."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, typed: str) -> "Wanted":
        return cls(tuple(typed.casefold().split()))

    def fits(self, *texts: str) -> bool:
        text = " ".join(texts).casefold()
        tokens = {_number(token) for token in text.replace("-", " ").split()}
        return all(
            _number(word) in tokens if word.isdecimal() else word in text for word in self.words
        )


def _number(token: str) -> str:
    digits = token.strip(".,:;!?()„“”\"'")
    return digits.lstrip("0") or "0" if digits.isdecimal() else digits


def search(campaigns: Sequence[Campaign], typed: str, kinds: dict[str, str]) -> Found:
    """What is found in campaigns; nothing for an empty search.

    ``kinds`` are the words for a card, a character and a contract in the reader's language.
    """
    wanted = Wanted.of(typed)
    if not wanted.words:
        return Found(things=(), entries=(), more=False)
    states = {campaign.pk: _state(campaign) for campaign in campaigns}
    things = tuple(_things(states, wanted, kinds))
    lines, more = list[FoundEntry](), False
    for campaign in campaigns:
        if state := states[campaign.pk]:
            matching = _entries(campaign, state, wanted)
            more = more or len(matching) > MOST_ENTRIES
            lines += _described(campaign, state, matching[:MOST_ENTRIES])
    return Found(things=things, entries=tuple(lines), more=more)


def _state(campaign: Campaign) -> State | None:
    """None for a ledger that cannot be folded: its things are found by their keys."""
    try:
        return state_of(campaign)
    except UnreadableError:
        return None


def _things(
    states: Mapping[UUID, State | None], wanted: Wanted, kinds: dict[str, str]
) -> Iterator[FoundThing]:
    for kind, model in (("character", Character), ("card", Card), ("contract", Contract)):
        rows = model._default_manager.filter(campaign__in=states).order_by("campaign", "order")
        for campaign, key, name in rows.values_list("campaign", "key", "name"):
            if wanted.fits(kinds[kind], key, name):
                state = states[campaign]
                label = LABELS[kind](state, key) if state else name or key
                yield FoundThing(campaign=campaign, kind=kind, key=key, label=label)


LABELS: Mapping[str, Callable[[State, str], Message | str]] = {
    "card": card_label,
    "character": character_label,
    "contract": contract_label,
}


def _entries(campaign: Campaign, state: State, wanted: Wanted) -> list[Entry]:
    """The lines that stand and fit as they were typed or as they read, the newest first."""
    lines = reversed(standing(entries_of(campaign)))
    return [
        entry
        for entry in lines
        if wanted.fits(*(typed := tuple(_texts(entry))))
        or wanted.fits(*typed, *map(translate, ledger.describe(state, entry)))
    ]


def _texts(entry: Entry) -> Iterator[str]:
    verb = VERBS.get(entry.verb)
    yield entry.verb
    if verb:
        yield translate(TOPICS[verb.topic])
    for name, value in entry.arguments.items():
        yield name
        yield from _plain(value)


def _plain(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (f"{key} {each}" for key, each in value.items())
    elif isinstance(value, Iterable) and not isinstance(value, str):
        yield from map(str, value)
    else:
        yield str(value)


def _described(campaign: Campaign, state: State, entries: Sequence[Entry]) -> Iterator[FoundEntry]:
    for entry in entries:
        yield FoundEntry(
            campaign=campaign.pk,
            number=entry.number,
            game=entry.game,
            topic=VERBS[entry.verb].topic,
            sentences=ledger.describe(state, entry),
        )
