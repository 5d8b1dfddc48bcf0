"""Suggestions for how to continue a line that is being typed."""

from dataclasses import dataclass

from campaign.rules.arguments.kind import Reading, nearest
from campaign.rules.arguments.values import OneOf
from campaign.rules.errors import LedgerError
from campaign.rules.line.matcher import Matcher
from campaign.rules.line.parser import meant_by, patterns_of
from campaign.rules.line.pattern import (
    Fixed,
    Slot,
    begun,
    head,
)
from campaign.rules.line.tokens import Token, open_tokens
from campaign.rules.line.usage import short_form
from campaign.rules.roles import Role, may_use
from kernel.message import Param

MOST_SUGGESTIONS = 12


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One suggestion: what replaces the last word, and what it means."""

    word: str
    label: Param


def complete(reading: Reading, text: str, *, role: Role = Role.OWNER) -> tuple[Suggestion, ...]:
    """Suggestions that replace the last word of a line, or follow a space at its end.

    For an empty line these are the verbs that a member with this ``role`` may ever write.
    """
    tokens, open_word = open_tokens(text)
    last = tokens[-1].text if open_word else ""
    done = tokens[:-1] if open_word else tokens
    found = _next_words(reading, text, done) if done else _first_words(reading, role)
    fits = ((option, option.begun(last)) for option in found)
    ways = {way.word: (option.value or way.word, way) for option, way in fits if way is not None}
    # Something with several words is suggested once, by the first word that fits.
    once = dict(reversed(ways.values()))
    return tuple(way for value, way in ways.values() if once[value] is way)[:MOST_SUGGESTIONS]


def corrections(reading: Reading, text: str, word: str) -> tuple[str, ...]:
    """The line with a word that is not known replaced by each known one it may have been."""
    tokens = open_tokens(text)[0]
    at = next((i for i, token in enumerate(tokens) if token.text == word), 0)
    if not at:
        return ()
    before, after = text[: tokens[at].start], text[tokens[at].end :]
    options = _next_words(reading, before, tokens[:at])
    known = [typed for option in options for typed in option.words.words]
    return tuple(f"{before}{each}{after}" for each in nearest(word, known))


@dataclass(frozen=True, slots=True)
class _Option:
    """A word that may come next, in all its forms, with the label and key of its meaning."""

    words: Fixed
    label: Param = ""
    value: str = ""

    def begun(self, text: str) -> Suggestion | None:
        word = begun(self.words, text)
        return None if word is None else Suggestion(word, self.label or word)


def _first_words(reading: Reading, role: Role) -> list[_Option]:
    usable = [(verb, pattern) for verb, pattern in patterns_of(reading) if may_use(role, verb)]
    return [_Option(head(p), short_form(verb, reading.lexicon)) for verb, p in usable]


def _next_words(reading: Reading, text: str, done: tuple[Token, ...]) -> list[_Option]:
    try:
        meant = meant_by(reading, done[0])
    except LedgerError:
        return []
    found: list[_Option] = []
    for verb, pattern in meant:
        matcher = Matcher(verb, text, done, reading)
        list(matcher.matches(pattern))
        for part in matcher.wanted:
            found.extend(_options(part, matcher))
    return found


def _options(part: Fixed | Slot, matcher: Matcher) -> list[_Option]:
    if isinstance(part, Fixed):
        return [_Option(part)]
    kind = matcher.argument(part).kind
    if isinstance(kind, OneOf):
        typed = matcher.reading.lexicon.words
        words = kind.proposed(matcher.reading.campaign)
        return [_Option(Fixed(typed(word.typed)), word.sentence, word.key) for word in words]
    choices = kind.choices(matcher.reading)
    return [_Option(Fixed((choice.typed,)), choice.label, choice.value) for choice in choices]
