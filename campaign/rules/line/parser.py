"""What a line means: the draft it stands for, or why it does not stand for any."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import cast

from campaign.rules.arguments.kind import Reading, nearest
from campaign.rules.arguments.values import Text
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import describe
from campaign.rules.lexicon import Lexicon
from campaign.rules.line.matcher import Matcher, ParseFailure
from campaign.rules.line.pattern import Pattern, begun, head, patterns, starts
from campaign.rules.line.tokens import MOST_SIGNS, Token, tokenize
from campaign.rules.state import State
from campaign.rules.verbs.index import VERBS, verbs_of
from campaign.rules.verbs.verb import Verb
from kernel.message import Message, Param, gettext_noop, pgettext

MOST_FORMS = 2


@dataclass(slots=True)
class _Attempts:
    """All patterns tried on one line, and the results."""

    found: list[Draft] = field(default_factory=list)
    stuck: list[ParseFailure] = field(default_factory=list)
    labels: set[int] = field(default_factory=set)
    """The words at which a name was ended because what follows them has a meaning of its own."""


def parse(reading: Reading, text: str) -> Draft:
    """The draft that a line means.

    Raises LedgerError: ``line.empty``, ``line.quote``, ``line.unknown``, ``line.ambiguous`` with
    the candidates, ``line.expected``, ``line.missing``, ``line.extra``, or why a word is not
    understood. Whether the rules allow the entry is not checked here.
    """
    tokens = tokenize(text)
    attempts = _Attempts()
    for verb, pattern in _begun(reading, tokens, text):
        _try(attempts, Matcher(verb, text, tokens, reading), pattern)
    if not attempts.found:
        raise _explained(attempts, tokens)
    likeliest = _likeliest(attempts.found)
    if len(likeliest) > 1:
        raise _asked(reading.state, text, likeliest)
    return likeliest[0]


def _begun(reading: Reading, tokens: tuple[Token, ...], text: str) -> list[tuple[Verb, Pattern]]:
    """As ``meant_by``; before a known first word, as in “new contract 31”, one is too many."""
    try:
        return meant_by(reading, tokens[0])
    except LedgerError as error:
        following = tokens[1:2]
        if error.key != "line.unknown" or not following:
            raise
        heads = {word for _, p in patterns_of(reading) for word in head(p).words}
        if following[0].quoted or following[0].text.casefold() not in heads:
            raise
        both = text[tokens[0].start : following[0].end]
        raise LedgerError("line.meant", word=both, candidates=(following[0].text,)) from error


def parse_all(reading: Reading, text: str) -> tuple[Draft, ...]:
    """The drafts of a line that may list several cards or passages, as “fetch 61 62 blue”.

    Raises LedgerError as ``parse`` does, and ``line.extra`` for one name given to several.
    """
    if names := _by_comma(reading, text):
        return tuple(parse(reading, each) for each in names)
    listed = _listed(reading, text)
    if len(listed) < 2:
        return (parse(reading, text),)
    before, after = text[: listed[0].start], text[listed[-1].end :]
    drafts = [parse(reading, f"{before}{token.text.strip(',')}{after}") for token in listed]
    if named := str(drafts[0].arguments.get("name", "")):
        raise LedgerError("line.extra", word=named)
    return tuple(drafts)


def _by_comma(reading: Reading, text: str) -> list[str]:
    """A line for each of several new names, as “recruit cara, ben”; a quoted name may have one."""
    tokens = tokenize(text)
    several = [verb for verb, _ in _begun(reading, tokens, text) if verb.several == "name"]
    if not several or any(token.quoted for token in tokens) or "," not in text:
        return []
    names = [name.strip() for name in text[tokens[0].end :].split(",")]
    return [f"{tokens[0].text} {name}" for name in names if name]


def _listed(reading: Reading, text: str) -> list[Token]:
    """The numbers after the verb, if it takes several of them one by one."""
    tokens = tokenize(text)
    verbs = [verb for verb, _ in _begun(reading, tokens, text) if verb.several]
    if not verbs:
        return []
    argument = verbs[0].argument(verbs[0].several)
    if argument and isinstance(argument.kind, Text):
        return []
    nouns = reading.lexicon.words(argument.kind.nouns) if argument and argument.kind.nouns else ()
    noun = 2 if tokens[1:] and tokens[1].text.casefold() in nouns else 1
    return list(takewhile(_is_number, tokens[noun:]))


def _is_number(token: Token) -> bool:
    return not token.quoted and re.fullmatch(r"[0-9]+[A-Za-z]?,?", token.text) is not None


def patterns_of(reading: Reading) -> list[tuple[Verb, Pattern]]:
    """Every pattern of this kind of campaign, with its verb."""
    return _patterns(verbs_of(reading.campaign), reading.lexicon)


def _patterns(verbs: Iterable[Verb], lexicon: Lexicon) -> list[tuple[Verb, Pattern]]:
    forms = ((verb, form) for verb in verbs for form in verb.forms)
    return [(verb, pattern) for verb, form in forms for pattern in patterns(form, lexicon)]


def _words_elsewhere(reading: Reading) -> set[str]:
    """First words of verbs that only other kinds of campaigns have."""
    here = {word for _, pattern in patterns_of(reading) for word in head(pattern).words}
    known = _patterns(VERBS.values(), reading.lexicon)
    return {word for _, pattern in known for word in head(pattern).words} - here


def meant_by(reading: Reading, token: Token) -> list[tuple[Verb, Pattern]]:
    """The patterns that start with the word, or else with the only first word that it begins."""
    label = token.text.casefold()
    if not token.quoted and label in _words_elsewhere(reading):
        raise LedgerError("verb_not_here", verb=token.text)
    fits = [(verb, p) for verb, p in patterns_of(reading) if starts(head(p), token)]
    exact = [(verb, p) for verb, p in fits if label in head(p).words]
    firsts = {begun(head(p), label) or label: head(p).words[0] for _, p in fits}
    if exact:
        return exact
    if len(set(firsts.values())) > 1:
        raise LedgerError("line.ambiguous", word=token.text, candidates=tuple(firsts))
    if not fits:
        raise _unknown(reading, token.text)
    return fits


def _unknown(reading: Reading, word: str) -> LedgerError:
    """The refusal of a word that no line begins with: what it may have been, or all that fit."""
    own = Lexicon(reading.lexicon.languages[:1])
    listed = [head(pattern) for _, pattern in _patterns(verbs_of(reading.campaign), own)]
    heads = [head(pattern) for _, pattern in patterns_of(reading)]
    home = {each for fixed in listed for each in fixed.words}
    verbs = {each: fixed.words for fixed in heads for each in fixed.words}
    sure = nearest(word, verbs, VERY_ALIKE)
    meant = [each for each in nearest(word, verbs) if each in home or each in sure]
    if meant and word.casefold() not in reading.lexicon.words(HELP):
        once = [
            each for at, each in enumerate(meant) if verbs[each] not in map(verbs.get, meant[:at])
        ]
        return LedgerError("line.meant", word=word, candidates=tuple(once))
    often = [first_of(verb, own) for verb in verbs_of(reading.campaign) if verb.key in OFTEN]
    return LedgerError("line.unknown", word=word, candidates=tuple(dict.fromkeys(often)))


VERY_ALIKE = 0.8
"""How much alike a word of another language than the reader's has to be."""
HELP = pgettext("typed", "help")
"""No verb, however much it looks like one."""
OFTEN = ("recruit", "start", "mark", "scratch", "fetch", "read", "contract", "finish")
"""The verbs that are named to somebody who asks for help."""


def first_of(verb: Verb, lexicon: Lexicon) -> str:
    """The first word of a verb's line in the reader's language."""
    return head(patterns(verb.forms[0], lexicon)[0]).words[0]


def _try(attempts: _Attempts, matcher: Matcher, pattern: Pattern) -> None:
    """Record every match of a pattern, and where it did not match."""
    for bound in matcher.matches(pattern):
        draft = Draft(verb=matcher.verb.key, arguments=matcher.completed(bound))
        if draft not in attempts.found:
            attempts.found.append(draft)
    attempts.stuck.extend(matcher.stuck)
    attempts.labels |= matcher.labels


def _likeliest(found: list[Draft]) -> list[Draft]:
    """The matches of a verb that leave the fewest words for names and notes.

    If several do, as in “fetch 018 Blue Dragon blue”, the member has to choose.
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
    """The refusal of an ambiguous line: what it can mean, or which words could be the name."""
    verb = VERBS[found[0].verb]
    for name in _texts(verb):
        named = [str(draft.arguments[name]) for draft in found if name in draft.arguments]
        names = tuple(dict.fromkeys(named))
        if len(names) > 1 and {draft.verb for draft in found} == {verb.key}:
            shown = tuple(Message(gettext_noop("“{word}”"), {"word": text}) for text in names)
            typed = tuple(f'"{text}"' for text in names)
            return LedgerError("line.name", candidates=shown, typed=typed)
    meanings = tuple(describe(state, draft)[0] for draft in found)
    return LedgerError("line.ambiguous", word=text.strip(), candidates=meanings)


def _needed(here: list[ParseFailure]) -> tuple[Param, ...]:
    """What may come next: how it is written if that is short, or else its name."""
    named = {str(stuck.form or stuck.needed): stuck for stuck in here if stuck.needed}
    short = len(named) <= MOST_FORMS
    wanted = ((stuck.form if short else None) or stuck.needed for stuck in named.values())
    return tuple(each for each in wanted if each)


VAGUE = frozenset({"bad_argument.wrong", "bad_argument.missing", "bad_argument.unknown"})
"""What a kind of argument says of a word; in a line there is more to say."""


def _explained(attempts: _Attempts, tokens: tuple[Token, ...]) -> LedgerError:
    """Why nothing fits, according to the attempts that matched most of the line."""
    furthest = max(stuck.at for stuck in attempts.stuck)
    here = [stuck for stuck in attempts.stuck if stuck.at == furthest]
    needed = _needed(here)
    if furthest == len(tokens):
        return LedgerError("line.missing", expected=needed)
    word = tokens[furthest].text
    if not needed:
        return LedgerError("line.extra", word=word)
    own = [stuck.error for stuck in here if stuck.error and stuck.error.key not in VAGUE]
    asked = [error for error in own if error.key == "line.ambiguous"]
    unfit = LedgerError("line.expected", word=word, expected=needed)
    if furthest - 1 in attempts.labels:
        label = tokens[furthest - 1].text
        unfit = LedgerError("line.label", word=word, expected=needed, label=label)
    asked.sort(key=lambda error: len(cast(tuple[Param, ...], error.params["candidates"])))
    return next(iter([*asked, *own, unfit]))
