"""The one index of verbs: complete, consistent, in two languages."""

import string

import pytest

from campaign.rules.arguments.values import Flag
from campaign.rules.campaigns import load, slugs
from campaign.rules.errors import SENTENCES, LedgerError
from campaign.rules.line.pattern import AnyOrder, Fixed, Optional, Part, Slot, parts_of
from campaign.rules.verbs.index import VERBS, verb_for, verbs_of
from campaign.rules.verbs.verb import Verb, Who

TABLE = sorted(VERBS)
TYPED = sorted(key for key, verb in VERBS.items() if verb.who is not Who.SITE)
# What the site fills in, for pages that check it.
CHECKED = {"seed", "salt", "promise"}


def flat(parts: tuple[Part, ...]) -> list[Fixed | Slot]:
    found: list[Fixed | Slot] = []
    for part in parts:
        found.extend(flat(part.parts) if isinstance(part, Optional | AnyOrder) else [part])
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TABLE)
def test_every_sentence_names_arguments_of_its_verb(key: str) -> None:
    verb = VERBS[key]
    names = {argument.name for argument in verb.arguments}

    for text in (
        verb.sentence,
        *verb.extras.values(),
        *verb.without.values(),
        *verb.alone.values(),
    ):
        assert placeholders(text) <= names
    assert set(verb.extras) | set(verb.without) | set(verb.alone) <= names


@pytest.mark.parametrize("key", TABLE)
def test_every_needed_argument_is_told_in_the_sentence(key: str) -> None:
    verb = VERBS[key]
    needed = {argument.name for argument in verb.arguments if not argument.optional}

    # The position of a space is seen on the drawing, not read in a sentence.
    assert needed - {"x", "y"} - CHECKED <= placeholders(verb.sentence)


@pytest.mark.parametrize("key", TYPED)
def test_every_form_begins_with_a_word_and_fills_arguments(key: str) -> None:
    verb = VERBS[key]

    assert verb.forms
    for form in verb.forms:
        parts = flat(parts_of(form))
        assert isinstance(parts[0], Fixed)
        slots = {part.name for part in parts if isinstance(part, Slot)}
        flags = {part.flag for part in parts if isinstance(part, Fixed) and part.flag}
        assert slots | flags <= {argument.name for argument in verb.arguments}
        assert all(isinstance(kind_of(verb, flag), Flag) for flag in flags)


def test_what_the_site_writes_cannot_be_typed() -> None:
    assert {key: VERBS[key].forms for key in set(TABLE) - set(TYPED)} == {"lot": ()}


def kind_of(verb: Verb, name: str) -> object:
    argument = verb.argument(name)
    assert argument is not None
    return argument.kind


@pytest.mark.parametrize("key", TYPED)
def test_the_forms_of_a_verb_reach_every_argument_but_the_table_of_a_game(key: str) -> None:
    verb = VERBS[key]
    parts = [part for form in verb.forms for part in flat(parts_of(form))]
    reached = {part.name for part in parts if isinstance(part, Slot)}
    reached |= {part.flag for part in parts if isinstance(part, Fixed)}

    missing = {argument.name for argument in verb.arguments} - reached

    # Only forms can say what a note is about and at which table a game was played.
    assert missing <= {"table", "about"}


@pytest.mark.parametrize("slug", slugs())
def test_no_word_means_two_verbs_at_the_beginning_of_a_line(slug: str) -> None:
    heads: dict[str, str] = {}
    for verb in verbs_of(load(slug)):
        for form in verb.forms:
            first = parts_of(form)[0]
            assert isinstance(first, Fixed)
            for word in first.words:
                assert heads.setdefault(word, first.words[0]) == first.words[0]


def test_a_verb_is_known_to_its_campaigns_only() -> None:
    assert verb_for(load("legacy1"), "promote").key == "promote"
    with pytest.raises(LedgerError) as caught:
        verb_for(load("legacy2"), "promote")
    assert caught.value.code == "verb_not_here"


def test_arguments_are_checked_by_name_whatever_the_state() -> None:
    campaign, mark = load("legacy2"), VERBS["mark"]

    def refused(raw: dict[str, object]) -> LedgerError:
        with pytest.raises(LedgerError) as caught:
            mark.clean(raw, campaign)
        assert caught.value.code == "bad_argument"
        return caught.value

    assert refused({"card": "017"}).message == "Please give: character."
    assert refused({"card": "", "character": "ana"}).message == "Please give: card."
    assert (
        "told must be true or false"
        in refused({"card": "17", "character": "ana", "told": "yes"}).message
    )
    assert "colour" in refused({"card": "17", "character": "ana", "colour": "red"}).message


def test_equal_entries_look_equal() -> None:
    campaign = load("legacy2")
    plain = {"card": "017", "character": "ana"}

    assert VERBS["mark"].clean({"card": "17", "character": " Ana "}, campaign) == plain
    assert VERBS["mark"].clean({**plain, "told": False, "over": None}, campaign) == plain


def test_every_error_sentence_can_be_filled_in() -> None:
    for kind, text in SENTENCES.items():
        params = dict.fromkeys(placeholders(text), "x")
        assert "{" not in LedgerError(kind, **params).message


def test_players_may_use_all_verbs_but_a_few() -> None:
    keeper = {key for key, verb in VERBS.items() if verb.who is Who.KEEPER}

    assert keeper == {"recruit", "correct", "abandon", "joining", "waive", "house_token"}
