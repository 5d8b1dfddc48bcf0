"""What a kind of argument is, and what its values are read with."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NoReturn

from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.lexicon import ENGLISH, Lexicon
from campaign.rules.state import State
from kernel.message import Message, Param, gettext_noop
from kernel.text import is_writable


@dataclass(frozen=True, slots=True)
class Choice:
    """One value to choose: what is stored, its label, and what is typed for it."""

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
    """What a line or a form is read with: the state, the members by key, and the words."""

    state: State
    members: Mapping[str, str] = field(default_factory=dict)
    lexicon: Lexicon = ENGLISH
    own: str = ""
    """The character of whoever writes, if they play exactly one tonight."""

    @property
    def campaign(self) -> Campaign:
        """What kind of campaign it is."""
        return self.state.campaign


class Kind(ABC):
    """One kind of argument. Its values are plain JSON."""

    expected: str = gettext_noop("a text")
    most_words: int = 1
    """How many words of the line a value may have."""
    each_word: bool = False
    """Whether every word is a value of its own, as in a list of characters."""
    minds_quotes: bool = False
    """Whether quotation marks matter: a new name must be quoted, so that a typo creates nothing."""
    nouns: str = ""
    """What may be typed before a number, as in “card 17” (see ``lexicon``)."""

    @abstractmethod
    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The value in canonical form; raises ``bad_argument``, independent of the state."""

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """The value from words of the line; raises LedgerError if they mean nothing."""
        return self.clean(" ".join(words), reading.campaign)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """What can be chosen now; empty if anything may be typed."""
        return ()

    def show(self, value: Value, state: State) -> Param:
        """The value as it reads in a sentence."""
        return ", ".join(map(str, value)) if isinstance(value, list | dict) else value

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """What the value refers to."""
        return ()

    def refuse(self) -> NoReturn:
        """Refuse a value; the caller adds the name of the argument."""
        raise InvalidArgument(self.expected)


class InvalidArgument(LedgerError):  # noqa: N818 (about a value, not a fault of the program)
    """A value that does not fit its kind of argument; ``expected`` says what is needed."""

    def __init__(self, expected: str, key: str = "bad_argument.wrong", **params: Param) -> None:
        super().__init__(key, field="?", expected=Message(expected), **params)

    def named(self, name: Param) -> LedgerError:
        """The same refusal with the name of the argument."""
        return LedgerError(self.key, **{**self.params, "field": name})


DIGITS = "[0-9]{1,2400}"
"""A number however large it is, so that its limit can be told: a line has no more signs."""


def in_range(number: int, least: int, most: int, expected: str) -> int:
    """The number; raises ``bad_argument.large`` or ``bad_argument.small`` with the limit."""
    if number > most:
        raise InvalidArgument(expected, "bad_argument.large", most=most)
    if number < least:
        raise InvalidArgument(expected, "bad_argument.small", least=least)
    return number


def own_name(raw: object, most: int) -> str | None:
    """The group's own name for a thing without a number, or None; it begins with a letter."""
    text = " ".join(raw.split()) if isinstance(raw, str) else ""
    fits = 0 < len(text) <= most and text[0].isalpha() and is_writable(text)
    return text if fits and not set(text) & set('/|:"') else None


QUOTES = {'"': '"', "“": "”", "„": "“", "»": "«", "«": "»"}


def quoted(text: str) -> str:
    """A text as it is typed in the line: in quotation marks if it has several words."""
    return f'"{text}"' if " " in text or not text else text


def unquoted(text: str) -> tuple[str, bool]:
    """A text without the quotation marks around it, and whether it had any."""
    inside = len(text) > 1 and QUOTES.get(text[0]) == text[-1]
    return (text[1:-1].strip(), True) if inside else (text, False)


NEAREST, ALIKE = 3, 0.65
"""How many words are proposed for a mistyped one, and how much alike (0 to 1) they have to be."""


def nearest(word: str, known: Iterable[str], alike: float = ALIKE) -> tuple[str, ...]:
    """The known words that somebody may have meant by one with a slip, the nearest first."""
    words = {each.strip('"').casefold(): each for each in known}
    found = get_close_matches(word.casefold(), sorted(words), NEAREST, alike)
    return tuple(words[each] for each in found)


def pick(word: str, choices: Iterable[Choice], unknown: LedgerError) -> str:
    """The choice that a word names exactly, or else the only one that it begins.

    Raises ``unknown`` if there is none, ``line.ambiguous`` if there are several: ``candidates``
    says which, ``typed`` how each is typed.
    """
    label = word.casefold()
    listed = tuple(choices)
    exact = {c.value for c in listed if label in _names(c)}
    fits = exact or {c.value for c in listed if _begins(label, c)}
    if len(fits) == 1:
        return fits.pop()
    if not fits:
        raise unknown
    asked = {c.value: c for c in reversed(listed) if c.value in fits}
    ways = [*reversed(asked.values())]
    named, typed = tuple(c.label for c in ways), tuple(c.typed for c in ways)
    raise LedgerError("line.ambiguous", word=word, candidates=named, typed=typed)


def _begins(label: str, choice: Choice) -> bool:
    return any(name.startswith(label) for name in _names(choice))


def _names(choice: Choice) -> tuple[str, str]:
    return choice.value.casefold(), choice.typed.strip('"').casefold()
