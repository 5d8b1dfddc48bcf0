"""A table's own codes and the random bytes of its draws.

A join code is short enough to be typed, and wrong ones are counted. Links, QR codes
and the TV's code are too long to guess: those are never refused.
"""

import secrets

from web.codes import random_code

JOIN_LENGTH = 8
TV_LENGTH = 12
LINK_LENGTH = 16  # letters of 5 bits each: 80 bits
SCREEN_LENGTH = 6
SALT_BYTES = 16


def join_code() -> str:
    return random_code(JOIN_LENGTH)


def tv_code() -> str:
    return random_code(TV_LENGTH)


def link_token() -> str:
    return random_code(LINK_LENGTH)


def screen_code() -> str:
    return random_code(SCREEN_LENGTH)


def salt() -> str:
    return secrets.token_hex(SALT_BYTES)
