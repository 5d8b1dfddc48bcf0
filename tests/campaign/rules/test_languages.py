"""A third language of the ledger line is only a catalogue: the rules do not know languages."""

from collections.abc import Mapping

import pytest

from campaign.rules import line
from campaign.rules.arguments.kind import Reading
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.lexicon import Lexicon, lexicon_for
from campaign.rules.line.pattern import patterns
from campaign.rules.verbs.index import VERBS
from kernel.message import Translate
from tests.campaign.rules.desk import CATALOGUES, MEMBERS, Desk, in_game

ESPERANTO = {
    "typed\x04mark <card> <character> [ ?told:told ]": "signu <card> <character> [ ?told:dirite ]",
    "typed\x04mark <card> <character> over <over>": "signu <card> <character> super <over>",
    # Another order of the parts.
    "typed\x04tuckbox <card> <character>": "skatolo|skatoleto de <character> kun <card>",
    "typed\x04tick <track> [ <character> ]": "kruco <track> [ <character> ]",
    "typed\x04put <card> <where> [ <character> ]": "metu <card> <where> [ <character> ]",
    "typed\x04sticker <label> [ on ] <target> [ note <note> ]": (
        "glumarko <label> [ sur ] <target> [ noto <note> ]"
    ),
    "typed\x04space": "kampo",
    "typed place\x04supply": "provizo|stoko",
    "typed track\x04midnight oil|oil": "noktolaboro",
}


def _esperanto(text: str) -> str:
    return ESPERANTO.get(text, text)


THREE: Mapping[str, Translate] = {**CATALOGUES, "eo": _esperanto}


def reading(desk: Desk, language: str) -> Reading:
    lexicon = lexicon_for(language, THREE)
    return Reading(state=desk.state, members=MEMBERS, lexicon=lexicon)


@pytest.fixture
def desk() -> Desk:
    desk = in_game()
    desk.write("fetch 012 Coin blue", "fetch 003 oil", "space 7 name Well")
    return desk


LINES: list[tuple[str, str, dict[str, Value]]] = [
    ("signu 012 ana dirite", "mark", {"card": "012", "character": "ana", "told": True}),
    ("sig 012 ana gesagt", "mark", {"card": "012", "character": "ana", "told": True}),
    ("markiere 012 ana dirite", "mark", {"card": "012", "character": "ana", "told": True}),
    ("mark 012 ana super ben", "mark", {"card": "012", "character": "ana", "over": "ben"}),
    ("metu 012 stoko ana", "put", {"card": "012", "where": "supply", "character": "ana"}),
    ("lege 012 provizo ana", "put", {"card": "012", "where": "supply", "character": "ana"}),
    ("glumarko A13 sur kampo 7", "sticker", {"label": "A13", "target": "space:7"}),
    ("skatoleto de ana kun 012", "tuckbox", {"card": "012", "character": "ana"}),
    ("tuckbox 012 ana", "tuckbox", {"card": "012", "character": "ana"}),
    ("kruco noktolaboro ana", "tick", {"track": "midnight-oil", "character": "ana"}),
    ("token 24", "token", {"group": 24}),
]


@pytest.mark.parametrize("language", THREE)
@pytest.mark.parametrize(("text", "verb", "arguments"), LINES)
def test_the_words_of_all_languages_are_understood_whatever_the_page_is_in(
    desk: Desk, language: str, text: str, verb: str, arguments: dict[str, Value]
) -> None:
    draft = line.parse(reading(desk, language), text)

    assert (draft.verb, draft.arguments) == (verb, arguments)


def test_without_its_catalogue_a_language_is_not_understood(desk: Desk) -> None:
    assert desk.refusal("signu 012 ana").key == "line.unknown"
    english = Reading(state=desk.state)
    assert line.parse(english, "mark 012 ana").verb == "mark"
    with pytest.raises(LedgerError, match="markiere"):
        line.parse(english, "markiere 012 ana")


def _words(desk: Desk, text: str, language: str) -> list[str]:
    return [way.word for way in line.complete(reading(desk, language), text)]


def test_suggestions_are_in_the_language_of_the_reader(desk: Desk) -> None:
    assert _words(desk, "mark 012 ana ", "eo") == ["dirite", "super"]
    assert _words(desk, "mark 012 ana ", "de") == ["gesagt", "über"]
    assert _words(desk, "signu 012 ana ", "en") == ["told", "over"]
    assert _words(desk, "kruco ", "eo") == ["noktolaboro"]
    assert "provizo" in _words(desk, "put 012 ", "eo")
    assert "kampo Well" in _words(desk, "sticker A13 k", "eo")
    assert "feld Well" in _words(desk, "sticker A13 f", "de")
    # What the catalogue lacks stays in another language.
    assert _words(desk, "recr", "eo") == ["recruit"]


def test_how_a_verb_is_written_is_told_in_the_language_of_the_reader(desk: Desk) -> None:
    def usage(language: str, typed: str) -> str:
        return str(line.usages(reading(desk, language), typed)[0])

    assert usage("en", "tuckbox ") == "tuckbox <card> <character>"
    assert usage("de", "tuckbox ") == "kartenschachtel <card> <character>"
    assert usage("eo", "skatoleto ") == "skatolo de <character> kun <card>"
    assert usage("eo", "put ") == "metu <card> <place> [<character>]"
    eo = lexicon_for("eo", THREE)
    assert str(line.short_form(VERBS["mark"], eo)) == "signu <card> <character> [dirite]"
    assert line.first_word(VERBS["put"], eo) == "metu"


def test_what_is_missing_is_named_in_the_language_of_the_reader(desk: Desk) -> None:
    with pytest.raises(LedgerError, match="“kun”"):
        line.parse(reading(desk, "eo"), "skatolo de ana")


def test_an_order_of_its_own_is_a_pattern_of_its_own() -> None:
    lexicon = lexicon_for("eo", THREE)
    (tuckbox,), (mark, _) = VERBS["tuckbox"].forms, VERBS["mark"].forms

    assert len(patterns(tuckbox, lexicon)) == 2
    assert len(patterns(mark, lexicon)) == 1


def test_a_reader_of_no_known_language_reads_the_first() -> None:
    assert lexicon_for("xx", THREE) == lexicon_for("en", THREE)
    assert Lexicon().words("typed\x04one|two") == ("one", "two")


def test_after_an_unknown_word_each_language_lists_its_own_words_once(desk: Desk) -> None:
    for language, own, foreign in (
        ("en", "scratch", "rubble"),
        ("de", "rubble", "scratch"),
    ):
        with pytest.raises(LedgerError) as refused:
            line.parse(reading(desk, language), "xyzzy 017")
        listed = refused.value.params["candidates"]
        assert isinstance(listed, tuple)
        assert own in listed
        assert foreign not in listed
        assert len(set(listed)) == len(listed)
