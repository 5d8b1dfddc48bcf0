"""Whole numbers as addresses and forms bring them: plain digits, and not without end."""

LONGEST = 9


def whole(typed: str) -> int | None:
    """The number that stands there; None for anything else, other scripts' digits included."""
    plain = typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST
    return int(typed) if plain else None
