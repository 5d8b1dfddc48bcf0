"""The editions and modules of this project, read from their TOML files, and a host's own."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from json import dumps
from pathlib import Path

from companion.rules.editions.edition import Edition
from companion.rules.editions.sound import check
from kernel.message import gettext_noop
from kernel.reading import ReadingError, build

HERE = Path(__file__).parent
EDITIONS = ("base", "catacombs", "legacy1", "legacy2")
MODULES = ("adventuring-party", "monsters")
PART_KEYS = {"numbers", "tokens", "groups", "change"}
MODULE_KEYS = {"name", "editions", "most_players", "monsters", "parts"} | PART_KEYS
NOT_PRINTED = ("slug", "least_players", "most_players", "modules", "monsters")
"""Fields that an edition's file does not have under these names."""

SLUG = re.compile(r"[a-z][a-z0-9-]{1,29}")
LARGEST = 65_536
"""Bytes of a host's edition, written as JSON without spaces."""

Table = Mapping[str, object]


def slugs() -> tuple[str, ...]:
    """The slugs of the editions, in the order in which they are offered."""
    return EDITIONS


def modules_for(slug: str) -> tuple[str, ...]:
    """The modules that can be added to an edition."""
    return tuple(module for module in MODULES if fits(module, slug))


def fits(module: str, slug: str) -> bool:
    """Whether a module exists and can be added to an edition."""
    return module in MODULES and slug in _list(_toml(module).get("editions"))


@cache
def load(slug: str, modules: tuple[str, ...] = (), seats: int | None = None) -> Edition:
    """An edition with its modules applied, strictly checked.

    What a module changes may depend on the number of seats; None leaves such changes out.
    Raises ReadingError for an edition or module that does not exist or does not fit, and for
    data with an unknown key, a wrong type or a number out of range.
    """
    if slug not in EDITIONS:
        raise ReadingError(slug, "there is no such edition")
    raw = _whole(slug, _toml(slug))
    for module in modules:
        if not fits(module, slug):
            raise ReadingError(module, f"does not go with {slug}")
        raw = extend(raw, _toml(module), module, seats)
    edition = build(Edition, {**raw, "modules": list(modules)}, slug)
    return edition if seats is None and modules else check(edition, seats)


def read(slug: str, printed: object) -> Edition:
    """A host's own edition from the content of its file, checked like ours.

    Raises ReadingError with the place of an error.
    """
    table = _table(printed, slug)
    if slug in EDITIONS or not SLUG.fullmatch(slug):
        raise ReadingError(slug, gettext_noop("this cannot be the key of an edition"))
    for key in NOT_PRINTED:
        if key in table:
            raise ReadingError(f"{slug}.{key}", gettext_noop("unknown key"))
    edition = check(build(Edition, {**_whole(slug, table), "modules": []}, slug))
    # Checked values are all plain JSON, so everything can be written.
    if len(dumps(table, ensure_ascii=False, separators=(",", ":")).encode()) > LARGEST:
        raise ReadingError(slug, gettext_noop("it is larger than 64 kB"))
    return edition


def _whole(slug: str, printed: Table) -> dict[str, object]:
    raw = dict(printed)
    players = _table(raw.pop("players", None), f"{slug}.players")
    for key in players:
        if key not in ("least", "most"):
            raise ReadingError(f"{slug}.players.{key}", gettext_noop("unknown key"))
    counts = {f"{key}_players": players[key] for key in players}
    return {"slug": slug, **counts, **raw}


def extend(raw: Table, module: Table, where: str, seats: int | None = None) -> dict[str, object]:
    """Apply a module's data to an edition's; unknown keys of the module are refused."""
    _check_keys(module, MODULE_KEYS, where)
    changed = _with_part(raw, module, where)
    for place, part in _parts(module, where, seats):
        changed = _with_part(changed, part, place)
    for key in ("most_players", "monsters"):
        if key in module:
            changed[key] = module[key]
    return changed


def _parts(module: Table, where: str, seats: int | None) -> Iterator[tuple[str, Table]]:
    """What a module changes with this number of seats."""
    for index, raw in enumerate(_list(module.get("parts", []))):
        place = f"{where}.parts[{index}]"
        part = _table(raw, place)
        _check_keys(part, PART_KEYS | {"seats"}, place)
        if seats in _list(part.get("seats")):
            yield place, part


def _check_keys(table: Table, known: set[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise ReadingError(f"{where}.{key}", gettext_noop("unknown key"))


def _with_part(raw: Table, part: Table, where: str) -> dict[str, object]:
    changed = dict(raw)
    for name in ("numbers", "tokens", "groups"):
        own = _table(part.get(name, {}), f"{where}.{name}")
        changed[name] = {**_table(raw.get(name, {}), name), **own}
    tokens = _table(changed["tokens"], "tokens")
    changes = _table(part.get("change", {}), f"{where}.change")
    changed["tokens"] = {
        name: {**_table(token, name), **_table(changes.get(name, {}), f"{where}.change.{name}")}
        for name, token in tokens.items()
    }
    return changed


@cache
def _toml(slug: str) -> Table:
    with (HERE / f"{slug}.toml").open("rb") as file:
        return tomllib.load(file)


def _table(raw: object, where: str) -> Table:
    if not isinstance(raw, Mapping):
        raise ReadingError(where, gettext_noop("a table is needed"))
    return raw


def _list(raw: object) -> list[object]:
    return raw if isinstance(raw, list) else []
