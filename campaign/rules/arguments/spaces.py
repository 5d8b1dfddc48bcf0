"""Arguments that name a space of the map, or anything else a sticker goes on."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.arguments.cards import CardRef
from campaign.rules.arguments.characters import CHARACTER
from campaign.rules.arguments.kind import (
    Choice,
    Kind,
    Reading,
    Ref,
    own_name,
    pick,
    quoted,
    unquoted,
)
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import space_label
from campaign.rules.lexicon import Lexicon
from campaign.rules.state import State
from kernel.message import Param, gettext_noop, pgettext


def _exactly(word: str, known: Iterable[Choice]) -> str:
    """The key of the only known thing with exactly that name; empty if there is none or several."""
    label = word.casefold()
    fits = {c.value for c in known if label == c.typed.strip('"').casefold()}
    return fits.pop() if len(fits) == 1 else ""


@dataclass(frozen=True, slots=True)
class SpaceRef(Kind):
    """A space of the map: runestone 7, waypoint w45, or a name given by the group."""

    expected: str = gettext_noop("a runestone such as 7, a waypoint such as w45, or a name")
    nouns: str = pgettext("typed noun", "space|runestone")
    most_words: int = 3
    minds_quotes: bool = True

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """``7``, ``w45`` or the name."""
        word = raw.strip() if isinstance(raw, str) else ""
        if re.fullmatch(r"[0-9]{1,3}", word):
            number = int(word)
            fits = number > 0 and (number <= campaign.runestones or not campaign.runestones)
            return str(number) if fits else self.refuse()
        if match := re.fullmatch(r"[wW]([0-9]{1,3})", word):
            return f"w{int(match[1])}"
        return own_name(word, 40) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a known space's name; a new name must be quoted."""
        word, new = unquoted(" ".join(words))
        if re.fullmatch(r"[wW]?[0-9]+", words[0]):
            return self.clean(word, reading.campaign) if len(words) == 1 else self.refuse()
        known = self.choices(reading)
        if new:
            return _exactly(word, known) or self.clean(word, reading.campaign)
        return pick(word, known, LedgerError("unknown_space", word=word))

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The spaces known so far."""
        state = reading.state
        spaces = state.spaces.items()
        return tuple(Choice(k, space_label(state, k), quoted(s.name or k)) for k, s in spaces)

    def show(self, value: Value, state: State) -> Param:
        """The space's number and name."""
        return space_label(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The space."""
        return (Ref("space", str(value)),)


@dataclass(frozen=True, slots=True)
class Target(Kind):
    """Where a sticker goes: ``card:017``, ``space:7``, ``character:ana`` or ``thing:a name``.

    ``whole`` accepts only complete known names, because any word may follow in the line.
    """

    whole: bool = False

    expected: str = gettext_noop("a card, “space 7”, a character, or another thing in quotes")
    most_words: int = 4
    minds_quotes: bool = True

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The kind of thing, a colon, and its key."""
        kind, colon, key = raw.partition(":") if isinstance(raw, str) else ("", "", "")
        inner = TARGETS.get(kind)
        if not colon or (inner is None and kind != "thing"):
            self.refuse()
        return (
            f"{kind}:{inner.clean(key, campaign) if inner else own_name(key, 40) or self.refuse()}"
        )

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A card's number, ``space`` and a space, the beginning of a known name, or else a thing.

        Anything else is named in quotation marks.
        """
        if words[0].casefold() in reading.lexicon.words(_SPACE) and len(words) > 1:
            return f"space:{SpaceRef().read(words[1:], reading)}"
        if words[0].casefold() in reading.lexicon.words(CardRef().nouns) and words[1:]:
            return self._card(words, reading)
        return self._by_name(words, reading)

    def _by_name(self, words: tuple[str, ...], reading: Reading) -> Value:
        word, new = unquoted(" ".join(words))
        if word.isdecimal() and not self.whole:
            return self.clean(f"card:{word}", reading.campaign)
        if word in reading.state.cards:
            return f"card:{word}"
        known = list(self._named(reading))
        if new:
            return _exactly(word, known) or self.clean(f"thing:{word}", reading.campaign)
        unknown = LedgerError("unknown_target", word=word)
        if self.whole and not _exactly(word, known):
            raise unknown
        return pick(word, known, unknown)

    def _card(self, words: tuple[str, ...], reading: Reading) -> Value:
        """“Card 17”, unless something has that name."""
        named = _exactly(" ".join(words), self._named(reading))
        if named or not words[1].isdecimal() or words[2:]:
            return self._by_name(words, reading)
        return self.clean(f"card:{words[1]}", reading.campaign)

    def _named(self, reading: Reading) -> Iterable[Choice]:
        """Everything with a name; the number of a space could be a card's as well."""
        state, spaces = reading.state, SpaceRef().choices(reading)
        named = {
            "character": CHARACTER.named(state),
            "card": CardRef().named(state),
            "space": [each for each in spaces if not re.fullmatch(r"w?[0-9]+", each.typed)],
        }
        for kind, known in named.items():
            yield from (Choice(f"{kind}:{c.value}", c.label, c.typed) for c in known)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """Characters, spaces and cards that are known."""
        return tuple(
            Choice(f"{kind}:{choice.value}", choice.label, _typed(kind, choice, reading.lexicon))
            for kind, inner in TARGETS.items()
            for choice in inner.choices(reading)
        )

    def show(self, value: Value, state: State) -> Param:
        """The thing itself."""
        kind, _, key = str(value).partition(":")
        return TARGETS[kind].show(key, state) if kind in TARGETS else key

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The thing, if it is part of the campaign."""
        kind, _, key = str(value).partition(":")
        return TARGETS[kind].refs(key) if kind in TARGETS else ()


TARGETS: dict[str, Kind] = {"character": CHARACTER, "space": SpaceRef(), "card": CardRef()}


_SPACE = pgettext("typed", "space")


def _typed(kind: str, choice: Choice, lexicon: Lexicon) -> str:
    return f"{lexicon.words(_SPACE)[0]} {choice.typed}" if kind == "space" else choice.typed
