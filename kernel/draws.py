"""Fair draws: a seed committed to first, random bytes of others, and one stream of numbers."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

WORD = 4
WORDS = 2**32


def commit(seed: str) -> str:
    """The SHA-256 of a seed; both are 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def numbers(seed: str, message: str) -> Iterator[int]:
    """An endless stream of 32-bit numbers, the same for the same seed and message."""
    block = 0
    while True:
        text = f"{message}:{block}".encode("ascii")
        digest = hmac.digest(bytes.fromhex(seed), text, "sha256")
        for at in range(0, len(digest), WORD):
            yield int.from_bytes(digest[at : at + WORD], "big")
        block += 1


def index(stream: Iterator[int], left: int) -> int:
    """A place out of ``left``; numbers that would favour some places are skipped."""
    limit = WORDS // left * left
    return next(number for number in stream if number < limit) % left


def lot(seed: str, message: str, row: Sequence[str], take: int) -> list[str]:
    """The first ``take`` of a row by lot, in the order in which they are drawn."""
    left, stream = list(row), numbers(seed, message)
    return [left.pop(index(stream, len(left))) for _ in range(min(take, len(left)))]
