"""What can be typed in the ledger line: the words of every language, the reader's first.

A typed text is in the rules in English, marked by ``pgettext("typed", …)``: the words for one
thing separated by ``|``, the suggested one first, or a whole form of the line. Another language
is a catalogue; the rules get a callable that looks texts up in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kernel.message import CONTEXT_END, Translate


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The languages of the line, the reader's first: functions that translate a typed text."""

    languages: tuple[Translate, ...] = (str,)

    def versions(self, text: str) -> tuple[str, ...]:
        """A typed text in every language that translates it."""
        found = (translate(text).rpartition(CONTEXT_END)[2] for translate in self.languages)
        return tuple(dict.fromkeys(found))

    def words(self, text: str) -> tuple[str, ...]:
        """Every word for the same thing, in all languages."""
        return _words(self, text)


@cache
def _words(lexicon: Lexicon, text: str) -> tuple[str, ...]:
    words = (word for version in lexicon.versions(text) for word in version.split("|"))
    return tuple(dict.fromkeys(words))


def lexicon_for(language: str, catalogues: Mapping[str, Translate]) -> Lexicon:
    """The words of all catalogues (by language code), for a reader of ``language``."""
    codes = sorted(catalogues, key=lambda code: code != language)
    return Lexicon(tuple(catalogues[code] for code in codes))


ENGLISH = Lexicon()
"""The words without any catalogue."""
