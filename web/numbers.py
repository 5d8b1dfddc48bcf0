"""Whole numbers from addresses and forms: plain digits, and only so many of them."""

LONGEST = 9


def whole(typed: str) -> int | None:
    """The number typed; None for anything else, including digits of other scripts."""
    plain = typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST
    return int(typed) if plain else None
