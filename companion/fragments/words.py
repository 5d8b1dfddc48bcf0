"""The words of one language, looked up once: a board says the same few with every tap."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property

from django.conf import settings
from django.utils import translation

from companion.templatetags.pictures import LETTERS, NAMES

MOST = 4096


class Words:
    """Django's translations into one language, whoever reads the page of this thread."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._known: dict[object, str] = {}

    def gettext(self, message: str, /) -> str:
        return self._known.get(message) or self._keep(message, lambda: translation.gettext(message))

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        key = (singular, number)
        return self._known.get(key) or self._keep(
            key, lambda: translation.ngettext(singular, plural, number)
        )

    def pgettext(self, context: str, message: str, /) -> str:
        key = (context, message)
        return self._known.get(key) or self._keep(
            key, lambda: translation.pgettext(context, message)
        )

    def _keep(self, key: object, look: Callable[[], str]) -> str:
        with translation.override(self.language):
            found = look()
        if len(self._known) < MOST:
            self._known[key] = found
        return found

    @cached_property
    def colors(self) -> Mapping[str, str]:
        """The names of cubes."""
        with translation.override(self.language):
            return {color: str(name) for color, name in NAMES.items()}

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters on cubes; a cube that nobody owns has none."""
        with translation.override(self.language):
            return {color: str(letter) for color, letter in LETTERS.items()}


def words_here() -> Words:
    """The words for whoever reads the page of this thread."""
    return words_in(translation.get_language() or settings.LANGUAGE_CODE)


@cache
def words_in(language: str) -> Words:
    return Words(language)
