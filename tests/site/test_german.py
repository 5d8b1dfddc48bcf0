"""The German catalogue: complete, valid, consistent in its words, compiled, and used."""

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
from django.utils import translation

from campaign import errors as campaign_errors
from campaign.rules import campaigns
from campaign.rules import errors as ledger_errors
from companion import errors as table_errors
from companion.rules import editions
from companion.rules import errors as rule_errors
from companion.rules.words import TOKENS

ROOT = Path(settings.ROOT)
MESSAGES = Path("locale/de/LC_MESSAGES/django.po")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
LETTERS = re.compile(r"[^\W\d_]{2,}")

# Words in an English text, and the word that its German must then contain.
TERMS = {
    r"tokens?": "Plättchen",
    r"knock(ed|s|-)? ?(you )?out": "ausge?schalte|ausschalten",
    r"(is|already|first one) out(?! of)": r"\braus\b",
    r"bag": "Beutel",
    r"Clank! area": "Clank!-Bereich",
    r"rage": "Wut",
    r"dangers?": "Gefahr",
    r"health": "Leben",
    r"refills?": "füll",
    r"seats?": "Pl[aä]tz",
    r"log(?! in| out)": "Verlauf",
    r"ledger": "Chronik",
    r"stickers?": "aufkleber",
    r"contracts?": "Auftr[aä]g",
    r"str(ike|ikes|uck)": "streich|gestrichen",
    r"records?": "Aufzeichnung",
    r"seed": "Startwert",
    r"odds": "Chancen",
    r"house values?": "Hauswert",
    r"ghosts?": "Geist",
    r"milestones?": "Meilenstein",
    r"passages?": "Abschnitt",
    r"Wayshrines?": "Schrein",
}
# Words that were once used besides those, and wrong punctuation.
NEVER = (
    r"\b(?!Zielm|Wutm)\w*[Mm]arker\b|Markergrupp",
    r"\bSticker|Kampagnenbuch|Spielprotokoll|Hausregel|Spielplan|K\. ?o\.|zu Boden",
    r"\"|(?<!\w)'|“[^„“”]*”|\.\.\.| - |\d ?%(?![sd(])",
    r"\b(the|and|you|your|with|not|this|from)\b",
)
# Texts whose German does not need the term, by their English.
WITHOUT = {"Save the record of the game and check it with any copy of this program:"}
# The same in both languages, although longer than a word.
SAME = {"Status: %(level)s"}

# What is not translated: names of formats and of this site, keys, what is typed literally.
NO_TEXT = re.compile(
    r"Clank!|Dragonbag|\bCSV\b|BG Stats|\bEsc\b|SHA-256|python manage\.py table_verify record\.json"
    r"|mark 017 ana|fetch 017"
)
TAGS = re.compile(
    r"{#.*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->|<!doctype[^>]*>"
    r"|{%\s*block (?:body|root)_(?:class|attributes).*?endblock\b[^%]*%}"
    r"|{%\s*blocktranslate.*?endblocktranslate\s*%}|{%.*?%}|{{.*?}}",
    re.S,
)
ATTRIBUTE = re.compile(r"\b(?:alt|title|placeholder|aria-label|aria-description)=\"([^\"]*)\"")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(ROOT / MESSAGES))


@pytest.fixture(scope="module")
def pairs(catalogue: polib.POFile) -> list[tuple[str, str]]:
    # What is typed in the ledger line has tests of its own: tests/campaign/test_german_words.py.
    texts = (e for e in catalogue if not (e.obsolete or (e.msgctxt or "").startswith("typed")))
    found = [pair for entry in texts for pair in translations(entry)]
    assert found
    return found


def translations(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """The English and the German of an entry, its plural too where it has one."""
    if not entry.msgid_plural:
        yield entry.msgid, entry.msgstr
        return
    yield entry.msgid_plural, entry.msgstr_plural[1]
    # The singular may be in words: "a game", "one draw".
    if holes(entry.msgstr_plural[0]) - holes(entry.msgid_plural):
        yield entry.msgid, entry.msgstr_plural[0]


def holes(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def bare(text: str) -> str:
    """The text without placeholders and soft hyphens."""
    return PLACEHOLDER.sub("…", text).replace("\u00ad", "")


def test_every_text_is_translated(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []


def test_no_guess_of_a_tool_is_left(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_what_is_filled_in_survives_the_translation(pairs: list[tuple[str, str]]) -> None:
    assert [pair for pair in pairs if holes(pair[0]) != holes(pair[1])] == []


def test_no_two_numbers_stand_side_by_side(pairs: list[tuple[str, str]]) -> None:
    """*Partie 1 0 Punkte* reads like 10 points."""
    together = re.compile(r"(\{(?!day)\w+\}|%\(\w+\)[sd]|\d)[ \u00a0]\d")
    assert [text for pair in pairs for text in pair if together.search(text)] == []


def test_no_english_sentence_stands_for_german(pairs: list[tuple[str, str]]) -> None:
    same = {english for english, german in pairs if english == german}
    assert {text for text in same if len(LETTERS.findall(bare(text))) > 1} <= SAME


@pytest.mark.parametrize("english", TERMS)
def test_one_thing_has_one_german_word(english: str, pairs: list[tuple[str, str]]) -> None:
    term, word = re.compile(rf"\b{english}\b", re.I), re.compile(TERMS[english], re.I)
    told = [pair for pair in pairs if term.search(bare(pair[0])) and pair[0] not in WITHOUT]

    assert told
    assert [pair for pair in told if not word.search(bare(pair[1]))] == []


@pytest.mark.parametrize("wrong", NEVER)
def test_no_other_word_and_no_wrong_sign_is_used(wrong: str, pairs: list[tuple[str, str]]) -> None:
    assert [german for _, german in pairs if re.search(wrong, bare(german))] == []


def test_the_compiled_catalogue_is_that_of_the_texts(catalogue: polib.POFile) -> None:
    compiled = (ROOT / MESSAGES).with_suffix(".mo")

    assert compiled.read_bytes() == catalogue.to_binary()


def _shown_of_editions() -> Iterator[str]:
    for path in (ROOT / "companion/rules/editions").glob("*.toml"):
        data = tomllib.loads(path.read_text())
        tokens = data.get("tokens", {})
        yield from (TOKENS[code] for code in tokens)
        yield from (token["text"] for token in tokens.values() if token.get("text"))
        yield from (number["source"] for number in data.get("numbers", {}).values())
        words = data.get("words", {})
        yield from (words[key] for key in ("deep", "safe", "exit", "row") if key in words)


def test_all_that_the_editions_show_is_in_the_catalogue(catalogue: polib.POFile) -> None:
    told = set(_shown_of_editions())

    assert len(told) > len(editions.slugs())
    assert told - {entry.msgid for entry in catalogue} == set()


def test_every_text_of_the_live_board_is_in_the_catalogue(catalogue: polib.POFile) -> None:
    """Django's gatherer misses one that stands in the middle of a Jinja expression."""
    boards = [path.read_text() for path in (ROOT / "templates/fragments").glob("*.jinja")]
    told = {text for board in boards for text in re.findall(r'\b_\("([^"]+)"\)', board)}

    assert len(told) > len(boards)
    assert told - {entry.msgid for entry in catalogue} == set()


def test_a_kind_of_campaign_has_a_german_name_or_that_of_its_game(catalogue: polib.POFile) -> None:
    known = {entry.msgid for entry in catalogue}
    names = {campaigns.load(slug).name for slug in campaigns.slugs()}

    assert "House campaign" in names & known
    assert {name for name in names - known if not name.startswith("Clank!")} == set()


def test_every_refusal_has_its_sentence_in_german() -> None:
    refused = (table_errors, rule_errors, campaign_errors, ledger_errors)
    told = {sentence for module in refused for sentence in module.SENTENCES.values()}
    with translation.override("de"):
        english = {text for text in told if translation.gettext(text) == text}

    assert english <= {"{at}: {reason}."}


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed here")
def test_extraction_finds_no_text_that_the_catalogue_lacks(
    catalogue: polib.POFile, tmp_path: Path
) -> None:
    for part in ("campaign", "companion", "config", "templates"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / MESSAGES).parent.mkdir(parents=True)
    extract = [sys.executable, "-m", "django", "makemessages", "-l", "de", "--no-location"]
    extract += ["-e", "html,txt,py,jinja"]
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(extract, cwd=tmp_path, env=plain, check=True, capture_output=True)

    found = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(tmp_path / MESSAGES))}
    assert found - {(entry.msgctxt, entry.msgid) for entry in catalogue} == set()


def literal_texts(template: str) -> list[str]:
    """Words of a template that no catalogue could translate."""
    plain = TAGS.sub("", template)
    shown = [*re.sub(r"<[^>]*>", "\n", plain).split("\n"), *ATTRIBUTE.findall(plain)]
    without = [re.sub(r"&\w+;", "", NO_TEXT.sub("", text)).strip() for text in shown]
    return [text for text in without if LETTERS.search(text)]


def test_no_template_has_words_outside_the_catalogue() -> None:
    folder = ROOT / "templates"
    found = {
        str(path.relative_to(folder)): texts
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".html", ".jinja", ".txt"}
        and "patterns" not in str(path.relative_to(folder))
        if (texts := literal_texts(path.read_text()))
    }
    assert found == {}


@pytest.mark.parametrize(
    "template",
    [
        "<h1>Good evening</h1>",
        '<img alt="A map">',
        "<p>{{ count }} cubes</p>",
        '<button aria-label="Close">{% icon "close" %}</button>',
    ],
)
def test_the_search_finds_literal_words(template: str) -> None:
    assert literal_texts(template)
    assert not literal_texts('<p class="a">{% translate "Good evening" %} {{ name }} 12 &amp;</p>')


@pytest.mark.django_db
def test_the_language_is_chosen_without_scripts_and_the_page_stays(client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "de", "next": "/help/"})

    assert answer.headers["Location"] == "/help/"
    page = client.get("/").content.decode()
    assert '<html lang="de"' in page
    assert "Tisch eröffnen" in page
