"""Editions are data: numbers, tokens and switches, each with its source."""

from companion.rules.editions.edition import (
    Edition,
    Group,
    MonsterRules,
    Number,
    Numbers,
    Switches,
    Token,
)
from companion.rules.editions.shelf import fits, load, modules_for, read, slugs
from companion.rules.editions.stored import from_json, to_json

__all__ = [
    "Edition",
    "Group",
    "MonsterRules",
    "Number",
    "Numbers",
    "Switches",
    "Token",
    "fits",
    "from_json",
    "load",
    "modules_for",
    "read",
    "slugs",
    "to_json",
]
