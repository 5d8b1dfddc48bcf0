"""The words of a line."""

from dataclasses import dataclass

from campaign.rules.arguments.kind import QUOTES
from campaign.rules.errors import LedgerError

MOST_SIGNS = 2400


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the line and its position; a quoted one may contain spaces."""

    text: str
    start: int
    end: int
    quoted: bool = False


def tokenize(text: str) -> tuple[Token, ...]:
    """The words of a line; a text in quotation marks is one word."""
    tokens: list[Token] = []
    line, at = text[:MOST_SIGNS], 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        tokens.append(_token(line, at))
        at = tokens[-1].end
    if not tokens:
        raise LedgerError("line.empty")
    return tuple(tokens)


def _token(line: str, start: int) -> Token:
    close = QUOTES.get(line[start])
    if close is None:
        (word,) = line[start:].split(maxsplit=1)[:1]
        return Token(word, start, start + len(word))
    end = line.find(close, start + 1)
    if end < 0:
        raise LedgerError("line.quote")
    return Token(line[start + 1 : end], start, end + 1, quoted=True)


def open_tokens(text: str) -> tuple[tuple[Token, ...], bool]:
    """The words so far, and whether the last one is still being typed."""
    if not text.strip():
        return (), False
    for close in ("", *dict.fromkeys(QUOTES.values())):
        try:
            return tokenize(text + close), bool(close) or not text[-1:].isspace()
        except LedgerError:
            continue
    return (), False
