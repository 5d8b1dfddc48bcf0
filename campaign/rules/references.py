"""Arguments that name something of the campaign: a card, a character, a contract, a space …"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from campaign.rules.arguments import Choice, Kind, Reading, Ref, pick, quoted, unquoted
from campaign.rules.campaigns import Campaign
from campaign.rules.contracts import may_come_again
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.naming import card_said, character_said, contract_said, space_said
from campaign.rules.sentences import Param, gettext_noop
from campaign.rules.state import State, number_of


def _label(raw: object, most: int) -> str | None:
    """A name of the group's own for a thing without a number; it begins with a letter."""
    text = " ".join(raw.split()) if isinstance(raw, str) else ""
    fits = 0 < len(text) <= most and text[0].isalpha() and text.isprintable()
    return text if fits and not set(text) & set('/|:"') else None


@dataclass(frozen=True, slots=True)
class CardRef(Kind):
    """A card by its number, or by its name where it has no number.

    A ``fresh`` one need not be in the registry yet. ``offered`` says which cards to propose.
    """

    fresh: bool = False
    offered: Callable[[State, str], bool] | None = None
    expected: str = gettext_noop("a card number such as 017")

    @property
    def most_words(self) -> int:  # type: ignore[override]
        """A fresh card's name must be quoted, a known one may have several words."""
        return 1 if self.fresh else 5

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits, or the name."""
        return _numbered(raw, campaign) or _label(raw, 40) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a known card's name."""
        word = " ".join(words)
        if self.fresh or words[0].isdecimal():
            return self.clean(word, reading.campaign)
        return pick(word, self.named(reading.state), LedgerError("unknown_card", word=word))

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The cards in the registry, by number; none for a fresh one."""
        if self.fresh:
            return ()
        known, which = self.named(reading.state), self.offered
        fits = (c for c in known if which is None or which(reading.state, c.value))
        return tuple(sorted(fits, key=lambda choice: choice.value.casefold()))

    def named(self, state: State) -> Iterable[Choice]:
        """Every card that still exists, under its name; without a number the key is its name."""
        for key, card in state.cards.items():
            if not card.destroyed:
                typed = card.name if key[:1].isdecimal() and card.name else key
                yield Choice(key, card_said(state, key), quoted(typed))

    def show(self, value: Value, state: State) -> Param:
        """The card's number and name."""
        return card_said(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The card."""
        return (Ref("card", str(value)),)


def _exactly(word: str, known: Iterable[Choice]) -> str:
    """The one known thing of just that name; nothing where there is none or more than one."""
    said = word.casefold()
    fits = {c.value for c in known if said == c.typed.strip('"').casefold()}
    return fits.pop() if len(fits) == 1 else ""


def _numbered(raw: object, campaign: Campaign) -> str | None:
    fits = isinstance(raw, str) and re.fullmatch(rf"[0-9]{{1,{campaign.card_digits}}}", raw)
    return number_of(campaign, str(raw)) if fits else None


@dataclass(frozen=True, slots=True)
class NewContractRef(CardRef):
    """The number of a contract that is not on the table yet."""

    fresh: bool = True
    expected: str = gettext_noop("a card number such as 031")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits; every contract has one."""
        return _numbered(raw, campaign) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number that no contract has, so that the forms of known ones are not in the way."""
        key = str(self.clean(words[0], reading.campaign))
        known = reading.state.contracts.get(key)
        if known is not None and not may_come_again(reading.state, known):
            raise LedgerError("contract_known", contract=contract_said(reading.state, key))
        return key

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The contract that begins, and its card."""
        return _contract_refs(value)


@dataclass(frozen=True, slots=True)
class ContractRef(CardRef):
    """A contract that is on the table, by its card."""

    expected: str = gettext_noop("the number of a contract on the table")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits."""
        return _numbered(raw, campaign) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a contract's name."""
        word = " ".join(words)
        if words[0].isdecimal():
            return self.clean(word, reading.campaign)
        return pick(word, self.named(reading.state), LedgerError("unknown_contract", word=word))

    def named(self, state: State) -> Iterable[Choice]:
        """The contracts that are not put away."""
        for key, contract in state.contracts.items():
            if contract.in_play:
                yield Choice(key, contract_said(state, key), quoted(contract.name or key))

    def show(self, value: Value, state: State) -> Param:
        """The contract's number and name."""
        return contract_said(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The contract and its card."""
        return _contract_refs(value)


def _contract_refs(value: Value) -> tuple[Ref, ...]:
    return (Ref("contract", str(value)), Ref("card", str(value)))


@dataclass(frozen=True, slots=True)
class CharacterRef(Kind):
    """A character by key or name; a ``fresh`` one is about to be made."""

    fresh: bool = False
    expected: str = gettext_noop("a character")

    @property
    def most_words(self) -> int:  # type: ignore[override]
        """A fresh key is one word, a known name may have several."""
        return 1 if self.fresh else 4

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The key: letters, digits and hyphens, in lower case."""
        key = raw.strip().casefold() if isinstance(raw, str) else ""
        if not re.fullmatch(r"[^\W_][\w-]{0,23}", key):
            self.refuse()
        return key

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A key, a name, or the beginning of either."""
        word = " ".join(words)
        if self.fresh:
            return self.clean(word, reading.campaign)
        return pick(word, self.named(reading.state), LedgerError("unknown_character", word=word))

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return () if self.fresh else tuple(self.named(reading.state))

    def named(self, state: State) -> Iterable[Choice]:
        """Every character under its key and under its name."""
        for key, character in state.characters.items():
            yield Choice(key, character.name, key)
        for key, character in state.characters.items():
            if character.name.casefold() != key:
                yield Choice(key, character.name, quoted(character.name))

    def show(self, value: Value, state: State) -> Param:
        """The character's name."""
        return character_said(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The character."""
        return (Ref("character", str(value)),)


_CHARACTER = CharacterRef()


def _once(keys: list[str], state: State) -> list[str]:
    """The keys, each of them once; raises ``named_twice`` for the first that is not."""
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise LedgerError("named_twice", character=character_said(state, key))
    return keys


@dataclass(frozen=True, slots=True)
class Characters(Kind):
    """Several characters in the order they were named."""

    expected: str = gettext_noop("one or more characters")
    most_words: int = 8
    each_word: bool = True

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """A list of keys, none of them twice."""
        if not isinstance(raw, list | tuple) or not 0 < len(raw) <= 8:
            self.refuse()
        keys = [cast(str, _CHARACTER.clean(item, campaign)) for item in raw]
        return keys if len(set(keys)) == len(keys) else self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """One word for each."""
        keys = [str(_CHARACTER.read((word,), reading)) for word in words]
        return self.clean(_once(keys, reading.state), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return _CHARACTER.choices(reading)

    def show(self, value: Value, state: State) -> Param:
        """Their names."""
        return tuple(character_said(state, key) for key in cast(list[str], value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """All of them."""
        return tuple(Ref("character", key) for key in cast(list[str], value))


@dataclass(frozen=True, slots=True)
class Scores(Kind):
    """A score for each of several characters; a score may lie below 0."""

    expected: str = gettext_noop("a score after each name, such as “ana 85 ben 0”")
    most_words: int = 16
    each_word: bool = True

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """A mapping from key to whole number."""
        if not isinstance(raw, dict) or not 0 < len(raw) <= 8:
            self.refuse()
        if not all(type(score) is int and -999 <= score <= 9999 for score in raw.values()):
            self.refuse()
        return {cast(str, _CHARACTER.clean(key, campaign)): raw[key] for key in raw}

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """Names and numbers in turn."""
        names, numbers = words[::2], words[1::2]
        if len(names) != len(numbers) or not all(re.fullmatch(r"-?\d{1,4}", n) for n in numbers):
            self.refuse()
        keys = _once([str(_CHARACTER.read((name,), reading)) for name in names], reading.state)
        return self.clean(dict(zip(keys, map(int, numbers), strict=True)), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return _CHARACTER.choices(reading)

    def show(self, value: Value, state: State) -> Param:
        """Each name with its score."""
        scores = cast(dict[str, int], value).items()
        return tuple(f"{character_said(state, key)} {score}" for key, score in scores)

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """All of them."""
        return tuple(Ref("character", key) for key in cast(dict[str, int], value))


@dataclass(frozen=True, slots=True)
class SpaceRef(Kind):
    """A space of the map: runestone 7, waypoint w45, or a name of the group's own."""

    expected: str = gettext_noop("a runestone such as 7, a waypoint such as w45, or a name")
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
        return _label(word, 40) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a known space's name; the name of a new one is quoted."""
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
        return tuple(Choice(k, space_said(state, k), quoted(s.name or k)) for k, s in spaces)

    def show(self, value: Value, state: State) -> Param:
        """The space's number and name."""
        return space_said(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The space."""
        return (Ref("space", str(value)),)


@dataclass(frozen=True, slots=True)
class Target(Kind):
    """Where a sticker goes: ``card:017``, ``space:7``, ``character:ana`` or ``thing:a name``.

    ``whole`` takes the names of what is known alone, as any word may follow in the line.
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
        return f"{kind}:{inner.clean(key, campaign) if inner else _label(key, 40) or self.refuse()}"

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A card's number, ``space`` and a space, the beginning of a known name, else a thing.

        Anything else is named in quotation marks.
        """
        if words[0].casefold() in ("space", "feld") and len(words) > 1:
            return f"space:{SpaceRef().read(words[1:], reading)}"
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

    def _named(self, reading: Reading) -> Iterable[Choice]:
        """What goes by a name of its own; a space's number could be a card's as well."""
        state, spaces = reading.state, SpaceRef().choices(reading)
        named = {
            "character": _CHARACTER.named(state),
            "card": CardRef().named(state),
            "space": [each for each in spaces if not re.fullmatch(r"w?[0-9]+", each.typed)],
        }
        for kind, known in named.items():
            yield from (Choice(f"{kind}:{c.value}", c.label, c.typed) for c in known)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """Characters, spaces and cards that are known."""
        return tuple(
            Choice(f"{kind}:{choice.value}", choice.label, _typed(kind, choice))
            for kind, inner in TARGETS.items()
            for choice in inner.choices(reading)
        )

    def show(self, value: Value, state: State) -> Param:
        """The thing itself."""
        kind, _, key = str(value).partition(":")
        return TARGETS[kind].show(key, state) if kind in TARGETS else key

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The thing, where it is one of the campaign's own."""
        kind, _, key = str(value).partition(":")
        return TARGETS[kind].refs(key) if kind in TARGETS else ()


TARGETS: dict[str, Kind] = {"character": _CHARACTER, "space": SpaceRef(), "card": CardRef()}


def _typed(kind: str, choice: Choice) -> str:
    return f"space {choice.typed}" if kind == "space" else choice.typed
