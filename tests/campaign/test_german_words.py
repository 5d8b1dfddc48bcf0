"""What a German reader sees in the ledger can be typed into the line in the same words."""

import re

import pytest
from django.utils.translation import override

from campaign.errors import translate
from campaign.lexicon import readers_lexicon
from campaign.pages.verbs import button
from campaign.rules.line.pattern import head, patterns
from campaign.rules.verbs.index import VERBS
from campaign.rules.words import COLOURS, KINDS, LEVELS, PLACES, TRACKS, Vocabulary

CALLED_AS_SHOWN = (COLOURS, LEVELS, PLACES)


def _labels(words: Vocabulary) -> dict[str, str]:
    with override("de"):
        return {key: translate(word.sentence).lower() for key, word in words.items()}


def _typed(words: Vocabulary) -> dict[str, tuple[str, ...]]:
    """What may be typed for each word, the German words first."""
    with override("de"):
        return {key: readers_lexicon().words(word.typed) for key, word in words.items()}


@pytest.mark.parametrize("words", CALLED_AS_SHOWN)
def test_a_german_label_can_be_typed(words: Vocabulary) -> None:
    labels, typed = _labels(words), _typed(words)
    assert {key: label for key, label in labels.items() if label not in typed[key]} == {}


@pytest.mark.parametrize("words", [*CALLED_AS_SHOWN, KINDS, TRACKS])
def test_no_german_label_is_understood_as_something_else(words: Vocabulary) -> None:
    labels, typed = _labels(words), _typed(words)
    others = [
        (label, other)
        for key, label in labels.items()
        for other in words
        if other != key and label in typed[other]
    ]
    assert others == []


@pytest.mark.parametrize("verb", VERBS)
def test_a_german_form_asks_for_the_same_as_the_english_one(verb: str) -> None:
    with override("de"):
        lexicon = readers_lexicon()
    for form in VERBS[verb].forms:
        german, english = (sorted(re.findall(r"<\w+>|\?\w+", v)) for v in lexicon.versions(form))
        assert german == english
        assert head(patterns(form, lexicon)[0]).words


def test_no_german_word_of_a_form_is_left_in_english() -> None:
    with override("de"):
        lexicon = readers_lexicon()
    forms = [form for verb in VERBS.values() for form in verb.forms]
    assert [form for form in forms if len(lexicon.versions(form)) == 1] == []


def test_a_long_word_on_a_verbs_button_says_where_it_may_break() -> None:
    """A button on a phone of 360 px has room for twelve letters."""
    with override("de"):
        names = [button(verb).name for verb in VERBS.values() if verb.forms]
    words = [word for name in names for word in re.split(r"[\s\u00ad-]", name)]
    assert [word for word in words if len(word) > 12] == []
