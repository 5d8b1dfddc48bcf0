"""A site that gets a catalogue for a third language reads its words in the ledger line."""

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils.translation import override, trans_real
from pytest_django import Settings

from campaign import lexicon
from tests.campaign.desk import Desk, desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def esperanto(tmp_path: Path, settings: Settings) -> Iterator[str]:
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8", "Language": "eo"}
    for english, own in (
        ("recruit <character> { [ name <name> ] [ journal <journal> ] "
         "[ colour|color <colour> ] [ player <player> ] }",
         "varbu <character> { [ nomo <name> ] [ taglibro <journal> ] "
         "[ koloro <colour> ] [ ludanto <player> ] }"),
        ("note <text>", "noto|ĉu <text>"),
    ):  # fmt: skip
        catalogue.append(polib.POEntry(msgctxt="typed", msgid=english, msgstr=own))
    colour = polib.POEntry(msgctxt="typed colour", msgid="blue", msgstr="blua")
    catalogue.append(colour)
    folder = tmp_path / "eo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save_as_mofile(str(folder / "django.mo"))
    settings.LANGUAGES = [*settings.LANGUAGES, ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    _forget()
    yield "eo"
    _forget()


def _forget() -> None:
    lexicon._lexicon.cache_clear()
    trans_real._translations.pop("eo", None)  # type: ignore[attr-defined]


def test_its_words_are_understood_beside_the_others(esperanto: str) -> None:
    played: Desk = desk()
    for text in ("varbu ana koloro blua", "noto Saluton", "notiz Hallo", "note Hello"):
        played.type("alice", text)

    assert played.state.characters["ana"].colour == "blue"
    assert [note.text for note in played.state.notes.values()] == ["Saluton", "Hallo", "Hello"]


def test_its_reader_has_its_words_first(esperanto: str) -> None:
    with override(esperanto):
        assert lexicon.readers_lexicon().words("typed colour\x04blue") == ("blua", "blue", "blau")
    with override("de"):
        assert lexicon.readers_lexicon().words("typed colour\x04blue")[0] == "blau"
