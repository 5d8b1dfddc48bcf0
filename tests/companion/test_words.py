"""What is written beside an action: any words, but none that a database or a file could not hold."""

import json

import pytest
from django.urls import reverse

from companion import services
from companion.models import LogRow, Table
from companion.refusals import Refusal
from companion.rules.record import parse_record, to_json
from companion.tap import parse_tap
from tests.companion.browser import client_on
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db

UNSTORABLE = ("a\0b", "\0", "\ud800", "half \udfff of it", "\\\0")
WORDS = ("", 'Ann & Bob #1 "x"', "\\u0000", "\\\\u0000", "🐉", "<svg/onload=alert(1)>", "\u202eabc")


def gold(note: str) -> dict[str, object]:
    return {"do": "gold", "seat": 0, "count": 1, "note": note}


@pytest.mark.parametrize("note", UNSTORABLE, ids=ascii)
def test_what_cannot_be_stored_is_refused_at_every_door(note: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_tap({"id": "a", "action": gold(note)})
    assert refused.value.code == "bad_tap"

    file = to_json(setup()) | {"actions": [gold(note)]}
    opener = services.Opener(device=phone())
    with pytest.raises(Refusal) as refused:
        services.import_record(parse_record(file), opener=opener, title="Friday")
    assert refused.value.code == "not_plain"
    assert not Table.objects.exists()
    assert not LogRow.objects.exists()


@pytest.mark.parametrize("note", WORDS, ids=ascii)
def test_all_other_words_come_back_as_they_were(note: str) -> None:
    game = Game()
    services.play(game.id, parse_tap({"id": "a", "action": gold(note)}), game.alice)
    saved = client_on(game.alice).get(reverse("companion:record", args=[game.id]))
    assert json.loads(saved.content)["actions"] == [gold(note)]
