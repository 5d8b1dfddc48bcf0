"""Arguments that name nothing of the campaign: texts, numbers, flags, words of the vocabulary."""

import re
from dataclasses import dataclass

from campaign.rules.arguments.kind import DIGITS, Choice, Kind, Reading, in_range
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.state import State
from campaign.rules.words import Vocabulary, Word
from kernel.message import Param, gettext_noop
from kernel.text import is_writable


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """Free text; line breaks only if ``lines`` allows them."""

    most: int = 80
    lines: bool = False
    expected: str = gettext_noop("a text that is not too long")
    most_words: int = 60

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """Trimmed, no longer than ``most``, with something to see (kernel.text)."""
        text = raw.strip() if isinstance(raw, str) else ""
        if len(text) > self.most or not is_writable(text, lines=self.lines):
            self.refuse()
        return text


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number between two limits."""

    least: int = 0
    most: int = 999
    expected: str = gettext_noop("a number")
    most_words: int = 1
    nouns: str = ""

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """An int; a text of digits is accepted too, as forms send it."""
        number = raw.strip().replace("−", "-") if isinstance(raw, str) else raw
        if isinstance(number, str) and re.fullmatch(rf"[+-]?{DIGITS}", number):
            number = int(number)
        if type(number) is not int:
            self.refuse()
        return in_range(number, self.least, self.most, self.expected)


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """True or false; in the line the flag is a word of its own."""

    expected: str = gettext_noop("true or false")
    most_words: int = 0

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """True or false, nothing else."""
        if not isinstance(raw, bool):
            self.refuse()
        return raw


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """A word of the closed vocabulary, or of the part of it that the campaign has.

    ``offered`` names a smaller part if only that makes sense to suggest.
    """

    words: Vocabulary
    part: str = ""
    offered: str = ""
    expected: str = gettext_noop("a known word")
    most_words: int = 2

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The word's key."""
        if not isinstance(raw, str) or raw not in {word.key for word in self.allowed(campaign)}:
            self.refuse()
        return raw

    def allowed(self, campaign: Campaign) -> tuple[Word, ...]:
        """The words this campaign has."""
        return self._in(campaign, self.part)

    def proposed(self, campaign: Campaign) -> tuple[Word, ...]:
        """The words that make sense here."""
        return self._in(campaign, self.offered or self.part)

    def _in(self, campaign: Campaign, part: str) -> tuple[Word, ...]:
        if not part:
            return tuple(self.words.values())
        items = getattr(campaign, part)
        return tuple(self.words[getattr(item, "key", item)] for item in items)

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A word of the vocabulary in any of its typed forms, not abbreviated."""
        label = " ".join(words).casefold()
        for word in self.allowed(reading.campaign):
            typed = reading.lexicon.words(word.typed)
            if label == word.key or label in map(str.casefold, typed):
                return word.key
        return self.refuse()

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """All words that make sense here."""
        proposed = self.proposed(reading.campaign)
        words = reading.lexicon.words
        return tuple(Choice(word.key, word.sentence, words(word.typed)[0]) for word in proposed)

    def show(self, value: Value, state: State) -> Param:
        """The word's label."""
        word = self.words.get(str(value))
        return word.sentence if word else str(value)
