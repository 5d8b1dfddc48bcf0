"""Every refusal, in the order of the contract, with a complete sentence."""

from string import Formatter
from typing import Any

import pytest

from companion.rules import verify, words
from companion.rules.actions import ACTIONS
from companion.rules.corrections import SEAT_PLACES
from companion.rules.editions import load, modules_for, slugs
from companion.rules.errors import SENTENCES, RuleError
from companion.rules.log import sentences
from companion.rules.parsing import parse, plain, shapes
from companion.rules.reducer import act
from companion.rules.state import State
from tests.rules.play import after, do, opened, out, refused, take

GOOD: dict[str, dict[str, Any]] = {
    "clank": {"seat": 0, "count": 1},
    "clank_all": {"count": 1, "except": 1},
    "quiet": {"seat": 0, "count": 1},
    "damage": {"seat": 0, "count": 1, "voluntary": True},
    "heal": {"seat": 0, "count": 1},
    "rage": {"count": -1},
    "danger": {"count": 0},
    "haunt": {},
    "black_return": {"count": 1},
    "gold": {"seat": 0, "count": 1},
    "take": {"seat": 0, "token": "artifact", "value": 10, "silver": False},
    "use": {"seat": 0, "token": "treasure"},
    "drop": {"seat": 0, "token": "artifact", "value": 10, "silver": False},
    "buy": {"seat": 0, "item": "crown", "coupon": False, "value": 10},
    "box": {"value": 10, "silver": False},
    "wayshrine": {"seat": 0, "place": "north"},
    "place": {"seat": 0, "count": 1},
    "unplace": {"seat": 0, "count": 1},
    "zone": {"seat": 0, "zone": "deep"},
    "leave": {"seat": 0},
    "attack": {"drawn": ["black"], "extra": 0, "size": 1, "by_hand": False},
    "end_turn": {},
    "refill": {"attack": True, "drawn": ["black"], "by_hand": True},
    "out_turn": {"drawn": [], "by_hand": False},
    "lot": {"of": ["a", "b"], "take": 1, "drawn": [1], "by_hand": False},
    "deck_out": {},
    "move": {"color": "red", "count": 1, "from": "bag", "to": "bank"},
    "status": {"seat": 0, "status": "escaped"},
    "score": {"seat": 0, "cards": 1, "contracts": 1, "other": -1, "secret_tomes": 0},
    "monster_cards": {"count": 0},
    "monster_spawn": {"count": 1},
    "monster_defeat": {"seat": 0},
    "monster_lost": {"count": 1},
    "monster_hit": {"seat": 0, "count": 1},
    "contract": {
        "key": "12-b", "name": "Night shift", "solo": 1, "need": 3, "have": 2, "cubes": False,
        "due": True, "new": False,
    },
    "contract_tick": {"contract": "7", "seat": 0, "count": 1},
    "contract_untick": {"contract": "7", "seat": 0, "count": 1},
    "contract_status": {"contract": "7", "status": "completed", "seats": [1, 0]},
    "contract_back": {"contract": "7", "points": -5, "bonus": 3, "waits": ["turn"]},
    "contract_read": {"contract": "7", "wait": "turn"},
}  # fmt: skip
NEEDED = {
    "take": {"seat", "token"}, "drop": {"seat", "token"}, "buy": {"seat", "item"},
    "damage": {"seat", "count"}, "wayshrine": {"seat"}, "attack": set(), "refill": {"attack"},
    "out_turn": set(), "score": {"seat"}, "clank_all": {"count"}, "box": {"value"},
    "lot": {"of", "take"}, "contract": {"key"}, "contract_tick": {"contract", "seat"},
    "contract_untick": {"contract", "seat"}, "contract_status": {"contract", "status"},
    "contract_back": {"contract"},
}  # fmt: skip
A_SEAT = ("seat", "except", "solo", "seats")
FIELDS = [(name, field) for name, fields in GOOD.items() for field in fields if field not in A_SEAT]
SEATED = [(name, field) for name, fields in GOOD.items() for field in fields if field in A_SEAT]
WRONG: dict[type, tuple[object, ...]] = {
    int: (None, True, 1.0, "1", [], {}, 1_000_001, -1_000_001, 0.5, float("nan"), float("inf")),
    bool: (None, 0, 1, "true", []),
    str: (None, 1, True, [], {}),
    list: (None, "black", {}, [1.5], [None], [["red"]], [True], 3),
}
OTHER_LISTS: dict[str, tuple[object, ...]] = {
    "drawn": (["black", ["red"]], ["black", 1], [1, "black"]),
    "of": ([], ["a"], ["a", ""], ["a", "x" * 61], ["a"] * 21, ["a", "\ud800"], [1, 2]),
    "waits": (["turn", "turn"], ["later"], [1]),
}


def everything() -> State:
    return opened("catacombs", "monsters")


def over(state: State) -> State:
    return out(out(state, 0), 1)


def test_all_actions_are_looked_at() -> None:
    assert GOOD.keys() == ACTIONS.keys()


@pytest.mark.parametrize("raw", [None, [], "clank", 3, {}, {"do": None}, {"do": "dance"},
                                 {"do": ["clank"]}, {"do": {}}, {"seat": 0}, {"do": "CLANK"}])  # fmt: skip
def test_what_is_no_action(raw: object) -> None:
    assert refused(opened(), raw) == "unknown_action"
    assert refused(over(opened()), raw) == "unknown_action"


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_wrong_value_is_bad_whatever_the_state(name: str, field: str) -> None:
    good = GOOD[name][field]
    for wrong in (*WRONG[type(good)], *OTHER_LISTS.get(field, ())):
        raw = do(name, **{**GOOD[name], field: wrong})
        assert refused(everything(), raw) == "bad_value", wrong
        assert refused(over(opened()), raw) == "bad_value", wrong


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_key_is_bad_where_it_is_needed(name: str) -> None:
    needed = NEEDED.get(name, set(GOOD[name]))
    for field in needed:
        less = {key: value for key, value in GOOD[name].items() if key != field}
        assert refused(over(opened()), do(name, **less)) == "bad_value", field
    for shape in shapes(ACTIONS[name]):
        assert shape.required == (shape.wire in needed)


@pytest.mark.parametrize("name", GOOD)
def test_an_unknown_key_is_bad_but_remarks_are_not_looked_at(name: str) -> None:
    for key in ("whatever", "", "By", "source", "target", "drawm"):
        assert refused(over(opened()), do(name, **GOOD[name], **{key: 1})) == "bad_value"
    remarks = {"by": None, "at": [1.5], "id": {"x": True}, "note": "…"}
    assert parse(do(name, **GOOD[name], **remarks), everything().edition) == parse(
        do(name, **GOOD[name]), everything().edition
    )


@pytest.mark.parametrize(
    ("name", "field", "least"),
    [("clank", "count", 1), ("quiet", "count", 1), ("damage", "count", 1), ("heal", "count", 1),
     ("danger", "count", 0), ("black_return", "count", 1), ("take", "value", 1),
     ("drop", "value", 1), ("place", "count", 1), ("unplace", "count", 1), ("attack", "extra", 0),
     ("attack", "size", 0), ("move", "count", 1), ("score", "secret_tomes", 0),
     ("monster_cards", "count", 0), ("monster_spawn", "count", 1), ("monster_lost", "count", 1),
     ("monster_hit", "count", 1), ("rage", "count", -1_000_000), ("gold", "count", -1_000_000),
     ("score", "cards", -1_000_000), ("score", "contracts", -1_000_000),
     ("score", "other", -1_000_000)],
)  # fmt: skip
def test_numbers_have_their_range(name: str, field: str, least: int) -> None:
    edition = everything().edition
    for number in (least, 1_000_000):
        parse(do(name, **{**GOOD[name], field: number}), edition)
    for number in (least - 1, 1_000_001):
        assert refused(everything(), do(name, **{**GOOD[name], field: number})) == "bad_value"


@pytest.mark.parametrize("name", ["rage", "gold"])
def test_a_change_of_nothing_is_none(name: str) -> None:
    assert refused(opened(), do(name, **{**GOOD[name], "count": 0})) == "bad_value"


def test_words_and_texts_have_their_range() -> None:
    state = everything()
    for place in ("", "x" * 41, "half \ud800", "nothing \0"):
        assert refused(state, do("wayshrine", seat=0, place=place)) == "bad_value"
    assert after(state, do("wayshrine", seat=0, place="x" * 40)).seats[0].wayshrines == 1
    for zone in ("Deep", "", "middle"):
        assert refused(state, do("zone", seat=0, zone=zone)) == "bad_value"
    assert refused(state, do("status", seat=0, status="out")) == "bad_value"


@pytest.mark.parametrize(
    "fields",
    [{"token": "artifact"}, {"token": "dragon_egg", "value": 3}, {"token": "sword", "value": 3},
     {"token": "artifact", "value": 5, "silver": True}, {"token": "crown", "silver": True},
     {"token": "dragon_egg", "silver": True}],
)  # fmt: skip
def test_values_and_silver_only_where_there_are_any(fields: dict[str, Any]) -> None:
    assert refused(over(opened()), do("take", seat=0, **fields)) == "bad_value"
    assert refused(over(opened()), do("drop", seat=0, **fields)) == "bad_value"


def test_a_crown_needs_a_value_only_to_be_dropped() -> None:
    assert refused(opened(), do("drop", seat=0, token="crown")) == "bad_value"
    assert after(opened(), take(0, "crown")).seats[0].crowns == (10,)


@pytest.mark.parametrize(("name", "field"), SEATED)
@pytest.mark.parametrize("seat", [-1, 2, 99, None, True, False, 0.0, "0", [0], {}, 10**30])
def test_what_is_no_index_is_no_seat(name: str, field: str, seat: object) -> None:
    state = opened("legacy2") if name.startswith("contract") else everything()
    wrong = [seat] if field == "seats" else seat
    assert refused(state, do(name, **{**GOOD[name], field: wrong})) == "bad_seat"


@pytest.mark.parametrize("seats", [None, [], {}, 0, "1", [0, 0], [7, 0, 7]])
def test_several_seats_are_a_list_of_different_ones(seats: object) -> None:
    wrong = do("contract_status", **{**GOOD["contract_status"], "seats": seats})
    assert refused(opened("legacy2"), wrong) == "bad_value"


def test_the_general_refusals_come_in_their_order() -> None:
    ended = over(opened())
    bad_seat = {"seat": 9}
    assert refused(ended, do("monster_defeat", seat=9, x=1)) == "bad_value"
    assert refused(ended, do("monster_defeat", **bad_seat)) == "game_over"
    assert refused(opened(), do("monster_defeat", **bad_seat)) == "not_in_edition"
    assert refused(opened(), do("wayshrine", **bad_seat)) == "bad_seat"
    assert refused(ended, do("score", **bad_seat, cards=1)) == "bad_seat"
    assert refused(opened(), do("take", **bad_seat, token="sword")) == "bad_seat"


def test_taking_is_refused_in_its_order() -> None:
    state = after(opened(), take(0, "artifact", value=5))
    assert refused(out(state, 0), take(0, "sword")) == "seat_out"
    assert refused(state, take(0, "artifact", value=5)) == "carry_limit"
    assert refused(state, take(1, "artifact", value=5)) == "none_left"


def test_cubes_are_looked_at_last() -> None:
    wrong = ["pink"]
    assert refused(opened(), do("refill", attack=True, drawn=wrong)) == "wrong_phase"
    assert refused(opened(), do("refill", attack=False, drawn=wrong)) == "wrong_phase"
    assert refused(opened(), do("out_turn", drawn=wrong)) == "wrong_phase"
    assert refused(over(opened()), do("attack", drawn=wrong)) == "game_over"
    assert refused(opened(), do("attack", drawn=[1])) == "bad_value"


@pytest.mark.parametrize("name", GOOD)
def test_an_action_is_written_as_it_was_read(name: str) -> None:
    action = parse(do(name, **GOOD[name]), everything().edition)

    assert parse(plain(action), everything().edition) == action
    assert plain(action).items() <= do(name, **GOOD[name]).items()


ALL_SENTENCES = sorted(
    {*SENTENCES.values(), *sentences.SENTENCES.values(), *verify.SENTENCES.values()}
)


@pytest.mark.parametrize("sentence", ALL_SENTENCES)
def test_every_sentence_is_one(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0] == "{"
    assert sentence[-1] in ".!"
    for _, name, spec, conversion in Formatter().parse(sentence):
        assert name is None or name.isidentifier()
        assert not spec
        assert not conversion


def test_a_refusal_says_codes_in_words() -> None:
    refusal = RuleError("not_held", name="chalice", token="chalice")

    assert refusal.message == "chalice does not have the Chalice."
    german = {"Chalice": "Kelch", SENTENCES["not_held"]: "{name} hat nicht: {token}."}
    assert refusal.render(german.__getitem__) == "chalice hat nicht: Kelch."


@pytest.mark.parametrize(
    "odd", ["\ud800", "x" * 10_000, {"deep": 1}, [1], 10**400, None, True, 1.5, "{name} {0}", "%s"]
)
def test_what_came_from_outside_can_always_be_shown(odd: object) -> None:
    refusal = RuleError("unknown_action", do=odd)

    assert refusal.message.encode()
    assert len(refusal.message) < 200
    assert "\ud800" not in refusal.message


def test_words_stand_for_every_code() -> None:
    for slug in slugs():
        edition = load(slug, modules_for(slug))
        assert {*edition.tokens, edition.escape_token} <= words.TOKENS.keys()
        assert {edition.words["deep"], edition.words["safe"]} <= words.ZONES.keys()
        assert edition.words["exit"] in words.EXITS
        assert edition.words["row"] in words.ROWS
    assert words.PLACES.keys() == set(SEAT_PLACES)


def test_a_refused_action_leaves_the_state_untouched() -> None:
    state = after(opened(), do("gold", seat=0, count=7))
    before = repr(state)
    for raw in (do("buy", seat=0, item="crown", coupon=True), do("attack", drawn=["pink"])):
        with pytest.raises(RuleError):
            act(state, raw)
    assert repr(state) == before
