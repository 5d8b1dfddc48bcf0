"""Codes that people read aloud and type, and tokens that only devices ever see."""

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 beside O, no 1 beside I
JOIN_LENGTH = 8
TV_LENGTH = 12
TOKEN_BYTES = 32
SALT_BYTES = 16


def join_code() -> str:
    return _letters(JOIN_LENGTH)


def tv_code() -> str:
    return _letters(TV_LENGTH)


def _letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def tidy(typed: str) -> str:
    """A code as it is stored, however it was typed: in small letters, with spaces or dashes."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)


def token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def salt() -> str:
    return secrets.token_hex(SALT_BYTES)


def fingerprint(secret: str) -> str:
    """What is stored in place of a token: a copy of the database opens nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def spelled(code: str) -> str:
    """A code in two halves, as people read it aloud."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
