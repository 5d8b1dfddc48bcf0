"""The words of the ledger line, from the catalogues of all languages of the site."""

from functools import cache, partial

from django.conf import settings
from django.utils.translation import get_language, gettext, override

from campaign.rules.lexicon import Lexicon, lexicon_for


def readers_lexicon() -> Lexicon:
    """The words of all languages, those of the page's language first."""
    return _lexicon(get_language() or settings.LANGUAGE_CODE)


@cache
def _lexicon(language: str) -> Lexicon:
    codes = (code for code, _name in settings.LANGUAGES)
    return lexicon_for(language, {code: partial(_look_up, code) for code in codes})


def _look_up(code: str, text: str) -> str:
    with override(code):
        return gettext(text)
