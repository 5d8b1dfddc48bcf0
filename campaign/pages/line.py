"""The ledger line: what is typed, what it would write, and suggestions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from campaign.errors import translate
from campaign.lexicon import readers_lexicon
from campaign.pages.verbs import NAMES
from campaign.rules import line as rules
from campaign.rules import roles
from campaign.rules.arguments.kind import Reading, quoted
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import coming_game
from campaign.rules.line import Preview, Suggestion
from campaign.rules.state import State
from campaign.rules.verbs.index import VERBS
from campaign.rules.verbs.marks import eligible
from campaign.selectors.ledger import DescribedEntry
from kernel.message import render

QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Way:
    """One suggestion: the word, its meaning, and the whole line with it."""

    word: str
    label: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePage:
    """Either ``sentences`` and ``consequences``, what would be written, or ``error``, why not.

    ``level`` is that of the notice: a line that is still being typed is not an error, and
    ``usages`` say how it can continue.
    """

    typed: str
    sentences: tuple[str, ...]
    consequences: tuple[str, ...]
    error: str
    level: str
    usages: tuple[str, ...]
    ways: tuple[Way, ...]
    coming: int = 0

    @property
    def ready(self) -> bool:
        return bool(self.sentences)


def line_page(reading: Reading, actor: roles.Actor, typed: str) -> LinePage:
    seen = rules.preview(reading, typed) if typed.strip() else Preview()
    ways = rules.complete(reading, typed, role=actor.role)
    error = _error(reading, actor, seen)
    return LinePage(
        typed=typed,
        sentences=() if error else tuple(map(translate, seen.sentences)),
        consequences=() if error else tuple(map(translate, seen.consequences)),
        error=translate(error) if error else "",
        coming=coming_game(reading.state, seen.draft.verb) if seen.draft and not error else 0,
        level="error" if error and not _unfinished(reading, typed, error) else "info",
        usages=tuple(map(translate, rules.usages(reading, typed))) if error else (),
        ways=(
            *_remedies(reading, actor, error),
            *_corrections(reading, typed, error),
            *_meanings(typed, error),
            *(_way(typed, way) for way in ways),
        ),
    )


def undo_page(lines: Sequence[DescribedEntry], typed: str) -> LinePage:
    """What undoing would strike: one entry, or nothing."""
    said = [translate(each) for line in lines for each in line.sentences]
    what = gettext("Undo: %(what)s") % {"what": " ".join(said)}
    return LinePage(
        typed=typed,
        sentences=(what,) if said else (),
        consequences=(),
        error="" if said else translate(LedgerError("nothing_to_undo")),
        level="error",
        usages=(),
        ways=(),
    )


def _unfinished(reading: Reading, typed: str, error: LedgerError) -> bool:
    """Whether more may still be typed: without it only the reader's own character completes it."""
    if error.code == "line":
        return True
    try:
        rules.parse_all(replace(reading, own=""), typed)
    except LedgerError as missing:
        return missing.code == "line"
    return False


def _error(reading: Reading, actor: roles.Actor, seen: Preview) -> LedgerError | None:
    if seen.error:
        return seen.error
    try:
        for draft in seen.drafts:
            roles.check_write(reading.state, actor, draft)
    except LedgerError as error:
        return error
    return None


def _remedies(reading: Reading, actor: roles.Actor, error: LedgerError | None) -> tuple[Way, ...]:
    """The line to write first, if something is not known yet."""
    here = "fetch" in reading.campaign.verbs and roles.may_use(actor.role, VERBS["fetch"])
    if error is None or error.key != "unknown_card" or not here:
        return ()
    line = f"{_word('fetch')} {quoted(str(error.params['word']))}"
    return (Way(line, gettext(NAMES["fetch"]), f"{line} "),)


def _corrections(reading: Reading, typed: str, error: LedgerError | None) -> Iterator[Way]:
    """The line with a mistyped word put right."""
    word = str(error.params.get("word", "")) if error else ""
    for line in rules.corrections(reading, typed, word) if word else ():
        yield Way(line, gettext("Did you mean this?"), line)


WAYS = ("line.name", "line.ambiguous", "line.meant", "unknown_card.meant")
"""The refusals that say what may have been meant."""


def _meanings(typed: str, error: LedgerError | None) -> Iterator[Way]:
    """The line for each meaning that an ambiguous word can have; verbs are suggested anyway."""
    if error is None or error.key not in WAYS:
        return
    candidates = error.params["candidates"]
    written = error.params.get("typed", candidates)
    pairs = zip(candidates, written, strict=True) if isinstance(candidates, tuple) else ()
    for label, meant in pairs:
        words = str(error.params.get("word", str(meant).strip(QUOTE)))
        first = typed.lstrip().startswith(words) and error.key != "line.meant"
        if isinstance(meant, str) and not first:
            line = re.sub(_alone(words), meant.replace("\\", r"\\"), typed, count=1)
            yield Way(render(label, gettext), "", line)


def _alone(words: str) -> str:
    return rf"(?<!\S){re.escape(words)}(?!\S)"


def _way(typed: str, way: Suggestion) -> Way:
    label = render(way.label, gettext)
    return Way(way.word, "" if label == way.word else label, f"{_kept(typed)}{way.word} ")


def _kept(typed: str) -> str:
    """The line without the word that is still being typed."""
    if typed.count(QUOTE) % 2:
        return typed[: typed.rindex(QUOTE)]
    return typed[: len(typed) - len(typed.split()[-1])] if typed[-1:].strip() else typed


def example(state: State, actor: roles.Actor) -> str:
    """A line that could be written now and says itself: a mark by the reader's own character, if
    there is one, or a note."""
    if not state.characters and roles.may_use(actor.role, VERBS["recruit"]):
        return f"{_word('recruit')} ana"
    own = roles.own_characters(state, actor.member)
    character = next(iter([*sorted(own), *state.characters]), "")
    card = next((key for key in eligible(state) if not state.cards[key].destroyed), "")
    if character and card and "mark" in state.campaign.verbs:
        return f"{_word('mark')} {quoted(card)} {character}"
    return gettext("note pizza at eight")


def _word(verb: str) -> str:
    """The first word of a verb's line in the reader's language."""
    return rules.first_word(VERBS[verb], readers_lexicon())
