"""The German catalogue: what is in it is sound, compiled, and reaches the reader."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client

ROOT = Path(settings.ROOT)
MESSAGES = Path("locale/de/LC_MESSAGES/django.po")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(ROOT / MESSAGES))


def translations(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """The English and the German of an entry, its plural too where it has one."""
    if entry.msgid_plural:
        yield entry.msgid_plural, entry.msgstr_plural[1]
    else:
        yield entry.msgid, entry.msgstr


def holes(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def test_what_is_filled_in_survives_the_translation(catalogue: polib.POFile) -> None:
    pairs = [pair for entry in catalogue.translated_entries() for pair in translations(entry)]

    assert pairs
    assert [pair for pair in pairs if holes(pair[0]) != holes(pair[1])] == []


def test_no_guess_of_a_tool_is_left(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_the_compiled_catalogue_is_that_of_the_texts(catalogue: polib.POFile) -> None:
    compiled = (ROOT / MESSAGES).with_suffix(".mo")

    assert compiled.read_bytes() == catalogue.to_binary()


def test_every_token_of_the_editions_is_in_the_catalogue(catalogue: polib.POFile) -> None:
    known = {entry.msgid for entry in catalogue}
    editions = (ROOT / "companion/rules/editions").glob("*.toml")
    told = {
        token["text"]
        for path in editions
        for token in tomllib.loads(path.read_text()).get("tokens", {}).values()
        if token.get("text")
    }

    assert told
    assert told - known == set()


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed here")
def test_extraction_finds_no_text_that_the_catalogue_lacks(
    catalogue: polib.POFile, tmp_path: Path
) -> None:
    for part in ("campaign", "companion", "config", "templates"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / MESSAGES).parent.mkdir(parents=True)
    extract = [sys.executable, "-m", "django", "makemessages", "-l", "de", "--no-location"]
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(extract, cwd=tmp_path, env=plain, check=True, capture_output=True)

    found = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(tmp_path / MESSAGES))}
    assert found - {(entry.msgctxt, entry.msgid) for entry in catalogue} == set()


@pytest.mark.django_db
def test_the_language_is_chosen_without_scripts_and_the_page_stays(client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "de", "next": "/help/"})

    assert answer.headers["Location"] == "/help/"
    page = client.get("/").content.decode()
    assert '<html lang="de"' in page
    assert "Tisch eröffnen" in page
