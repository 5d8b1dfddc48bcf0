"""The ledger line: what is typed, what it would write, and ways to go on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from campaign.pages.verbs import german as reads_german
from campaign.refusals import said
from campaign.rules import line as rules
from campaign.rules import roles
from campaign.rules.arguments import Reading, quoted
from campaign.rules.errors import LedgerError
from campaign.rules.line import Preview, Suggestion
from campaign.rules.marks import eligible
from campaign.rules.pattern import head
from campaign.rules.sentences import render
from campaign.rules.state import State, number_of
from campaign.rules.verbs import VERBS

QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: the word, what it stands for, and the whole line with it."""

    word: str
    label: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePage:
    """Either ``sentences`` and ``consequences``, what would be written, or ``error``, why not.

    ``level`` is that of a notice: a line that is still being typed is no error, and ``usages``
    say how it can go on.
    """

    typed: str
    sentences: tuple[str, ...]
    consequences: tuple[str, ...]
    error: str
    level: str
    usages: tuple[str, ...]
    ways: tuple[Way, ...]

    @property
    def ready(self) -> bool:
        return bool(self.sentences)


def line_page(reading: Reading, writer: roles.Writer, typed: str, *, german: bool) -> LinePage:
    seen = rules.preview(reading.state, typed, reading.members) if typed.strip() else Preview()
    ways = rules.complete(reading.state, typed, reading.members, german=german, role=writer.role)
    error = _error(reading, writer, seen)
    return LinePage(
        typed=typed,
        sentences=() if error else tuple(map(said, seen.sentences)),
        consequences=() if error else tuple(map(said, seen.consequences)),
        error=said(error) if error else "",
        level="error" if error and error.code != "line" else "info",
        usages=tuple(map(said, rules.usages(reading.state, typed, german=german))) if error else (),
        ways=(
            *_remedies(reading, writer, error),
            *_meanings(typed, error),
            *(_way(typed, way) for way in ways),
        ),
    )


def _error(reading: Reading, writer: roles.Writer, seen: Preview) -> LedgerError | None:
    if seen.error or seen.draft is None:
        return seen.error
    try:
        roles.check_write(reading.state, writer, seen.draft)
    except LedgerError as error:
        return error
    return None


def _remedies(reading: Reading, writer: roles.Writer, error: LedgerError | None) -> tuple[Way, ...]:
    """The line to be written first, where something is not known yet."""
    here = "fetch" in reading.campaign.verbs and roles.may_use(writer.role, VERBS["fetch"])
    if error is None or error.kind != "unknown_card" or not here:
        return ()
    line = f"{_word('fetch')} {quoted(str(error.params['word']))}"
    return (Way(line, _("Fetch a card"), f"{line} "),)


def _meanings(typed: str, error: LedgerError | None) -> Iterator[Way]:
    """The line once more for each thing that some of its words can mean; verbs are ways anyhow."""
    if error is None or error.kind not in ("line.name", "line.ambiguous"):
        return
    candidates = error.params["candidates"]
    for meant in candidates if isinstance(candidates, tuple) else ():
        words = str(error.params.get("word", str(meant).strip(QUOTE)))
        if isinstance(meant, str) and not typed.lstrip().startswith(words):
            yield Way(meant, "", re.sub(_alone(words), meant.replace("\\", r"\\"), typed, count=1))


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


def example(state: State, writer: roles.Writer) -> str:
    """A line that could be written now: a mark by the reader's own character, where there is one."""
    if not state.characters:
        return f"{_word('recruit')} ana"
    own = roles.own_characters(state, writer.member)
    others = state.characters if writer.role in roles.KEEPERS else ()
    character = next(iter([*sorted(own), *others]), "")
    card = next((key for key in eligible(state) if not state.cards[key].destroyed), "")
    if character and card and "mark" in state.campaign.verbs:
        return f"{_word('mark')} {quoted(card)} {character}"
    numbers = (number_of(state.campaign, str(number)) for number in count(17))
    return f"{_word('fetch')} {next(number for number in numbers if number not in state.cards)}"


def _word(verb: str) -> str:
    """The word that begins a verb's line in the reader's language."""
    return head(VERBS[verb].forms[0]).words[-1 if reads_german() else 0]
