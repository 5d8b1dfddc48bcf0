"""docs/editions.md, made from the types and limits that the loader checks."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.rules.editions.edition import (
    Edition,
    Group,
    Number,
    Numbers,
    Switches,
    Take,
    Token,
    Use,
    Words,
)
from companion.rules.editions.limits import Says, said

INTRODUCTION = """# Editions

An edition is a TOML file. Ours are in `companion/rules/editions/`; a host who plays another box, or a game of their
own, puts a file of the same form into the folder `editions` under `DRAGONBAG_VAR` (`var/editions/` by default) and
restarts the site. The file's name without `.toml` is the edition's key: `[a-z][a-z0-9-]{1,29}`, and none of ours. It
is then offered when a table is opened. `/editions/` shows every edition with all its numbers and their sources.

The file is checked when the site starts. Errors are reported with file and place, and an edition with
errors is not offered; the others are. A table keeps the edition it was opened with, whatever happens to the file, and
its record contains all of it ([table-record.md](table-record.md#an-edition-of-the-hosts-own)).

An unknown key is an error. A number that is in no rulebook says so with `presumed = true`. Modules cannot be added to
a host's edition.

This page is made from the loader's own types: `python manage.py edition_docs > docs/editions.md`.
"""
LEFT_OUT = {"slug", "modules", "monsters", "least_players", "most_players"}
"""Fields of an edition that its file does not have, or has in another form."""
PARTS: tuple[tuple[str, str, type], ...] = (
    ("The file", "The top of the file.", Edition),
    ("`[words]`", "", Words),
    (
        "`[numbers]`",
        "Each number is a table `{ value = …, source = \"…\", presumed = true }`; the value is as below. "
        "Exactly one of `off_clock_cubes` and `countdown` is needed.",
        Numbers,
    ),
    ("`[switches]`", "Each is a table of the same form with `value = true` or `false`.", Switches),
    ("A number or switch", "", Number),
    (
        "`[tokens.KEY]`",
        "The key is `[a-z][a-z0-9_]{0,29}`. `artifact` is needed and is of the kind `artifact`; crowns are "
        "`crown`, lockpicks `lockpick`, coupons `discount_coupon`. `mastery`, `mug`, `gold`, `cards`, "
        "`contracts` and `other` are not tokens.",
        Token,
    ),
    ("`take` of a token", "", Take),
    ("`use` of a token", "With an empty table the token just goes to the box when used.", Use),
    ("`[groups.NAME]`", "", Group),
)  # fmt: skip
PLAYERS = "| `players` | yes | a table `{ least = 2, most = 4 }`, each 2 to 6 | number of players |"


def document() -> str:
    """The page as Markdown."""
    return "\n".join([INTRODUCTION, *(_part(*part) for part in PARTS)]).rstrip() + "\n"


def _part(title: str, text: str, kind: type) -> str:
    head = [f"## {title}", "", *([text, ""] if text else [])]
    rows = [_row(field, said(kind)[field.name], kind) for field in fields(kind) if _printed(field)]
    extra = [PLAYERS] if kind is Edition else []
    table = ["| Key | Needed | Value | What it means |", "|---|---|---|---|", *rows, *extra]
    return "\n".join([*head, *table, ""])


def _printed(field: Field[Any]) -> bool:
    return field.name not in LEFT_OUT


def _row(field: Field[Any], says: Says, kind: type) -> str:
    needed = field.default is MISSING and field.default_factory is MISSING
    hint = get_type_hints(kind)[field.name]
    value = ", ".join(_value(hint, says))
    return f"| `{field.name}` | {'yes' if needed else 'no'} | {value} | {says.text} |"


def _value(hint: object, says: Says) -> Iterator[str]:
    """The values of a field, in words."""
    hint = _bare(hint)
    if get_origin(hint) is tuple:
        yield "list" + (f" of {says.size[0]} to {says.size[1]}" if says.size else "")
        hint = get_args(hint)[0]
        yield from (f"each a {part}" for part in _single(hint, says))
    else:
        yield from _single(hint, says)


def _single(hint: object, says: Says) -> Iterator[str]:
    words = get_args(hint) if get_origin(hint) is Literal else says.words
    limits = (
        "" if says.least is None else f" of {says.least} to {says.most}".replace("of -", "of −")
    )
    if words:
        yield "one of " + ", ".join(f"`{word}`" for word in words)
    elif hint is str:
        yield f"text{limits} characters" if limits else "text"
    elif hint is int:
        yield f"whole number{limits}"
    elif hint is bool:
        yield "`true` or `false`"
    else:
        yield "any of these" if not isinstance(hint, type) and get_origin(hint) is None else "table"


def _bare(hint: object) -> object:
    """The type without None; for a number with a source, the type of its value."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is Number:
        return get_args(hint)[0]
    return Mapping if get_origin(hint) is Mapping else hint
