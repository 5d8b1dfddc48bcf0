"""Actions as the value of a button: JSON for an attribute in single quotes."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from json import JSONEncoder

from django.utils.safestring import SafeString, mark_safe

ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "&<>'"}
ENCODER = JSONEncoder(separators=(",", ":"), ensure_ascii=False)
MOST = 4096


@lru_cache(MOST, typed=True)  # typed, because to Python True is the same key as 1
def tap(do: str, **fields: Hashable) -> SafeString:
    """The action as JSON, escaped for HTML; null is filled in from the form."""
    return written({"do": do, **fields})


def written(plain: Mapping[str, object]) -> SafeString:
    text = ENCODER.encode(plain)
    return mark_safe(text.translate(ESCAPES))  # noqa: S308 - escaped for HTML
