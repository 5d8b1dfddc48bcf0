"""Arguments that name characters, alone or with their scores, and the members who play them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from campaign.rules.arguments.kind import (
    DIGITS,
    Choice,
    InvalidArgument,
    Kind,
    Reading,
    Ref,
    in_range,
    pick,
    quoted,
)
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import character_label
from campaign.rules.state import State
from kernel.message import Param, gettext_noop


@dataclass(frozen=True, slots=True)
class CharacterRef(Kind):
    """A character by key or name; a ``fresh`` one is about to be created."""

    fresh: bool = False
    expected: str = gettext_noop("a character")

    @property
    def most_words(self) -> int:  # type: ignore[override]
        """A new key is one word; a known name may have several."""
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
            key = str(self.clean(word, reading.campaign))
            # Another way of writing it is a name, which has to stay as it is.
            return key if word in (key, key.title()) else self.refuse()
        return pick(word, self.named(reading.state), LedgerError("unknown_character", word=word))

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return () if self.fresh else tuple(self.named(reading.state))

    def named(self, state: State) -> Iterable[Choice]:
        """Every character by its key and by its name."""
        for key, character in state.characters.items():
            yield Choice(key, character.name, key)
        for key, character in state.characters.items():
            if character.name.casefold() != key:
                yield Choice(key, character.name, quoted(character.name))

    def show(self, value: Value, state: State) -> Param:
        """The character's name."""
        return character_label(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The character."""
        return (Ref("character", str(value)),)


CHARACTER = CharacterRef()


def _once(keys: list[str], state: State) -> list[str]:
    """The keys, unchanged; raises ``named_twice`` if one appears twice."""
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise LedgerError("named_twice", character=character_label(state, key))
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
        keys = [cast(str, CHARACTER.clean(item, campaign)) for item in raw]
        return keys if len(set(keys)) == len(keys) else self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """One word for each character."""
        keys = [str(CHARACTER.read((word,), reading)) for word in words]
        return self.clean(_once(keys, reading.state), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return CHARACTER.choices(reading)

    def show(self, value: Value, state: State) -> Param:
        """Their names."""
        return tuple(character_label(state, key) for key in cast(list[str], value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """All of them."""
        return tuple(Ref("character", key) for key in cast(list[str], value))


@dataclass(frozen=True, slots=True)
class Scores(Kind):
    """A score for each of several characters; a score may be below 0."""

    expected: str = gettext_noop("a score after each name, such as “ana 85 ben 0”")
    limits: tuple[int, int] = (-999, 9999)
    most_words: int = 16
    each_word: bool = True

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """A mapping from key to whole number."""
        if not isinstance(raw, dict) or not 0 < len(raw) <= 8:
            self.refuse()
        least, most = self.limits
        if not all(type(score) is int and least <= score <= most for score in raw.values()):
            self.refuse()
        return {cast(str, CHARACTER.clean(key, campaign)): raw[key] for key in raw}

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """Names and numbers in turn."""
        names, numbers = words[::2], words[1::2]
        if len(names) != len(numbers) or not all(re.fullmatch(rf"-?{DIGITS}", n) for n in numbers):
            self.refuse()
        if any(name.isdecimal() and name not in reading.state.characters for name in names):
            self.refuse()
        keys = _once([str(CHARACTER.read((name,), reading)) for name in names], reading.state)
        scores = [in_range(int(n), *self.limits, self.expected) for n in numbers]
        return self.clean(dict(zip(keys, scores, strict=True)), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The campaign's characters."""
        return CHARACTER.choices(reading)

    def show(self, value: Value, state: State) -> Param:
        """Each name with its score."""
        scores = cast(dict[str, int], value).items()
        return tuple(f"{character_label(state, key)} {score}" for key, score in scores)

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """All of them."""
        return tuple(Ref("character", key) for key in cast(dict[str, int], value))


@dataclass(frozen=True, slots=True)
class Member(Kind):
    """A member of the campaign, by their key in the campaign."""

    expected: str = gettext_noop("a member of the campaign")
    most_words: int = 4

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The key as it is."""
        fits = isinstance(raw, str) and 0 < len(raw) <= 64 and raw.isprintable()
        return cast(str, raw) if fits else self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A member's name or its beginning."""
        return pick(" ".join(words), self.choices(reading), InvalidArgument(self.expected))

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """All members."""
        return tuple(Choice(key, name, quoted(name)) for key, name in reading.members.items())
