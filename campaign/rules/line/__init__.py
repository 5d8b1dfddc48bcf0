"""The ledger line: one input that understands every verb's short form, and never guesses silently."""

from campaign.rules.line.completion import MOST_SUGGESTIONS, Suggestion, complete, corrections
from campaign.rules.line.parser import parse, parse_all
from campaign.rules.line.preview import Preview, preview, preview_draft
from campaign.rules.line.undo import UNDO, is_undo
from campaign.rules.line.usage import first_word, short_form, usages

__all__ = [
    "MOST_SUGGESTIONS",
    "UNDO",
    "Preview",
    "Suggestion",
    "complete",
    "corrections",
    "first_word",
    "is_undo",
    "parse",
    "parse_all",
    "preview",
    "preview_draft",
    "short_form",
    "usages",
]
