"""Checks whether an edition's data fit together; `limits` checks each value alone."""

import re
from collections.abc import Iterator

from companion.rules.editions.edition import ESCAPE_TOKENS, Edition, Words
from companion.rules.editions.limits import check_limits
from companion.rules.words import TOKENS
from kernel.message import gettext_noop
from kernel.reading import ReadingError, build

KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
SCORED = ("gold", "cards", "contracts", "other")
"""Score lines that are not tokens, so no token may have these keys."""
VALUED = ("artifact", "crown")
Fault = tuple[str, str]


def check(edition: Edition, seats: int | None = None) -> Edition:
    """The edition, if it is consistent for this many seats (default: its maximum).

    Raises ReadingError with the place of the first error.
    """
    check_limits(edition, edition.slug)
    check_limits(build(Words, edition.words, f"{edition.slug}.words"), f"{edition.slug}.words")
    for where, reason in (*_numbers(edition, seats), *_tokens(edition), *_groups(edition)):
        raise ReadingError(f"{edition.slug}.{where}", reason)
    return edition


def _numbers(edition: Edition, seats: int | None) -> Iterator[Fault]:
    numbers = edition.numbers
    if edition.least_players > edition.most_players:
        yield "players", gettext_noop("the lowest number of players is above the highest")
    for name in ("starting_clank", "starting_gold"):
        if len(getattr(numbers, name).value) < (seats or edition.most_players):
            yield f"numbers.{name}", gettext_noop("a number for every seat is needed")
    if max(numbers.start_space.value) > len(numbers.rage_track.value):
        yield "numbers.start_space", gettext_noop("there is no such space on the rage track")
    if (numbers.off_clock_cubes is None) is (numbers.countdown is None):
        yield "numbers", gettext_noop("either off_clock_cubes or countdown is needed")


def _tokens(edition: Edition) -> Iterator[Fault]:
    tokens = edition.tokens
    for key in tokens:
        if not KEY.fullmatch(key) or key in (*SCORED, *ESCAPE_TOKENS):
            yield f"tokens.{key}", gettext_noop("this is not a token’s key")
        yield from ((f"tokens.{key}.{where}", reason) for where, reason in _token(edition, key))
    if "artifact" not in tokens:
        yield "tokens.artifact", gettext_noop("missing")


def _token(edition: Edition, key: str) -> Iterator[Fault]:
    token, numbers = edition.tokens[key], edition.numbers
    if token.name is None and key not in TOKENS:
        yield "name", gettext_noop("missing")
    if (token.kind == "artifact") is not (key == "artifact"):
        yield "kind", gettext_noop("the artifact, and nothing else, must have the kind artifact")
    if token.kind == "coupon" and (key != "discount_coupon" or numbers.coupon is None):
        yield (
            "kind",
            gettext_noop("a coupon must be called discount_coupon and needs numbers.coupon"),
        )
    if key not in VALUED and (token.values or token.silver_values):
        yield "values", gettext_noop("only the artifact and the crown have values")
    if token.take.lockpicks and "lockpick" not in edition.tokens:
        yield "take.lockpicks", gettext_noop("there are no lockpicks here")
    if token.take.haunt and numbers.ghosts is None:
        yield "take.haunt", gettext_noop("there are no ghosts here")


def _groups(edition: Edition) -> Iterator[Fault]:
    seen: set[str] = set()
    for name, group in edition.groups.items():
        for key in group.tokens:
            if key not in edition.tokens or key in VALUED or key in seen:
                yield (
                    f"groups.{name}.tokens",
                    gettext_noop("each must be a token, and in one group only"),
                )
            seen.add(key)
