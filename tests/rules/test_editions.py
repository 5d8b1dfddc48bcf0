"""The data of editions: read strictly, stored whole, each number with its source."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.editions import (
    Edition,
    from_json,
    load,
    modules_for,
    slugs,
    to_json,
)
from companion.rules.editions.schema import document
from companion.rules.editions.shelf import extend
from companion.rules.editions.texts import TOKEN_TEXTS
from companion.rules.house import house_edition
from kernel.reading import ReadingError, build

WHOLE = [
    (slug, modules)
    for slug in slugs()
    for modules in {(), modules_for(slug), modules_for(slug)[:1], modules_for(slug)[::-1]}
]
PARTY = "adventuring-party"
Raw = dict[str, Any]


def raw() -> Raw:
    data: Raw = json.loads(to_json(load("catacombs", ("adventuring-party", "monsters"))))
    return data


def put(data: Raw, path: str, value: object) -> Raw:
    changed = copy.deepcopy(data)
    *way, last = path.split(".")
    inner: Any = changed
    for key in way:
        inner = inner[key]
    inner[last] = value
    return changed


def fault(data: object) -> str:
    with pytest.raises(ReadingError) as refusal:
        build(Edition, data, "catacombs")
    return str(refusal.value)


@pytest.mark.parametrize(("slug", "modules"), WHOLE)
def test_a_table_keeps_its_edition_as_it_was(slug: str, modules: tuple[str, ...]) -> None:
    edition = load(slug, modules)
    assert from_json(to_json(edition)) == edition

    house = house_edition(
        load(slug, modules), {"rage_track": [1, 2], "health": 4, "start_space": 2}
    )
    assert from_json(to_json(house)) == house
    assert house != edition


@pytest.mark.parametrize(("slug", "modules"), WHOLE)
def test_everything_has_its_source_and_its_words(slug: str, modules: tuple[str, ...]) -> None:
    edition = load(slug, modules)
    for name in type(edition.numbers).__dataclass_fields__:
        number = getattr(edition.numbers, name)
        assert number is None or number.source, name
    for name, token in edition.tokens.items():
        assert token.source, name
        assert token.text.endswith("."), name
        assert token.count is None or token.count > 0, name
    assert edition.words.keys() == {"deep", "safe", "exit", "row", "escape_token"}


def test_every_token_text_can_be_translated_and_none_is_left_over() -> None:
    whole = [load(slug, modules, 5 if PARTY in modules else 2) for slug, modules in WHOLE]
    used = {token.text for edition in whole for token in edition.tokens.values()}

    assert used == TOKEN_TEXTS


def test_what_is_presumed_is_marked() -> None:
    assert "rage_track" in load("catacombs").presumed
    assert "health" in load("legacy2").presumed
    assert "black_cubes" not in load("base").presumed
    assert "deck_out_ends" in load("base").presumed
    house = house_edition(load("catacombs"), {"rage_track": [1]})
    assert "rage_track" not in house.presumed, "what a table has settled is presumed no more"


@pytest.mark.parametrize(
    ("path", "where"),
    [("colour", "catacombs.colour"), ("numbers.mana", "catacombs.numbers.mana"),
     ("numbers.health.maybe", "catacombs.numbers.health.maybe"),
     ("switches.loud", "catacombs.switches.loud"), ("tokens.monk.cost", "catacombs.tokens.monk.cost"),
     ("tokens.monk.take.fly", "catacombs.tokens.monk.take.fly"),
     ("monsters.easy.swords", "catacombs.monsters.easy.swords")],
)  # fmt: skip
def test_an_unknown_key_is_named_with_its_place(path: str, where: str) -> None:
    assert fault(put(raw(), path, 1)) == f"{where}: unknown key"


@pytest.mark.parametrize(
    ("path", "value"),
    [("slug", 1), ("bgg_id", "1"), ("bgg_id", True), ("modules", "none"), ("modules", [1]),
     ("words", []), ("words.deep", None), ("numbers", 3), ("numbers.health", 10),
     ("numbers.health.value", "ten"), ("numbers.health.value", 10.0),
     ("numbers.health.presumed", 1), ("numbers.rage_track.value", 2),
     ("numbers.rage_track.value", [2, "3"]), ("switches.bag_empty_ends", "no"),
     ("tokens.monk", None), ("tokens.monk.points", True), ("tokens.crown.values", 10),
     ("tokens.artifact.take.rage", "1"), ("monsters.easy.gold", None)],
)  # fmt: skip
def test_a_wrong_type_is_named_with_its_place(path: str, value: object) -> None:
    message = fault(put(raw(), path, value))

    assert message.startswith(f"catacombs.{path}")
    assert message.endswith("is needed")


@pytest.mark.parametrize("path", ["slug", "numbers.health", "numbers.health.source", "switches",
                                  "tokens.monk.kind", "monsters.hard.needed"])  # fmt: skip
def test_a_missing_value_is_named_with_its_place(path: str) -> None:
    data = raw()
    *way, last = path.split(".")
    inner: Any = data
    for key in way:
        inner = inner[key]
    del inner[last]

    assert fault(data) == f"catacombs.{path}: missing"


def test_a_module_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(ReadingError, match=r"fog\.weather: unknown key"):
        extend({"numbers": {}, "tokens": {}}, {"name": "Fog", "weather": 1}, "fog")
    with pytest.raises(ReadingError, match=r"fog\.tokens: a table is needed"):
        extend({"numbers": {}, "tokens": {}}, {"tokens": [1]}, "fog")


def test_the_page_about_editions_is_made_from_the_loader() -> None:
    page = Path(__file__).parents[2] / "docs" / "editions.md"

    assert page.read_text() == document(), "run manage.py edition_docs > docs/editions.md"


def test_what_does_not_exist_or_fit_is_refused() -> None:
    for slug, modules in (("space", ()), ("base", ("monsters",)), ("base", ("fog",))):
        with pytest.raises(ReadingError):
            load(slug, modules)


def test_each_edition_says_whom_it_is_for() -> None:
    assert [load(slug).most_players for slug in slugs()] == [4, 4, 4, 4]
    assert load("base", ("adventuring-party",)).most_players == 6
    assert modules_for("base") == ("adventuring-party",)
    assert modules_for("catacombs") == ("adventuring-party", "monsters")
    assert modules_for("legacy2") == ()
