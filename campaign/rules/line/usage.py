"""How a verb is written in the line, such as ``mark <card> <character>``."""

from campaign.rules.arguments.kind import Reading
from campaign.rules.errors import LedgerError
from campaign.rules.lexicon import ENGLISH, Lexicon
from campaign.rules.line.matcher import Matcher
from campaign.rules.line.parser import first_of, meant_by
from campaign.rules.line.pattern import (
    AnyOrder,
    Optional,
    Part,
    Pattern,
    Slot,
    patterns,
)
from campaign.rules.line.tokens import open_tokens
from campaign.rules.verbs.verb import Verb
from kernel.message import Message

MOST_USAGES = 4


def usages(reading: Reading, text: str) -> tuple[Message, ...]:
    """The forms of a line whose verb has been typed, such as ``mark <card> <character>``.

    Empty for a line that can be read, and if there are too many forms to show.
    """
    tokens, open_word = open_tokens(text)
    if not tokens or (open_word and len(tokens) == 1):
        return ()
    try:
        meant = meant_by(reading, tokens[0])
    except LedgerError:
        return ()
    tried = [(Matcher(verb, text, tokens, reading), p) for verb, p in meant]
    unread = [(matcher, p) for matcher, p in tried if not any(matcher.matches(p))]
    fits = [(matcher, p) for matcher, p in unread if matcher.wanted] or unread
    if len(fits) > MOST_USAGES:
        fits = _furthest(fits)
    forms = tuple(_form(matcher.verb, p) for matcher, p in fits)
    return forms if len(forms) <= MOST_USAGES else ()


def _furthest(tried: list[tuple[Matcher, Pattern]]) -> list[tuple[Matcher, Pattern]]:
    """The forms that fit most of the line."""
    reached = [max((stuck.at for stuck in matcher.stuck), default=0) for matcher, _ in tried]
    return [each for each, at in zip(tried, reached, strict=True) if at == max(reached)]


def short_form(verb: Verb, lexicon: Lexicon = ENGLISH) -> Message:
    """A verb's first short form in the reader's language, such as ``mark <card> <character>``."""
    return _form(verb, patterns(verb.forms[0], lexicon)[0])


def first_word(verb: Verb, lexicon: Lexicon) -> str:
    """The first word of a verb's line in the reader's language."""
    return first_of(verb, lexicon)


def _form(verb: Verb, pattern: Pattern) -> Message:
    labels = {argument.name: Message(argument.label) for argument in verb.arguments}
    return Message(_written(pattern), labels)


def _written(parts: tuple[Part, ...]) -> str:
    return " ".join(map(_part, parts))


def _part(part: Part) -> str:
    if isinstance(part, AnyOrder):
        return _written(part.parts)
    if isinstance(part, Optional):
        return f"[{_written(part.parts)}]"
    return f"<{{{part.name}}}>" if isinstance(part, Slot) else part.words[0]
