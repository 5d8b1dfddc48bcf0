"""Actions as they stand in a button's value: JSON for a single-quoted attribute."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from json import JSONEncoder

from django.utils.safestring import SafeString, mark_safe

ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "&<>'"}
ENCODER = JSONEncoder(separators=(",", ":"), ensure_ascii=False)
MOST = 4096


@lru_cache(MOST, typed=True)  # typed, since to Python True is the same key as 1
def tap(do: str, **fields: Hashable) -> SafeString:
    """The action as JSON without a sign that HTML would read; null is filled in by the form."""
    return written({"do": do, **fields})


def written(plain: Mapping[str, object]) -> SafeString:
    text = ENCODER.encode(plain)
    return mark_safe(text.translate(ESCAPES))  # noqa: S308 - every sign that HTML reads is escaped
