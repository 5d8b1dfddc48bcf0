"""Editions are data: each one's numbers, tokens and switches, with where they come from."""

from companion.rules.editions.edition import (
    Edition,
    EditionError,
    MonsterRules,
    Number,
    Numbers,
    Switches,
    Token,
)
from companion.rules.editions.shelf import fits, load, modules_for, slugs
from companion.rules.editions.stored import from_json, to_json

__all__ = [
    "Edition",
    "EditionError",
    "MonsterRules",
    "Number",
    "Numbers",
    "Switches",
    "Token",
    "fits",
    "from_json",
    "load",
    "modules_for",
    "slugs",
    "to_json",
]
