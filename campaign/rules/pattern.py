"""Patterns of the ledger line: fixed words, <arguments>, ?flags, [ optional parts ] and { sets }.

A pattern is written as ``mark|markiere <card> <character> [ ?told:told|gesagt ]``. Of the words
parted by ``|`` the first is English, the others German; a reader may type any of them, or the
beginning of one. Words in quotation marks are never taken for fixed words. The optional parts of
a set may stand in any order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from campaign.rules.arguments import Kind, OneOf, Reading, Text, Unfit
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.sentences import Param, Sentence
from campaign.rules.verb import Argument, Verb


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the line and where it stands; a quoted one may hold spaces."""

    text: str
    start: int
    end: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed word in its forms; with a flag it sets that argument."""

    words: tuple[str, ...]
    flag: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one argument."""

    name: str


@dataclass(frozen=True, slots=True)
class Maybe:
    """A part that may be left out."""

    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Optional parts in any order, each at most once."""

    parts: tuple["Part", ...]


Part: TypeAlias = Fixed | Slot | Maybe | Several
Bound: TypeAlias = Mapping[str, Value]


@cache
def parts_of(pattern: str) -> tuple[Part, ...]:
    """A pattern as its parts."""
    parts, rest = _parts(pattern.split())
    assert not rest, pattern  # noqa: S101 (a slip in our own table, found by the tests)
    return parts


def _parts(words: list[str]) -> tuple[tuple[Part, ...], list[str]]:
    parts: list[Part] = []
    while words and words[0] not in ("]", "}"):
        word, *words = words
        if word in ("[", "{"):
            inner, words = _parts(words)
            parts.append(Maybe(inner) if word == "[" else Several(inner))
            words = words[1:]
        else:
            parts.append(_part(word))
    return tuple(parts), words


def _part(word: str) -> Part:
    if word.startswith("<"):
        return Slot(word.strip("<>"))
    flag, _, words = word.removeprefix("?").rpartition(":")
    return Fixed(tuple(words.split("|")), flag)


def starts(fixed: Fixed, token: Token) -> bool:
    """Whether a token is one of the words, or begins one of them."""
    return not token.quoted and begun(fixed, token.text) is not None


def begun(fixed: Fixed, text: str, *, german: bool = False) -> str | None:
    """The word that a text begins, in the reader's language first; quotation marks aside."""
    words = reversed(fixed.words) if german else fixed.words
    said = text.casefold()
    return next((word for word in words if word.strip('"').casefold().startswith(said)), None)


def head(pattern: str) -> Fixed:
    """The word a pattern begins with."""
    first = parts_of(pattern)[0]
    assert isinstance(first, Fixed), pattern  # noqa: S101 (a slip in our own table)
    return first


@dataclass(frozen=True, slots=True)
class Stuck:
    """A place where a pattern did not go on: what it needed, nothing if the pattern was over.

    ``form`` says how that is written, where there is more to say than its name.
    """

    at: int
    needed: Param | None = None
    form: Param | None = None
    error: LedgerError | None = None


@dataclass(slots=True)
class Matcher:
    """Tries one verb's pattern on the words of a line, and remembers how far it came.

    ``wanted`` holds the parts that could come next once the words are used up; ``stuck`` every
    place at which something did not fit, and why.
    """

    verb: Verb
    line: str
    tokens: tuple[Token, ...]
    reading: Reading
    wanted: list[Fixed | Slot] = field(default_factory=list)
    stuck: list[Stuck] = field(default_factory=list)

    def matches(self, pattern: str) -> Iterator[Bound]:
        """Every way to read all the words, the most likely first."""
        for at, bound in self._walk(parts_of(pattern), 0, {}):
            if at == len(self.tokens):
                yield bound
            else:
                self.stuck.append(Stuck(at))

    def _walk(self, parts: tuple[Part, ...], at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        if not parts:
            yield at, bound
            return
        first, rest = parts[0], parts[1:]
        for next_at, next_bound in self._step(first, at, bound):
            yield from self._walk(rest, next_at, next_bound)

    def _step(self, part: Part, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        if isinstance(part, Maybe):
            yield from self._walk(part.parts, at, bound)
            yield at, bound
        elif isinstance(part, Several):
            yield from self._several(part.parts, at, bound)
        elif at == len(self.tokens):
            self.wanted.append(part)
            self.stuck.append(Stuck(at, self._label(part), self._form(part)))
        elif isinstance(part, Fixed):
            yield from self._fixed(part, at, bound)
        else:
            yield from self._slot(part, at, bound)

    def _several(
        self, left: tuple[Part, ...], at: int, bound: Bound
    ) -> Iterator[tuple[int, Bound]]:
        for part in left:
            inner = part.parts if isinstance(part, Maybe) else (part,)
            others = tuple(other for other in left if other is not part)
            for next_at, next_bound in self._walk(inner, at, bound):
                yield from self._several(others, next_at, next_bound)
        yield at, bound

    def _fixed(self, part: Fixed, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        token = self.tokens[at]
        if starts(part, token) and (len(token.text) > 1 or token.text in part.words):
            yield at + 1, {**bound, part.flag: True} if part.flag else bound
        else:
            self.stuck.append(Stuck(at, self._label(part)))

    def _slot(self, part: Slot, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        argument = self.argument(part)
        longest = min(argument.kind.most_words, len(self.tokens) - at)
        for length in range(1, longest + 1):
            try:
                value = self._value(argument, at, length)
            except LedgerError as error:
                here = at + length - 1 if argument.kind.each_word else at
                self.stuck.append(Stuck(here, self._label(part), self._form(part), error))
                if argument.kind.each_word and error.code != "bad_argument":
                    break
            else:
                yield at + length, {**bound, part.name: value}

    def argument(self, slot: Slot) -> Argument:
        """The argument of a slot."""
        argument = self.verb.argument(slot.name)
        assert argument is not None, slot.name  # noqa: S101 (a slip in our own table)
        return argument

    def _label(self, part: Fixed | Slot) -> Param:
        if isinstance(part, Fixed):
            return f"“{part.words[0]}”"
        return Sentence(self.argument(part).label)

    def _form(self, part: Fixed | Slot) -> Param | None:
        """What tells how it is written; the words of a vocabulary are offered one by one instead."""
        if isinstance(part, Fixed) or isinstance(self.argument(part).kind, OneOf | Text):
            return None
        return Sentence(self.argument(part).kind.expected)

    def _value(self, argument: Argument, at: int, length: int) -> Value:
        tokens = self.tokens[at : at + length]
        try:
            return argument.kind.read(self._words(argument.kind, tokens), self.reading)
        except Unfit as unfit:
            raise unfit.named(Sentence(argument.label)) from unfit

    def _words(self, kind: Kind, tokens: tuple[Token, ...]) -> tuple[str, ...]:
        """The words as the kind wants them; one quoted word is a name, none of the vocabulary."""
        if isinstance(kind, Text) and len(tokens) > 1:
            return (self.line[tokens[0].start : tokens[-1].end],)
        if isinstance(kind, OneOf) and any(t.quoted and " " not in t.text for t in tokens):
            kind.refuse()
        if kind.minds_quotes:
            return tuple(f'"{token.text}"' if token.quoted else token.text for token in tokens)
        return tuple(token.text for token in tokens)
