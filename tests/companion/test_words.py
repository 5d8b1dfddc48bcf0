"""Notes on actions, and other texts of a table: one rule for all of them, at every door."""

import json

import pytest
from django.urls import reverse

from companion import services
from companion.errors import TableError
from companion.models import LogRow, Table
from companion.rules.errors import RecordError
from companion.rules.record import DEEPEST, load_record, parse_record, steps, to_json
from companion.table import selectors
from companion.tap import parse_tap
from kernel.text import each_text, is_plain
from tests.companion.browser import client_on
from tests.companion.game import Game, phone, setup
from tests.companion.test_around import new_table

pytestmark = pytest.mark.django_db

UNSTORABLE = ("a\0b", "\0", "\ud800", "half \udfff of it", "\\\0")
WORDS = (
    "",
    'Ann & Bob #1 "x"',
    "\\u0000",
    "\\\\u0000",
    "🐉",
    "<svg/onload=alert(1)>",
    "دنا 👩\u200d👧",
)
TURNED = (
    "\u202eabc",
    "a\u2066b",
    "a\u200fb",
    "\u061ca",
    "a\x07b",
    "a\x7fb",
    "a\nb",
    "a\u2028b",
    "\ufeffa",
)


def gold(note: object) -> dict[str, object]:
    return {"do": "gold", "seat": 0, "count": 1, "note": note}


@pytest.mark.parametrize("levels", [1, DEEPEST - 5, DEEPEST - 4, DEEPEST - 3, DEEPEST - 2, 900])
def test_a_tap_is_nested_no_deeper_than_a_record_of_it_that_is_read_again(levels: int) -> None:
    note = json.loads("[" * levels + "]" * levels)
    text = json.dumps(to_json(setup()) | {"actions": [gold(note)]})
    try:
        load_record(text)
    except RecordError:
        with pytest.raises(TableError, match="cannot be stored"):
            parse_tap({"id": "a", "action": gold(note)})
    else:
        assert parse_tap({"id": "a", "action": gold(note)}).id == "a"


@pytest.mark.parametrize("note", UNSTORABLE, ids=ascii)
def test_what_cannot_be_stored_is_refused_at_every_door(note: str) -> None:
    with pytest.raises(TableError) as refused:
        parse_tap({"id": "a", "action": gold(note)})
    assert refused.value.code == "bad_tap"

    file = to_json(setup()) | {"actions": [gold(note)]}
    opener = services.Opener(device=phone())
    with pytest.raises(TableError) as refused:
        services.import_record(parse_record(file), opener=opener, title="Friday")
    assert refused.value.code == "not_plain"
    assert not Table.objects.exists()
    assert not LogRow.objects.exists()


@pytest.mark.parametrize("note", WORDS, ids=ascii)
def test_all_other_words_come_back_as_they_were(note: str) -> None:
    game = Game()
    services.take_tap(game.id, parse_tap({"id": "a", "action": gold(note)}), game.alice)
    saved = client_on(game.alice).get(reverse("companion:record", args=[game.id]))
    assert json.loads(saved.content)["actions"] == [gold(note)]


@pytest.mark.parametrize("text", TURNED, ids=ascii)
@pytest.mark.parametrize(
    "action",
    [
        {"do": "gold", "seat": 0, "count": 1, "note": "{}"},
        {"do": "gold", "seat": 0, "count": 1, "note": ["{}"]},
        {"do": "lot", "of": ["a", "{}"], "take": 1},
        {"do": "contract", "key": "12", "name": "{}"},
        {"do": "undo", "note": "{}"},
    ],
    ids=lambda action: f"{action['do']} {action.get('note', '')}",
)
def test_a_tap_holds_no_sign_that_turns_or_controls_the_writing(
    action: dict[str, object], text: str
) -> None:
    written = json.loads(json.dumps(action).replace("{}", json.dumps(text)[1:-1]))
    with pytest.raises(TableError, match="turn the direction") as refused:
        parse_tap({"id": "a", "action": written})
    assert (refused.value.code, refused.value.status) == ("bad_tap", 422)


@pytest.mark.parametrize("note", TURNED, ids=ascii)
def test_an_old_record_comes_in_to_the_same_state_without_such_signs_in_its_notes(
    note: str,
) -> None:
    action = gold(note) | {"by": {"name": note}, "at": [note], "id": 7}
    record = parse_record(to_json(setup()) | {"actions": [action]})
    opener = services.Opener(device=phone())
    table = services.import_record(record, opener=opener, title="Friday")
    stored = json.loads(LogRow.objects.get(kind="action").payload)
    assert all(map(is_plain, each_text(stored)))
    assert stored["note"].replace("ab", "a").strip("bc").strip() == "a"
    state = selectors.view_of(table.pk).state
    assert state.seats == steps(record)[-1].seats


def test_an_old_name_that_would_turn_the_page_is_shown_without_the_sign() -> None:
    actions = [
        {"do": "lot", "of": ["\u202eabc", "x\u2066"], "take": 2, "drawn": [0, 1], "by_hand": True}
    ]
    record = parse_record(to_json(setup()) | {"version": 2, "actions": actions})
    opener = services.Opener(device=(device := phone()))
    table = services.import_record(record, opener=opener, title="Friday")
    page = client_on(device).get(reverse("companion:log", args=[table.pk])).content.decode()
    assert "abc" in page
    assert not {"\u202e", "\u2066"} & set(page)


@pytest.mark.parametrize("name", ["X\u202eY", "\u3164", "\u2065", "a\x07b"], ids=ascii)
@pytest.mark.parametrize("part", ["seats", "tokens", "contracts"])
def test_no_name_of_a_record_may_have_them(part: str, name: str) -> None:
    token = {"key": "relic", "name": "Relic", "kind": "other", "points": 5}
    brought = {"tokens": [token], "contracts": [{"key": "017", "name": "Wren"}]}
    raw = json.loads(json.dumps(to_json(setup("legacy2")) | {"version": 2, **brought}))
    raw[part][0]["name"] = name
    opener = services.Opener(device=phone())
    with pytest.raises(TableError, match="ordinary characters"):
        services.import_record(parse_record(raw), opener=opener, title="Friday")
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", ["a\u202eb", "\u3164", "a\x07b"], ids=ascii)
@pytest.mark.parametrize("field", ["seat-0-name", "title"])
def test_no_form_that_opens_a_table_takes_them(field: str, name: str) -> None:
    sent = new_table(title="Friday")
    assert field in sent
    answer = client_on(phone()).post("/tables/open/", {**sent, field: name})
    assert answer.status_code == 422
    assert "Write ordinary characters" in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", ["a\u202eb", "\u3164"], ids=ascii)
def test_no_form_that_names_a_phone_or_a_seat_takes_them(name: str) -> None:
    game = Game()
    browser = client_on(game.alice)
    named = browser.post(reverse("companion:device"), {"nickname": name})
    seat = browser.post(f"/tables/{game.id}/people/name/", {"seat": 0, "name": name})
    for answer in (named, seat):
        assert answer.status_code == 422
        assert "Write ordinary characters" in answer.content.decode()
    assert game.view.settings.names[0] == "Alice"
