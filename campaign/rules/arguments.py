"""Kinds of arguments: how each is checked, read from the line, offered in a form and shown."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.sentences import Param, Sentence, gettext_noop
from campaign.rules.state import State
from campaign.rules.words import Vocabulary, Word


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that may be picked: what is stored, its label, and what is typed for it."""

    value: str
    label: Param
    typed: str


@dataclass(frozen=True, slots=True)
class Ref:
    """Something an entry touches, for filters: ``Ref("card", "017")``."""

    kind: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a line or a form is read against: the state, and the members by key."""

    state: State
    members: Mapping[str, str] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        """What kind of campaign it is."""
        return self.state.campaign


class Kind(ABC):
    """One kind of argument. Its values are plain JSON."""

    expected: str = gettext_noop("a text")
    most_words: int = 1
    """How many words of the line one value may take."""
    each_word: bool = False
    """Whether every word stands for itself, as in a list of characters."""
    minds_quotes: bool = False
    """Whether quotation marks make a difference: what is new must be quoted, so that a slip of the
    pen makes nothing."""

    @abstractmethod
    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The value in its one canonical form; raises ``bad_argument`` whatever the state."""

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """The value from words of the line; raises LedgerError where they mean nothing."""
        return self.clean(" ".join(words), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """What may be picked now; empty where anything may be typed."""
        return ()

    def show(self, value: Value, state: State) -> Param:
        """The value as it reads in a sentence."""
        return ", ".join(map(str, value)) if isinstance(value, list | dict) else value

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """What the value refers to."""
        return ()

    def refuse(self) -> NoReturn:
        """Refuse a value; the caller adds the name of the argument."""
        raise Unfit(self.expected)


class Unfit(LedgerError):  # noqa: N818 (a value, not a fault of the program)
    """A value that no argument of this kind can have; ``expected`` says what is needed."""

    def __init__(self, expected: str) -> None:
        self.expected = expected
        super().__init__("bad_argument.wrong", field="?", expected=Sentence(expected))

    def named(self, name: Param) -> LedgerError:
        """The same refusal with the name of the argument."""
        return LedgerError("bad_argument.wrong", field=name, expected=Sentence(self.expected))


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """Free words of a member; line breaks only where ``lines`` allows them."""

    most: int = 80
    lines: bool = False
    expected: str = gettext_noop("a text that is not too long")
    most_words: int = 60

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """Trimmed, not empty, no longer than ``most``, without control characters."""
        text = raw.strip() if isinstance(raw, str) else ""
        if not text or len(text) > self.most or not all(map(self._allowed, text)):
            self.refuse()
        return text

    def _allowed(self, sign: str) -> bool:
        return sign.isprintable() or (self.lines and sign == "\n")


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number between two limits."""

    least: int = 0
    most: int = 999
    expected: str = gettext_noop("a number")
    most_words: int = 1

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """An int; digits in a text are accepted too, as forms send them."""
        number = raw.strip().replace("−", "-") if isinstance(raw, str) else raw
        if isinstance(number, str) and re.fullmatch(r"[+-]?[0-9]{1,6}", number):
            number = int(number)
        if type(number) is not int or not self.least <= number <= self.most:
            self.refuse()
        return number


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """Said or not said; in the line the flag is a word of its own."""

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

    ``offered`` names a smaller part where only that makes sense to propose.
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
        """Those of them that make sense here."""
        return self._in(campaign, self.offered or self.part)

    def _in(self, campaign: Campaign, part: str) -> tuple[Word, ...]:
        if not part:
            return tuple(self.words.values())
        items = getattr(campaign, part)
        return tuple(self.words[getattr(item, "key", item)] for item in items)

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A word of the vocabulary in any of its typed forms; no beginnings."""
        said = " ".join(words).casefold()
        for word in self.allowed(reading.campaign):
            if said == word.key or said in map(str.casefold, word.typed):
                return word.key
        return self.refuse()

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """All words that make sense here."""
        proposed = self.proposed(reading.campaign)
        return tuple(Choice(word.key, word.sentence, word.typed[0]) for word in proposed)

    def show(self, value: Value, state: State) -> Param:
        """The word's label."""
        word = self.words.get(str(value))
        return word.sentence if word else str(value)


QUOTES = {'"': '"', "“": "”", "„": "“", "»": "«", "«": "»"}


def quoted(text: str) -> str:
    """A text as it is typed in the line: in quotation marks where it has several words."""
    return f'"{text}"' if " " in text or not text else text


def unquoted(text: str) -> tuple[str, bool]:
    """A text without the quotation marks around it, and whether it had any."""
    inside = len(text) > 1 and QUOTES.get(text[0]) == text[-1]
    return (text[1:-1].strip(), True) if inside else (text, False)


def pick(word: str, choices: Iterable[Choice], unknown: LedgerError) -> str:
    """The choice that a word names: exactly, else as the only one it begins.

    Raises ``unknown`` where there is none, ``line.ambiguous`` where there are several.
    """
    said = word.casefold()
    listed = tuple(choices)
    exact = {c.value for c in listed if said in _names(c)}
    fits = exact or {c.value for c in listed if _begins(said, c)}
    if len(fits) == 1:
        return fits.pop()
    if not fits:
        raise unknown
    asked = tuple(c.typed for c in listed if c.value in fits)
    raise LedgerError("line.ambiguous", word=word, candidates=asked)


def _begins(said: str, choice: Choice) -> bool:
    return any(name.startswith(said) for name in _names(choice))


def _names(choice: Choice) -> tuple[str, str]:
    return choice.value.casefold(), choice.typed.strip('"').casefold()
