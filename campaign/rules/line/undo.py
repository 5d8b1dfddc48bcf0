"""The one line that is not an entry: it takes back the last one of whoever types it."""

from campaign.rules.lexicon import Lexicon
from kernel.message import pgettext

UNDO = pgettext("typed", "undo")


def is_undo(lexicon: Lexicon, text: str) -> bool:
    """Whether a line asks to strike the last entry."""
    return text.strip().casefold() in lexicon.words(UNDO)
