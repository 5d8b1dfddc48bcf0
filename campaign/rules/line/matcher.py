"""Matches one verb's pattern against the words of a line, and notes where it did not fit."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TypeAlias

from campaign.rules.arguments.characters import Characters, Member
from campaign.rules.arguments.codes import CubeTrack
from campaign.rules.arguments.kind import InvalidArgument, Kind, Reading
from campaign.rules.arguments.values import Number, OneOf, Text
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.line.pattern import (
    AnyOrder,
    Fixed,
    Optional,
    Part,
    Pattern,
    Slot,
    openers,
    patterns,
    starts,
)
from campaign.rules.line.tokens import Token
from campaign.rules.verbs.verb import Argument, Verb
from kernel.message import Message, Param, gettext_noop, pgettext

Bound: TypeAlias = Mapping[str, Value]
NAME = 80
"""The most signs of a text that is a name; a longer one may quote."""
FEW = 8
"""How many words of a vocabulary, or members, are named when one of them is missing."""
SMALL = pgettext("typed", "to|for|by|on|at")
"""The words of the line that are in many names, so that a name does not end with them."""
LETTERS = 2
"""The most letters of a passage or sheet that may follow its noun."""


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """A place where a pattern did not match: what it needed, None at the end of the pattern.

    ``form`` says how that is written, if its name does not say it.
    """

    at: int
    needed: Param | None = None
    form: Param | None = None
    error: LedgerError | None = None


@dataclass(slots=True)
class Matcher:
    """Tries one verb's pattern on the words of a line, and remembers how far it got.

    ``wanted`` holds the parts that could come next once the words are used up; ``stuck`` every
    place where something did not fit, and why.
    """

    verb: Verb
    line: str
    tokens: tuple[Token, ...]
    reading: Reading
    wanted: list[Fixed | Slot] = field(default_factory=list)
    stuck: list[ParseFailure] = field(default_factory=list)
    asks: list[Fixed] = field(default_factory=list)
    """The words of the verb after which a number follows."""
    openers: list[tuple[str, str, str]] = field(default_factory=list)
    """A text, a word that may follow it, and the argument that this word opens."""
    labels: set[int] = field(default_factory=set)
    """Where a text was ended by such a word."""

    def matches(self, pattern: Pattern) -> Iterator[Bound]:
        """Every way to match all the words, the most likely first."""
        forms = (p for form in self.verb.forms for p in patterns(form, self.reading.lexicon))
        self.asks = [word for form in forms for word in self._asking(form)]
        self.openers = list(self._openers(pattern))
        for at, bound in self._walk(pattern, 0, {}):
            if at == len(self.tokens):
                yield bound
            else:
                self.stuck.append(ParseFailure(at))

    def completed(self, bound: Bound) -> Bound:
        """The arguments with what follows from them."""
        return self.verb.complete(bound, self.reading) if self.verb.complete else bound

    def _walk(self, parts: tuple[Part, ...], at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        if not parts:
            yield at, bound
            return
        first, rest = parts[0], parts[1:]
        for next_at, next_bound in self._step(first, at, bound):
            yield from self._walk(rest, next_at, next_bound)

    def _step(self, part: Part, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        if isinstance(part, Optional):
            yield from self._walk(part.parts, at, bound)
            yield at, bound
        elif isinstance(part, AnyOrder):
            yield from self._several(part.parts, at, bound)
        elif at == len(self.tokens):
            yield from self._own(part, at, bound)
            self.wanted.append(part)
            self.stuck.append(ParseFailure(at, self._label(part), self._form(part)))
        elif isinstance(part, Fixed):
            yield from self._fixed(part, at, bound)
        else:
            yield from self._slot(part, at, bound)

    def _several(
        self, left: tuple[Part, ...], at: int, bound: Bound
    ) -> Iterator[tuple[int, Bound]]:
        for part in left:
            inner = part.parts if isinstance(part, Optional) else (part,)
            others = tuple(other for other in left if other is not part)
            for next_at, next_bound in self._walk(inner, at, bound):
                yield from self._several(others, next_at, next_bound)
        yield at, bound

    def _fixed(self, part: Fixed, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        token = self.tokens[at]
        if starts(part, token) and (len(token.text) > 1 or token.text in part.words):
            yield at + 1, {**bound, part.flag: True} if part.flag else bound
        else:
            self.stuck.append(ParseFailure(at, self._label(part)))

    def _slot(self, part: Slot, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        argument = self.argument(part)
        at += self._noun(argument.kind, at)
        for length in range(1, self._longest(part, at, bound) + 1):
            try:
                self._check_name(argument.kind, at, bound)
                value = self._value(argument, at, length)
            except LedgerError as error:
                here = at + length - 1 if argument.kind.each_word else at
                self.stuck.append(ParseFailure(here, self._label(part), self._form(part), error))
                if argument.kind.each_word and error.code != "bad_argument":
                    break
            else:
                yield at + length, {**bound, part.name: value}

    def _own(self, part: Part, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        """A character left out at the end is the contract's owner, or the writer's own."""
        if not isinstance(part, Slot) or part.name not in ("character", "characters"):
            return
        argument = self.argument(part)
        contract = self.reading.state.contracts.get(str(bound.get("contract", "")))
        who = (contract.owner if contract else "") or self.reading.own
        if not who or argument.optional:
            return
        yield at, {**bound, part.name: [who] if isinstance(argument.kind, Characters) else who}

    def _noun(self, kind: Kind, at: int) -> int:
        """1 if a noun stands before a number, as in “card 17”; it says nothing more."""
        nouns = self.reading.lexicon.words(kind.nouns) if kind.nouns else ()
        token, following = self.tokens[at], self.tokens[at + 1 : at + 2]
        if token.quoted or token.text.casefold() not in nouns or not following:
            return 0
        text = following[0].text
        return int(any(map(str.isdigit, text)) or len(text) <= LETTERS)

    def _longest(self, part: Slot, at: int, bound: Bound) -> int:
        """The most words of a value: a text ends with its quotation mark, before a number that
        the verb asks for, as “boxes 3”, or before a word that has a meaning of its own, as “colour”.
        """
        kind, left = self.argument(part).kind, len(self.tokens) - at
        if not isinstance(kind, Text):
            return min(kind.most_words, left)
        if self.tokens[at].quoted:
            return 1
        opened = {
            word for text, word, name in self.openers if text == part.name and name not in bound
        }
        ends = (i - at for i in range(at + 1, len(self.tokens)) if self._ends(kind, i, opened))
        return min(kind.most_words, left, next(ends, left))

    def _ends(self, kind: Text, at: int, opened: Set[str]) -> bool:
        """Whether a text that has begun ends before this word."""
        if kind.most <= NAME and self.tokens[at - 1].quoted:
            return True
        token, following = self.tokens[at], self.tokens[at + 1 : at + 2]
        if token.quoted or not following:
            return False
        word = token.text.casefold()
        if word in opened:
            self.labels.add(at)
            return True
        asked = any(word in fixed.words for fixed in self.asks)
        return asked and following[0].text.lstrip("+-−")[:1].isdecimal()

    def _asking(self, parts: tuple[Part, ...]) -> Iterator[Fixed]:
        for part, following in zip(parts, (*parts[1:], None), strict=True):
            if isinstance(part, Optional | AnyOrder):
                yield from self._asking(part.parts)
            elif isinstance(part, Fixed) and self._is_number(following):
                yield part

    def _openers(self, pattern: Pattern) -> Iterator[tuple[str, str, str]]:
        """What ends each text of the pattern: no small word, and nothing before another text."""
        small = self.reading.lexicon.words(SMALL)
        for slot, fixed, opened in openers(pattern):
            if _is_text(self.argument(slot)) and not _is_text(self.argument(opened)):
                own = (word for word in fixed.words if word not in small)
                yield from ((slot.name, word, opened.name) for word in own)

    def _is_number(self, part: Part | None) -> bool:
        return isinstance(part, Slot) and isinstance(self.argument(part).kind, Number | CubeTrack)

    def _check_name(self, kind: Kind, at: int, bound: Bound) -> None:
        """Refuse a word of the vocabulary that is the last one of the name before it: a name that
        is printed so, as Burn the Midnight Oil, or a word that is not written as in the vocabulary.
        """
        if not isinstance(kind, OneOf) or not self._after_name(at, bound):
            return
        word, lexicon = self.tokens[at].text, self.reading.lexicon
        allowed = kind.allowed(self.reading.campaign)
        printed = {name.casefold() for w in allowed for name in lexicon.versions(w.label)}
        whole = {f"{text} {word}".casefold() for text in self._texts(bound)}
        if whole & printed or word not in {
            typed for w in allowed for typed in lexicon.words(w.typed)
        }:
            kind.refuse()

    def _after_name(self, at: int, bound: Bound) -> bool:
        """Whether a text without quotation marks ends before this word."""
        before = self.tokens[at - 1]
        ends = {text.split()[-1] for text in self._texts(bound)}
        return not before.quoted and before.text in ends

    def _texts(self, bound: Bound) -> list[str]:
        return [str(bound[a.name]) for a in self.verb.arguments if _is_text(a) and a.name in bound]

    def argument(self, slot: Slot) -> Argument:
        """The argument of a slot."""
        argument = self.verb.argument(slot.name)
        assert argument is not None, slot.name  # noqa: S101 (a slip in our own table)
        return argument

    def _label(self, part: Fixed | Slot) -> Param:
        if isinstance(part, Fixed):
            return Message(gettext_noop("“{word}”"), {"word": part.words[0]})
        argument = self.argument(part)
        label, kind = Message(argument.label), argument.kind
        choices = kind.choices(self.reading) if isinstance(kind, OneOf | Member) else ()
        if not 0 < len(choices) <= FEW:
            return label
        typed = tuple(choice.typed for choice in choices)
        return Message(gettext_noop("{field} ({words})"), {"field": label, "words": typed})

    def _form(self, part: Fixed | Slot) -> Param | None:
        """How it is written; None for vocabulary words, which are suggested one by one instead."""
        if isinstance(part, Fixed) or isinstance(self.argument(part).kind, OneOf | Member | Text):
            return None
        return Message(self.argument(part).kind.expected)

    def _value(self, argument: Argument, at: int, length: int) -> Value:
        tokens = self.tokens[at : at + length]
        try:
            return argument.kind.read(self._words(argument.kind, tokens), self.reading)
        except InvalidArgument as unfit:
            raise unfit.named(Message(argument.label)) from unfit

    def _words(self, kind: Kind, tokens: tuple[Token, ...]) -> tuple[str, ...]:
        """The words as the kind needs them; a quoted word is a name, not one of the vocabulary."""
        if isinstance(kind, Text) and len(tokens) > 1:
            return (self.line[tokens[0].start : tokens[-1].end],)
        if isinstance(kind, OneOf) and any(t.quoted and " " not in t.text for t in tokens):
            kind.refuse()
        if kind.minds_quotes:
            return tuple(f'"{token.text}"' if token.quoted else token.text for token in tokens)
        return tuple(token.text for token in tokens)


def _is_text(argument: Argument) -> bool:
    return isinstance(argument.kind, Text)
