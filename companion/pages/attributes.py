"""Actions as they stand in a button's value: JSON for a single-quoted attribute."""

import json
from collections.abc import Mapping

from django.utils.safestring import SafeString, mark_safe

ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "&<>'"}


def tap(do: str, **fields: object) -> SafeString:
    """The action as JSON without a sign that HTML would read; null is filled in by the form."""
    return written({"do": do, **fields})


def written(plain: Mapping[str, object]) -> SafeString:
    text = json.dumps(plain, separators=(",", ":"), ensure_ascii=False)
    return mark_safe(text.translate(ESCAPES))  # noqa: S308 - every sign that HTML reads is escaped
