"""Names and texts that people type: which characters are allowed, and showing them in sentences."""

import unicodedata
from collections.abc import Iterator, Mapping

JOINERS = frozenset("\u200c\u200d")
"""Joiners hold emoji sequences together or keep Persian letters apart."""
FLAG_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that draw nothing."""
NEVER_DRAWN = frozenset(
    chr(code)
    for first, last in (
        *((0x34F, 0x34F), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2060, 0x206F)),
        *((0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    )
    for code in range(first, last + 1)
)
"""What Unicode keeps for signs that are not drawn, assigned or not (Default_Ignorable)."""
UNDRAWN = JOINERS | BLANK | NEVER_DRAWN
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067")
"""Signs that turn the direction of what follows, or override it."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
VISIBLE = "LNPS"


def is_writable(text: str, *, lines: bool = False) -> bool:
    """Whether a text can be stored and shown: all characters allowed, at least one visible.

    Control characters, lone surrogates and characters that change the text direction are not
    allowed; joiners are. `lines` allows line breaks.
    """
    return is_plain(text, lines=lines) and any(map(_is_seen, text))


def is_plain(text: str, *, lines: bool = False) -> bool:
    """Whether all characters of a text are allowed; it may be empty or blank."""
    return all(_may_stand(sign, lines) for sign in text)


def plain(text: str, *, lines: bool = False) -> str:
    """The text without the characters that are not allowed: for what was written elsewhere."""
    return "".join(sign for sign in text if _may_stand(sign, lines))


def each_text(value: object) -> Iterator[str]:
    """All texts in a plain JSON value, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from each_text(list(value.keys()))
        yield from each_text(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from each_text(item)


def drawn(text: str) -> str:
    """The text without the signs that draw nothing, for comparing what people see."""
    return "".join(sign for sign in text if sign not in UNDRAWN)


def _may_stand(sign: str, lines: bool) -> bool:
    category = unicodedata.category(sign)
    if sign in JOINERS or sign in FLAG_TAGS or (lines and sign == "\n"):
        return True
    # An emoji newer than this Python has no category yet; noncharacters never get one.
    return category not in ("Cc", "Cf", "Cs", "Zl", "Zp") and ord(sign) & 0xFFFE != 0xFFFE


def _is_seen(sign: str) -> bool:
    if sign in NEVER_DRAWN:
        return False
    category = unicodedata.category(sign)
    return (category[0] in VISIBLE and sign not in BLANK) or category in ("Cn", "Co")


def minus(number: int) -> str:
    """The number, with a minus sign before one below 0 and not a hyphen."""
    return f"{number}".replace("-", "−")


def isolated(text: str) -> str:
    """The text for use in a sentence; if it is right-to-left, it does not affect the rest.

    One of before this rule, or from a file, is shown without the signs that would.
    """
    if text.isascii():
        return text
    if not TURNING.isdisjoint(text):
        text = "".join(sign for sign in text if sign not in TURNING)
    if not any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text):
        return text
    if text.startswith(ISOLATE) and text.endswith(END_ISOLATE):
        return text
    return f"{ISOLATE}{text}{END_ISOLATE}"
