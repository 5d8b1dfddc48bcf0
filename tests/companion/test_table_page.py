"""The table's page without scripts: every action by its forms, and what is refused and how."""

import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from companion import services
from companion.forms.command_form import read_action
from companion.fragments.tokens import KIND_ICONS
from companion.pages.table import HEADINGS
from companion.rules.actions import ACTIONS
from companion.rules.editions.edition import TOKEN_KINDS
from companion.rules.reducer import act
from tests.companion.browser import Paper, client_on
from tests.companion.game import Game, phone, setup, tap
from web import throttle

pytestmark = pytest.mark.django_db(transaction=True)

Fields = Mapping[str, object]
EGG = {"do": "take", "seat": 0, "token": "dragon_egg"}
IDOL = {"do": "take", "seat": 0, "token": "artifact", "value": 10}

TRACK = {"do": "contract", "key": "7", "need": 3, "cubes": True}
TICK = {"do": "contract_tick", "contract": "7", "seat": 0}
FAILED = {"do": "contract_status", "contract": "7", "status": "failed"}

# What is posted, in which edition, and what has to be done before.
PLAYS: Sequence[tuple[Fields, str, Sequence[Fields]]] = (
    ({"do": "clank", "seat": 0, "count": 2}, "base", ()),
    ({"do": "clank_all", "count": 1, "except": 0}, "base", ()),
    ({"do": "quiet", "seat": 0, "count": 4}, "base", ()),
    ({"do": "damage", "seat": 1, "count": 2, "voluntary": True}, "base", ()),
    ({"do": "heal", "seat": 1, "count": 1}, "base", ({"do": "damage", "seat": 1, "count": 2},)),
    ({"do": "rage", "count": -1}, "base", ()),
    ({"do": "danger", "count": 2}, "base", ()),
    ({"do": "haunt"}, "catacombs", ()),
    ({"do": "black_return", "count": 3}, "base", ()),
    ({"do": "gold", "seat": 0, "count": 5}, "base", ()),
    ({"do": "take", "seat": 0, "token": "artifact", "value": 7}, "base", ()),
    ({"do": "use", "seat": 0, "token": "lockpick"}, "catacombs", ()),
    ({"do": "drop", "seat": 0, "token": "dragon_egg"}, "base", (EGG,)),
    ({"do": "buy", "seat": 0, "item": "crown"}, "base", ({"do": "gold", "seat": 0, "count": 9},)),
    ({"do": "box", "value": 7}, "base", ()),
    ({"do": "lot", "of": ["a", "b"], "take": 2, "drawn": [1, 0], "by_hand": True}, "base", ()),
    ({"do": "wayshrine", "seat": 0, "place": "12"}, "catacombs", ()),
    ({"do": "place", "seat": 0, "count": 3}, "legacy2", ()),
    (
        {"do": "unplace", "seat": 0, "count": 1},
        "legacy2",
        ({"do": "place", "seat": 0, "count": 3},),
    ),
    ({"do": "zone", "seat": 1, "zone": "deep"}, "legacy1", ()),
    ({"do": "leave", "seat": 0}, "base", (IDOL,)),
    ({"do": "attack", "extra": 0, "size": 1, "drawn": ["black"], "by_hand": True}, "base", ()),
    ({"do": "end_turn"}, "base", ()),
    ({"do": "refill", "attack": False}, "base", ({"do": "end_turn"},)),
    (
        {"do": "out_turn", "drawn": ["black"] * 6, "by_hand": True},
        "catacombs",
        (
            {"do": "end_turn"},
            {"do": "status", "seat": 1, "status": "knocked_out"},
            {"do": "refill", "attack": False},
        ),
    ),
    ({"do": "deck_out"}, "base", ()),
    ({"do": "move", "color": "red", "count": 1, "from": "area", "to": "bag"}, "base", ()),
    ({"do": "status", "seat": 1, "status": "escaped"}, "base", ()),
    (
        {"do": "score", "seat": 0, "cards": -3, "contracts": 4, "other": 0, "secret_tomes": 2},
        "base",
        (),
    ),
    ({"do": "contract", "key": "9", "name": "Night shift", "need": 3, "new": True}, "legacy2", ()),
    ({"do": "contract_tick", "contract": "7", "seat": 1, "count": 2}, "legacy2", (TRACK,)),
    ({"do": "contract_untick", "contract": "7", "seat": 0, "count": 1}, "legacy2", (TRACK, TICK)),
    (
        {"do": "contract_status", "contract": "7", "status": "completed", "seats": [1, 0]},
        "legacy2",
        (TRACK,),
    ),
    (
        {"do": "contract_back", "contract": "7", "points": 5, "bonus": 2, "waits": ["turn"]},
        "legacy2",
        (TRACK, FAILED),
    ),
    (
        {"do": "contract_read", "contract": "7", "wait": "scoring"},
        "legacy2",
        (TRACK, FAILED, {"do": "contract_back", "contract": "7", "waits": ["scoring"]}),
    ),
    ({"do": "monster_cards", "count": 4}, "monsters", ()),
    ({"do": "monster_spawn", "count": 1}, "monsters", ({"do": "monster_cards", "count": 4},)),
    *(
        (
            play,
            "monsters",
            ({"do": "monster_cards", "count": 4}, {"do": "monster_spawn", "count": 2}),
        )
        for play in (
            {"do": "monster_defeat", "seat": 0},
            {"do": "monster_lost", "count": 1},
            {"do": "monster_hit", "seat": 1, "count": 1},
        )
    ),
)


def at_the_table(edition: str, before: Sequence[Fields]) -> Game:
    plain = setup("catacombs", modules=["monsters"]) if edition == "monsters" else setup(edition)
    game = Game(plain)
    for fields in before:
        given: Any = {name: value for name, value in fields.items() if name != "do"}
        game.do(str(fields["do"]), **given)
    return game


def as_form(action: Fields) -> dict[str, object]:
    """The values as a browser posts them: texts, and flags only if ticked."""
    texts = {
        name: "true" if value is True else "false" if value is False else value
        for name, value in action.items()
    }
    return dict(texts)


def as_button(action: Fields) -> dict[str, object]:
    """The action in the button's value, its numbers and words in the form's fields."""
    written = {
        name: value if name == "do" or isinstance(value, bool) else None
        for name, value in action.items()
    }
    fields = {name: value for name, value in action.items() if written[name] is None}
    return {"action": json.dumps(written), **fields}


def test_the_plays_below_are_all_actions() -> None:
    assert {str(play["do"]) for play, _, _ in PLAYS} == set(ACTIONS)


@pytest.mark.parametrize("posted", [as_form, as_button])
@pytest.mark.parametrize(("action", "edition", "before"), PLAYS)
def test_every_action_can_be_played_by_a_form(
    action: Fields, edition: str, before: Sequence[Fields], posted: object
) -> None:
    game = at_the_table(edition, before)
    paper = Paper(game)
    expected = act(game.view.state, action)

    answer = paper.send(posted(action))  # type: ignore[operator]

    assert answer.status_code == 302, answer.content.decode()
    assert game.view.state == expected


def test_taps_may_be_counted_several_times_at_once() -> None:
    game = Game()
    clank = '{"do":"clank","seat":null,"count":1}'
    answer = Paper(game).send({"action": clank, "seat": "1", "times": "3"})
    assert answer.headers["Location"].endswith("?seat=1")
    assert game.view.state.seats[1].made == 3


@pytest.mark.parametrize(("typed", "told"), [(" Miscounted. ", "Why: Miscounted."), ("  ", "")])
def test_a_move_by_hand_may_say_why(typed: str, told: str) -> None:
    game = Game()
    move: Fields = {"do": "move", "color": "red", "count": 1, "from": "supply", "to": "area"}
    assert Paper(game).send({**as_button({**move, "note": typed})}).status_code == 302
    said = [sentence.message for sentence in game.view.tail[-1].story]
    assert said[1:] == ([told] if told else [])


def test_undo_and_redo_are_buttons_like_all_others() -> None:
    game = Game()
    paper = Paper(game)
    start = game.view.state
    paper.send({"action": '{"do":"clank","seat":0,"count":2}'})
    noisy = game.view.state
    assert paper.send({"action": '{"do":"undo"}'}).status_code == 302
    assert game.view.state == start
    assert paper.send({"action": '{"do":"redo"}'}).status_code == 302
    assert game.view.state == noisy


# Refusals ----------------------------------------------------------------------


def test_what_the_rules_refuse_is_told_and_nothing_typed_is_lost() -> None:
    game = Game()
    paper, before = Paper(game), game.view.sequence
    answer = paper.send(
        {"action": '{"do":"place","seat":null,"count":null}', "seat": "0", "count": "77"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Cubes needed: 77; there: 27." in page
    assert 'value="77"' in page
    assert game.view.sequence == before


def test_cubes_that_cannot_have_been_drawn_are_laid_out_again_by_colour() -> None:
    game = Game()
    game.do("end_turn")
    paper = Paper(game)
    action = json.dumps({"do": "refill", "attack": True, "by_hand": True, "drawn": None})
    answer = paper.send({"action": action, "drawn.black": "1", "drawn.red": "0"})
    fields = dict(re.findall(r'name="([\w.]+)" value="([^"]*)"', answer.content.decode()))
    assert answer.status_code == 422
    assert (fields["drawn.black"], fields["drawn.red"]) == ("1", "0")
    put_right = {**fields, "drawn.black": str(game.view.state.rage_cubes)}
    assert paper.client.post(f"{paper.url}act/", put_right).status_code == 302
    assert game.view.state.attack is not None


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "no json"},
        {"action": "[]"},
        {"action": '{"do":"clank"}'},
        {"do": "clank", "seat": "0", "count": "two"},
        {"do": "clank", "seat": "zero", "count": "1"},
        {"do": "clank", "seat": "0", "count": "9" * 500},
        {"do": "fly"},
        {},
        {"action": '{"do":"clank","seat":0,"count":1}', "tap": ""},
    ],
)
def test_nonsense_is_refused_with_a_sentence(fields: dict[str, str]) -> None:
    game = Game()
    before = game.view.sequence
    answer = Paper(game).send(fields)
    assert answer.status_code == 422
    assert "Back to the table" in answer.content.decode()
    assert game.view.sequence == before


def test_more_cubes_than_any_game_has_are_not_even_counted_out() -> None:
    posted = QueryDict("do=attack&drawn.black=200&drawn.red=201&drawn.blue=9999999")
    assert read_action(posted)["drawn"] == ["black"] * 200


def test_a_turn_that_ended_meanwhile_is_not_ended_again() -> None:
    game = Game()
    paper = Paper(game)
    old = paper.hidden()
    game.turn()
    answer = paper.send({"action": '{"do":"end_turn"}'}, **old)
    assert answer.status_code == 409
    assert "moved on" in answer.content.decode()
    assert game.now().phase == "play"


def test_the_same_form_twice_is_one_tap_and_another_button_is_another() -> None:
    game = Game()
    paper = Paper(game)
    page = paper.hidden()
    for _ in range(2):
        assert (
            paper.send({"action": '{"do":"clank","seat":0,"count":1}'}, **page).status_code == 302
        )
    paper.send({"action": '{"do":"gold","seat":0,"count":1}'}, **page)
    seat = game.view.state.seats[0]
    assert (seat.made, seat.gold) == (1, 1)


def test_a_stranger_learns_nothing_and_a_watcher_only_looks() -> None:
    game = Game()
    paths = [f"/tables/{game.id}/", f"/tables/{game.id}/odds/"]
    stranger, watching = Client(), phone("Carol")
    services.join(game.table, watching)
    watcher = client_on(watching)
    assert [stranger.get(path).status_code for path in paths] == [404, 404]
    assert [watcher.get(path).status_code for path in paths] == [200, 200]
    clank = {"do": "clank", "seat": "0", "count": "1", "tap": "x"}
    assert stranger.post(f"{paths[0]}act/", clank).status_code == 404
    assert watcher.post(f"{paths[0]}act/", clank).status_code == 403
    assert 'name="action"' not in watcher.get(paths[0]).content.decode().split('id="board"')[0]
    assert game.view.state.seats[0].made == 0


def test_a_tap_by_get_is_none() -> None:
    game = Game()
    assert Paper(game).client.get(f"/tables/{game.id}/act/").status_code == 405


def test_a_tap_that_its_page_sends_by_form_and_again_by_itself_counts_once() -> None:
    game = Game()
    action = {"do": "gold", "seat": 0, "count": 1}
    Paper(game).send({"action": json.dumps(action), "id": "its own"})
    assert game.send(tap(action, tap_id="its own"), game.alice).repeated
    assert game.view.state.seats[0].gold == 1


def test_forms_wait_as_taps_do_when_they_come_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "BURST", 1)
    monkeypatch.setattr(throttle, "PER_SECOND", 0)
    game = Game()
    game.do("gold", seat=0, count=5)
    table, line = Paper(game), game.view.sequence
    assert table.send({"action": '{"do": "haste", "seat": 0}'}).status_code == 422

    late = table.send({"action": '{"do": "gold", "seat": 0, "count": 1}'})
    assert late.status_code == 429
    assert "Too many taps at once. Wait a moment." in late.content.decode()
    undo = {"tap": "late", "standing": line}
    assert table.client.post(f"{table.url}log/{line}/", undo).status_code == 429
    counted = {"tap": "later", "cards": 7, "initial-cards": 0, "other": 0, "initial-other": 0}
    assert table.client.post(f"{table.url}scores/0/", counted).status_code == 429
    assert game.view.sequence == line


def test_tokens_stand_under_the_heading_of_their_kind_and_the_tables_own_before_the_market() -> (
    None
):
    assert list(HEADINGS) == [
        *(kind for kind in TOKEN_KINDS if kind != "market"), "house", "market",
    ]  # fmt: skip
    assert KIND_ICONS.keys() <= TOKEN_KINDS.keys()


# After the end -----------------------------------------------------------------

VOID = {"input", "img", "link", "meta", "br", "wbr", "use", "path", "rect", "circle"}
NOT_AFTER_THE_END = {"alive", "playing"}


class Controls(HTMLParser):
    """Each button with an action and each link to a sheet that is not left out once a game is over.

    ``buttons`` and ``links`` are listed by the sheet they stand in, "" for the board.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, str]] = [("", False, "")]
        self.buttons: list[tuple[str, str]] = []
        self.links: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        _, hidden, sheet = self.open[-1]
        hidden = hidden or bool(NOT_AFTER_THE_END & set(told.get("class", "").split()))
        sheet = told["id"].removeprefix("sheet-") if tag == "dialog" else sheet
        if tag not in VOID:
            self.open.append((tag, hidden, sheet))
        if hidden or "disabled" in told:
            return
        if tag == "button" and told.get("name") == "action":
            self.buttons.append((sheet, told["value"]))
        if "data-sheet" in told:
            self.links.append((sheet, told["data-sheet"]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing within."""

    def handle_endtag(self, tag: str) -> None:
        if tag in {each for each, _, _ in self.open}:
            while self.open.pop()[0] != tag:
                pass

    @property
    def reached(self) -> set[str]:
        """The kinds of action on the board and in the sheets that a link still opens."""
        sheets, more = {""}, {""}
        while more:
            more = {to for at, to in self.links if at in sheets} - sheets
            sheets |= more
        return {json.loads(action)["do"] for at, action in self.buttons if at in sheets}


NOBODY_INSIDE = (
    {"do": "status", "seat": 0, "status": "knocked_out"},
    {"do": "status", "seat": 1, "status": "escaped"},
)
NO_CUBE_LEFT = ({"do": "take", "seat": 0, "token": "treasure"}, {"do": "attack", "size": 99})


@pytest.mark.parametrize(
    ("edition", "end"),
    [
        ("base", NOBODY_INSIDE),
        ("monsters", NOBODY_INSIDE),
        ("monsters", NO_CUBE_LEFT),
        ("legacy2", (TRACK, *NOBODY_INSIDE)),
    ],
)
def test_after_the_end_no_control_is_left_that_would_only_be_refused(
    edition: str, end: Sequence[Fields]
) -> None:
    game = at_the_table(edition, end)
    assert game.view.state.over
    shown = Controls()
    shown.feed(client_on(game.alice).get(f"/tables/{game.id}/").content.decode())
    always = {kind for kind, action in ACTIONS.items() if action.always} | {"undo", "redo"}
    assert {"status", "move"} <= shown.reached <= always
