"""The ledger line: one input that understands every verb's short form, and never guesses silently."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from campaign.rules.arguments import QUOTES, OneOf, Reading, Text
from campaign.rules.consequences import consequences
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import attempt, describe
from campaign.rules.pattern import (
    Fixed,
    Matcher,
    Maybe,
    Part,
    Several,
    Slot,
    Stuck,
    Token,
    begun,
    head,
    parts_of,
    starts,
)
from campaign.rules.roles import Role, may_use
from campaign.rules.sentences import Param, Sentence
from campaign.rules.state import State
from campaign.rules.verb import Verb
from campaign.rules.verbs import VERBS, verbs_of

MOST_SIGNS = 2400
MOST_SUGGESTIONS = 12
MOST_FORMS = 2
MOST_USAGES = 4


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way to go on: what to put in place of the last word, and what it means."""

    word: str
    label: Param


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a line would do, before anything is stored.

    ``error`` says why the line cannot be read or is not allowed; a draft that was read but is
    not allowed now is given all the same.
    """

    draft: Draft | None = None
    sentences: tuple[Sentence, ...] = ()
    consequences: tuple[Sentence, ...] = ()
    error: LedgerError | None = None


@dataclass(slots=True)
class _Attempts:
    """All patterns tried on one line, and what came of it."""

    found: list[Draft] = field(default_factory=list)
    stuck: list[Stuck] = field(default_factory=list)


def parse(state: State, text: str, members: Mapping[str, str] | None = None) -> Draft:
    """The draft that a line means; ``members`` are the members' names by key.

    Raises LedgerError: ``line.empty``, ``line.quote``, ``line.unknown``, ``line.ambiguous`` with
    the candidates, ``line.expected``, ``line.missing``, ``line.extra``, or why a word means
    nothing. Whether the rules allow the entry is not checked here.
    """
    tokens = _tokens(text)
    attempts = _Attempts()
    reading = Reading(state=state, members=members or {})
    for verb, pattern in _meant(state, tokens[0]):
        _try(attempts, Matcher(verb, text, tokens, reading), pattern)
    if not attempts.found:
        raise _explained(attempts, tokens)
    likeliest = _likeliest(attempts.found)
    if len(likeliest) > 1:
        raise _asked(state, text, likeliest)
    return likeliest[0]


def preview(state: State, text: str, members: Mapping[str, str] | None = None) -> Preview:
    """What a line would do, as sentences; nothing is raised, nothing is stored."""
    try:
        draft = parse(state, text, members)
    except LedgerError as error:
        return Preview(error=error)
    return preview_draft(state, draft)


def preview_draft(state: State, draft: Draft) -> Preview:
    """The same for a draft that a form made."""
    try:
        after = attempt(state, draft)
    except LedgerError as error:
        return Preview(draft=draft, sentences=describe(state, draft), error=error)
    said = describe(after, draft)
    return Preview(draft=draft, sentences=said, consequences=consequences(state, after))


def complete(
    state: State,
    text: str,
    members: Mapping[str, str] | None = None,
    *,
    german: bool = False,
    role: Role = Role.OWNER,
) -> tuple[Suggestion, ...]:
    """Ways to go on from a line: they replace its last word, or follow a space at its end.

    To begin with, those verbs are offered that a member of that ``role`` has a use for.
    """
    tokens, open_word = _open_tokens(text)
    last = tokens[-1].text if open_word else ""
    done = tokens[:-1] if open_word else tokens
    found = (
        _next_words(state, text, done, members or {}) if done else _first_words(state, role, german)
    )
    fits = ((option, option.begun(last, german=german)) for option in found)
    ways = {way.word: (option.value or way.word, way) for option, way in fits if way is not None}
    # What goes by several words is offered once, by the first of them that fits.
    once = dict(reversed(ways.values()))
    return tuple(way for value, way in ways.values() if once[value] is way)[:MOST_SUGGESTIONS]


def _open_tokens(text: str) -> tuple[tuple[Token, ...], bool]:
    """The words so far, and whether the last one is still being typed."""
    if not text.strip():
        return (), False
    for close in ("", *dict.fromkeys(QUOTES.values())):
        try:
            return _tokens(text + close), bool(close) or not text[-1:].isspace()
        except LedgerError:
            continue
    return (), False


def usages(state: State, text: str, *, german: bool = False) -> tuple[Sentence, ...]:
    """How a line reads as a whole once its verb is typed, such as ``mark <card> <character>``.

    Nothing for a line that can be read, nor where there are too many ways to tell them all.
    """
    tokens, open_word = _open_tokens(text)
    if not tokens or (open_word and len(tokens) == 1):
        return ()
    try:
        meant = _meant(state, tokens[0])
    except LedgerError:
        return ()
    tried = [(Matcher(verb, text, tokens, Reading(state=state)), p) for verb, p in meant]
    unread = [(matcher, p) for matcher, p in tried if not any(matcher.matches(p))]
    fits = [(matcher, p) for matcher, p in unread if matcher.wanted] or unread
    told = tuple(_form(matcher.verb, p, german) for matcher, p in fits)
    return told if len(told) <= MOST_USAGES else ()


def short_form(verb: Verb, *, german: bool = False) -> Sentence:
    """A verb's first short form as a reader may learn it, such as ``mark <card> <character>``."""
    return _form(verb, verb.forms[0], german)


def _form(verb: Verb, pattern: str, german: bool) -> Sentence:
    labels = {argument.name: Sentence(argument.label) for argument in verb.arguments}
    return Sentence(_written(parts_of(pattern), german), labels)


def _written(parts: tuple[Part, ...], german: bool) -> str:
    return " ".join(_part(part, german) for part in parts)


def _part(part: Part, german: bool) -> str:
    if isinstance(part, Several):
        return _written(part.parts, german)
    if isinstance(part, Maybe):
        return f"[{_written(part.parts, german)}]"
    if isinstance(part, Slot):
        return f"<{{{part.name}}}>"
    return part.words[-1 if german else 0]


def _tokens(text: str) -> tuple[Token, ...]:
    """The words of a line; what stands in quotation marks is one word."""
    tokens: list[Token] = []
    line, at = text[:MOST_SIGNS], 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        tokens.append(_token(line, at))
        at = tokens[-1].end
    if not tokens:
        raise LedgerError("line.empty")
    return tuple(tokens)


def _token(line: str, start: int) -> Token:
    close = QUOTES.get(line[start])
    if close is None:
        (word,) = line[start:].split(maxsplit=1)[:1]
        return Token(word, start, start + len(word))
    end = line.find(close, start + 1)
    if end < 0:
        raise LedgerError("line.quote")
    return Token(line[start + 1 : end], start, end + 1, quoted=True)


def _patterns(state: State) -> Iterable[tuple[Verb, str]]:
    return ((verb, pattern) for verb in verbs_of(state.campaign) for pattern in verb.forms)


def _words_elsewhere(state: State) -> set[str]:
    """First words that only other kinds of campaigns have a use for."""
    here = {word for _, pattern in _patterns(state) for word in head(pattern).words}
    return {w for verb in VERBS.values() for p in verb.forms for w in head(p).words} - here


def _meant(state: State, token: Token) -> list[tuple[Verb, str]]:
    """The patterns that begin with the word: exactly, else as the only first word it begins."""
    said = token.text.casefold()
    if not token.quoted and said in _words_elsewhere(state):
        raise LedgerError("verb_not_here", verb=token.text)
    fits = [(verb, p) for verb, p in _patterns(state) if starts(head(p), token)]
    exact = [(verb, p) for verb, p in fits if said in head(p).words]
    firsts = {begun(head(p), said) or said: head(p).words[0] for _, p in fits}
    if exact:
        return exact
    if len(set(firsts.values())) > 1:
        raise LedgerError("line.ambiguous", word=token.text, candidates=tuple(firsts))
    if not fits:
        known = tuple({head(p).words[0]: None for _, p in _patterns(state)})
        raise LedgerError("line.unknown", word=token.text, candidates=known)
    return fits


def _try(attempts: _Attempts, matcher: Matcher, pattern: str) -> None:
    """Every reading of a pattern, and where it did not go on."""
    for bound in matcher.matches(pattern):
        draft = Draft(verb=matcher.verb.key, arguments=bound)
        if draft not in attempts.found:
            attempts.found.append(draft)
    attempts.stuck.extend(matcher.stuck)


def _likeliest(found: list[Draft]) -> list[Draft]:
    """Of a verb's readings those that leave the fewest words for names and notes.

    Where several do, as in “fetch 018 Blue Dragon blue”, they are asked about.
    """
    fewest: dict[str, int] = {}
    for draft in found:
        fewest[draft.verb] = min(_free_words(draft), fewest.get(draft.verb, MOST_SIGNS))
    return [draft for draft in found if _free_words(draft) == fewest[draft.verb]]


def _free_words(draft: Draft) -> int:
    texts = [str(draft.arguments.get(name, "")) for name in _texts(VERBS[draft.verb])]
    return sum(len(text.split()) for text in texts)


def _texts(verb: Verb) -> list[str]:
    return [arg.name for arg in verb.arguments if isinstance(arg.kind, Text)]


def _asked(state: State, text: str, found: list[Draft]) -> LedgerError:
    """What a line with several readings can mean; which words are the name, if that is it."""
    verb = VERBS[found[0].verb]
    for name in _texts(verb):
        named = [str(draft.arguments[name]) for draft in found if name in draft.arguments]
        names = tuple(dict.fromkeys(f'"{text}"' for text in named))
        if len(names) > 1 and {draft.verb for draft in found} == {verb.key}:
            return LedgerError("line.name", candidates=names)
    meanings = tuple(describe(state, draft)[0] for draft in found)
    return LedgerError("line.ambiguous", word=text.strip(), candidates=meanings)


def _needed(here: list[Stuck]) -> tuple[Param, ...]:
    """What may come next: how it is written where that is short, else what it is called."""
    named = {str(stuck.form or stuck.needed): stuck for stuck in here if stuck.needed}
    short = len(named) <= MOST_FORMS
    wanted = ((stuck.form if short else None) or stuck.needed for stuck in named.values())
    return tuple(each for each in wanted if each)


def _explained(attempts: _Attempts, tokens: tuple[Token, ...]) -> LedgerError:
    """Why nothing fits, by the place up to which most of the line did."""
    furthest = max(stuck.at for stuck in attempts.stuck)
    here = [stuck for stuck in attempts.stuck if stuck.at == furthest]
    needed = _needed(here)
    if furthest == len(tokens):
        return LedgerError("line.missing", expected=needed)
    word = tokens[furthest].text
    if not needed:
        return LedgerError("line.extra", word=word)
    own = [stuck.error for stuck in here if stuck.error and stuck.error.code != "bad_argument"]
    asked = [error for error in own if error.kind == "line.ambiguous"]
    unfit = LedgerError("line.expected", word=word, expected=needed)
    asked.sort(key=lambda error: len(cast(tuple[Param, ...], error.params["candidates"])))
    return next(iter([*asked, *own, unfit]))


@dataclass(frozen=True, slots=True)
class _Option:
    """A word that may come next, in its forms, or the label and key of what it stands for."""

    words: Fixed
    label: Param = ""
    value: str = ""

    def begun(self, text: str, *, german: bool) -> Suggestion | None:
        word = begun(self.words, text, german=german)
        return None if word is None else Suggestion(word, self.label or word)


def _first_words(state: State, role: Role, german: bool) -> list[_Option]:
    patterns = [(verb, pattern) for verb, pattern in _patterns(state) if may_use(role, verb)]
    return [_Option(head(p), short_form(verb, german=german)) for verb, p in patterns]


def _next_words(
    state: State, text: str, done: tuple[Token, ...], members: Mapping[str, str]
) -> list[_Option]:
    reading = Reading(state=state, members=members)
    try:
        meant = _meant(state, done[0])
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
        words = kind.proposed(matcher.reading.campaign)
        return [_Option(Fixed(word.typed), word.sentence, word.key) for word in words]
    choices = kind.choices(matcher.reading)
    return [_Option(Fixed((choice.typed,)), choice.label, choice.value) for choice in choices]
