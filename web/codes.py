"""Codes that people read aloud and type, and tokens that only browsers ever see."""

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 and O, 1 and I, which look alike
TOKEN_BYTES = 32


def random_code(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy(typed: str) -> str:
    """A code as it is stored, whether typed in small letters, with spaces or with dashes."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)


def token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(secret: str) -> str:
    """The hash that is stored instead of a token, so that a copy of the database opens nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def spelled(code: str) -> str:
    """A code in two halves, as people read it aloud: ABCD-EFGH."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
