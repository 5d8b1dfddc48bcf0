"""What a German reader sees in the ledger can be typed into its line as it is written there."""

import pytest
from django.utils.translation import override

from campaign.refusals import said
from campaign.rules.words import COLOURS, KINDS, LEVELS, PLACES, TRACKS, Vocabulary

CALLED_AS_SHOWN = (COLOURS, LEVELS, PLACES)


def _labels(words: Vocabulary) -> dict[str, str]:
    with override("de"):
        return {key: said(word.sentence).lower() for key, word in words.items()}


@pytest.mark.parametrize("words", CALLED_AS_SHOWN)
def test_a_german_label_can_be_typed(words: Vocabulary) -> None:
    labels = _labels(words)
    assert {key: label for key, label in labels.items() if label not in words[key].typed} == {}


@pytest.mark.parametrize("words", [*CALLED_AS_SHOWN, KINDS, TRACKS])
def test_no_german_label_is_understood_as_something_else(words: Vocabulary) -> None:
    labels = _labels(words)
    others = [
        (label, other.key)
        for key, label in labels.items()
        for other in words.values()
        if other.key != key and label in other.typed
    ]
    assert others == []
