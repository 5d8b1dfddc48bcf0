"""The editions with their sources, the host's own among them, and files that are none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from companion import offered_editions, words
from companion.models import Table
from companion.pages.editions import editions_page
from companion.rules import editions
from companion.rules.editions import Edition
from companion.table import selectors

OFFICE = """
name = "The office"
players = { least = 2, most = 3 }

[words]
deep = "the cellar"
safe = "upstairs"
exit = "the door"
row = "the row"
escape_token = "mug"

[numbers]
rage_track = { value = [1, 2, 3], source = "our table" }
start_space = { value = [1], source = "our table" }
health = { value = 6, source = "our guess", presumed = true }
black_cubes = { value = 9, source = "our table" }
player_cubes = { value = 12, source = "our table" }
starting_clank = { value = [1, 0, 0], source = "our table" }
starting_gold = { value = [0, 0, 0], source = "our table" }
off_clock_cubes = { value = [2], source = "our table" }
price = { value = 4, source = "our table" }
escape_points = { value = 11, source = "our table" }

[switches]
bag_empty_ends = { value = true, source = "our table" }
deck_out_ends = { value = true, source = "our table" }
escape_clears_area = { value = true, source = "our table" }
market_one_each = { value = true, source = "our table" }

[tokens.artifact]
kind = "artifact"
text = "The key."
source = "our table"

[tokens.stapler]
kind = "market"
name = "Red stapler"
points = 3
text = "Yours."
source = "our table"
"""


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    settings.VAR = tmp_path
    found = tmp_path / "editions"
    found.mkdir()
    offered_editions.shelf.cache_clear()
    yield found
    offered_editions.shelf.cache_clear()


def opening(**more: str) -> dict[str, str]:
    return {
        "do": "open", "edition": "the-office", "holds": "all", "form_id": "f", **more,
        **{f"seat-{at}-name": name for at, name in enumerate(("Ana", "Ben"))},
        **{f"seat-{at}-color": color for at, color in enumerate(("red", "blue"))},
    }  # fmt: skip


def everything() -> list[Edition]:
    plain = [editions.load(slug) for slug in editions.slugs()]
    party = [
        editions.load(slug, ("adventuring-party",), seats)
        for slug in ("base", "catacombs")
        for seats in (3, 5)
    ]
    return [*plain, *party, editions.load("catacombs", ("monsters",))]


def sources(edition: Edition) -> set[str]:
    parts = (edition.numbers, edition.switches)
    numbers = [getattr(part, name) for part in parts for name in part.__dataclass_fields__]
    named = [*edition.tokens.values(), *edition.groups.values(), *(edition.monsters or {}).values()]
    return {each.source for each in (*numbers, *named) if each is not None}


def test_every_source_is_among_the_words_to_translate_and_none_is_left_over() -> None:
    used = {source for edition in everything() for source in sources(edition)}

    assert used | {"a house value of this table", "a house token of this table"} == set(
        words.SOURCES
    )


def test_everything_has_a_source_and_what_a_table_may_change_a_label() -> None:
    for edition in everything():
        assert all(sources(edition)), edition.slug
        for part in (edition.numbers, edition.switches):
            assert set(part.__dataclass_fields__) <= words.NUMBERS.keys()


def test_the_page_lists_every_edition_and_module(client: Client) -> None:
    html = client.get(reverse("companion:editions")).content.decode()

    for key in ("base", "catacombs", "legacy1", "legacy2", "base-adventuring-party-4",
                "catacombs-adventuring-party-5", "catacombs-monsters"):  # fmt: skip
        assert f'id="{key}"' in html
    assert "2, 2, 3, 3, 4, 4, 5" in html
    assert "Source: Catacombs rulebook" in html
    assert "an unofficial summary of Catacombs" in html


def test_a_module_shows_just_what_it_changes() -> None:
    sections = {section.key: section for section in editions_page("").sections}
    few = sections["base-adventuring-party-4"].rows
    many = {row.name: row.value for row in sections["base-adventuring-party-5"].rows}

    assert [row.name for row in few] == ["Invisibility Cloak"]
    assert "3 of them." in many["Backpack"]
    assert all(row.presumed for row in sections["catacombs-monsters"].rows)


def test_the_page_can_be_searched(client: Client) -> None:
    html = client.get(reverse("companion:editions"), {"q": "wayshrine"}).content.decode()
    assert 'id="catacombs"' in html
    assert 'id="base"' not in html
    assert "Monk" in html

    nothing = client.get(reverse("companion:editions"), {"q": "<script>"}).content.decode()
    assert "Nothing has that name." in nothing
    assert "<script>&" not in nothing


@pytest.mark.django_db
def test_a_hosts_edition_is_offered_shown_and_played(folder: Path, client: Client) -> None:
    (folder / "the-office.toml").write_text(OFFICE)
    html = client.get(reverse("companion:editions")).content.decode()
    assert 'id="the-office"' in html
    assert "Red stapler" in html
    assert "our guess" in html

    sheet = client.get(reverse("companion:open")).content.decode()
    assert "edition:the-office" in sheet
    opened = client.post(reverse("companion:open"), opening())
    assert opened.status_code == 302
    table = Table.objects.get()
    assert table.brought["edition_data"]["tokens"]["stapler"]["points"] == 3
    assert selectors.view_of(table.pk).state.health_size == 6


@pytest.mark.django_db
def test_a_table_needs_the_file_no_more_once_it_is_open(folder: Path, client: Client) -> None:
    (folder / "the-office.toml").write_text(OFFICE)
    client.post(reverse("companion:open"), opening())
    (folder / "the-office.toml").unlink()
    offered_editions.shelf.cache_clear()
    table = Table.objects.get()

    saved = json.loads(client.get(reverse("companion:record", args=[table.pk])).content)
    assert saved["edition_data"]["name"] == "The office"
    setup = client.get(reverse("companion:setup", args=[table.pk]))
    assert setup.status_code == 200
    again = client.post(reverse("companion:rematch", args=[table.pk]), {"first": "0", "salt": ""})
    assert again.status_code == 302


FAULTS = {
    "broken.toml": ("name = ", "at end of document"),
    "base.toml": (OFFICE, "this cannot be the key of an edition"),
    "Office.toml": (OFFICE, "this cannot be the key of an edition"),
    "much.toml": (OFFICE.replace("value = 6", "value = 31"), "much.numbers.health.value"),
    "less.toml": (OFFICE.replace("price = {", "# price = {"), "less.numbers.price: missing"),
    "odd.toml": (OFFICE.replace("points = 3", "points = 3.5"), "odd.tokens.stapler.points"),
    "when.toml": (OFFICE.replace("points = 3", "points = 2020-01-01"), "when.tokens.stapler.points"),
    "more.toml": (OFFICE + "\nflavour = 1\n", "more.tokens.stapler.flavour: unknown key"),
    "nameless.toml": (OFFICE.replace('name = "Red stapler"', ""), "nameless.tokens.stapler.name"),
    "both.toml": (OFFICE.replace("price = {", 'countdown = { value = [0], source = "x" }\nprice = {'),
                  "both.numbers"),
    "huge.toml": (OFFICE.replace('"Yours."', f'"{"y" * 201}"'), "huge.tokens.stapler.text"),
    "large.toml": (OFFICE + "".join(
        f'\n[tokens.t{n}]\nkind = "minor"\nname = "x"\ntext = "{"ü" * 200}"\nsource = "{"z" * 200}"\n'
        f'[tokens.t{n}.take]\nrage = 1\n' for n in range(118)), "larger than 64 kB"),
}  # fmt: skip


@pytest.mark.parametrize("file", FAULTS)
def test_a_file_that_does_not_fit_is_named_with_its_place(
    folder: Path, client: Client, file: str
) -> None:
    content, where = FAULTS[file]
    (folder / file).write_text(content)
    (folder / "the-office.toml").write_text(OFFICE)
    html = client.get(reverse("companion:editions")).content.decode()

    assert file in html
    assert where in html
    assert 'id="the-office"' in html, "the others are offered"


def test_a_start_says_which_file_is_not_offered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.toml").write_text("name = ")
    call_command("check")

    assert "broken.toml is not offered" in capsys.readouterr().err
