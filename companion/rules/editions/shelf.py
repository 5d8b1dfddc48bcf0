"""The editions and modules that come with the project, read from their TOML files."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.rules.editions.edition import Edition, EditionError
from companion.rules.editions.reading import read

HERE = Path(__file__).parent
EDITIONS = ("base", "catacombs", "legacy1", "legacy2")
MODULES = ("adventuring-party", "monsters")
MODULE_KEYS = {"name", "editions", "most_players", "numbers", "tokens", "change", "monsters"}

Table = Mapping[str, object]


def slugs() -> tuple[str, ...]:
    """The editions, in the order in which they are offered."""
    return EDITIONS


def modules_for(slug: str) -> tuple[str, ...]:
    """The modules that can be added to an edition."""
    return tuple(module for module in MODULES if fits(module, slug))


def fits(module: str, slug: str) -> bool:
    """Whether a module exists and goes with an edition."""
    return module in MODULES and slug in _names(_toml(module).get("editions"))


@cache
def load(slug: str, modules: tuple[str, ...] = ()) -> Edition:
    """An edition with its modules worked in, strictly checked.

    Raises EditionError for an edition or module that does not exist or does not fit, and for
    data with an unknown key or a wrong type.
    """
    if slug not in EDITIONS:
        raise EditionError(f"{slug}: there is no such edition")
    raw = _edition(slug)
    for module in modules:
        if not fits(module, slug):
            raise EditionError(f"{module}: does not go with {slug}")
        raw = extend(raw, _toml(module), module)
    return read(Edition, {**raw, "modules": list(modules)}, slug)


def _edition(slug: str) -> dict[str, object]:
    raw = dict(_toml(slug))
    players = _table(raw.pop("players", None), f"{slug}.players")
    return {
        "slug": slug,
        "least_players": players.get("least"),
        "most_players": players.get("most"),
        **raw,
    }


def extend(raw: Table, module: Table, where: str) -> dict[str, object]:
    """Work a module's data into an edition's; unknown keys of the module are refused."""
    for key in module:
        if key not in MODULE_KEYS:
            raise EditionError(f"{where}.{key}: unknown key")
    changed = dict(raw)
    for part in ("numbers", "tokens"):
        own = _table(module.get(part, {}), f"{where}.{part}")
        changed[part] = {**_table(raw[part], part), **own}
    tokens = _table(changed["tokens"], "tokens")
    changes = _table(module.get("change", {}), f"{where}.change")
    changed["tokens"] = {
        name: {**_table(token, name), **_table(changes.get(name, {}), f"{where}.change.{name}")}
        for name, token in tokens.items()
    }
    for key in ("most_players", "monsters"):
        if key in module:
            changed[key] = module[key]
    return changed


@cache
def _toml(slug: str) -> Table:
    with (HERE / f"{slug}.toml").open("rb") as file:
        return tomllib.load(file)


def _table(raw: object, where: str) -> Table:
    if not isinstance(raw, Mapping):
        raise EditionError(f"{where}: a table is needed")
    return raw


def _names(raw: object) -> list[object]:
    return raw if isinstance(raw, list) else []
