"""The file: what is a record, what is not, and that reading and writing match."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules import record as records
from companion.rules.errors import RecordError
from companion.rules.record import load_record, open_game, parse_record, replay, steps, to_json
from companion.rules.state_json import answer
from tests.rules.play import do

Record = dict[str, Any]
SEATS = [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}]
FAIR = {"commitment": "ab" * 32, "salt": "cd" * 16, "seed": None}


def minimal(**changes: object) -> Record:
    return {
        "format": "dragonbag-table", "version": 1, "edition": "base", "seats": SEATS,
        "actions": [], **changes,
    }  # fmt: skip


def named(count: int) -> list[dict[str, str]]:
    colors = ("red", "yellow", "green", "blue", "purple", "orange", "pink")
    return [{"name": f"P{index}", "color": colors[index]} for index in range(count)]


def bad(raw: object) -> RecordError:
    """The refusal of a record's setup."""
    with pytest.raises(RecordError) as refusal:
        parse_record(raw)
    assert (refusal.value.code, refusal.value.at) == ("bad_record", None)
    return refusal.value


def test_what_may_be_left_out() -> None:
    record = parse_record(minimal())

    assert (record.modules, record.rules, record.fairness) == ((), {}, None)
    assert parse_record(minimal(modules=[], rules={}, fairness=None)) == record


@pytest.mark.parametrize("key", ["format", "version", "edition", "seats", "actions"])
def test_what_may_not(key: str) -> None:
    less = minimal()
    del less[key]

    assert key in bad(less).message


@pytest.mark.parametrize("raw", [None, [], "record", 1, True, [minimal()]])
def test_a_record_is_an_object(raw: object) -> None:
    bad(raw)


WRONG: dict[str, list[object]] = {
    "format": ["dragonbag", "", None, 1, ["dragonbag-table"]],
    "version": [3, 0, True, 1.0, "1", None],
    "edition": ["Base", "legacy", "monsters", "", None, 1, ["base"], {}],
    "modules": [None, {}, "monsters", [1], [None], ["x"], [["monsters"]], ["monsters"],
                ["adventuring-party", "adventuring-party"]],
    "rules": [None, [], "none", 1],
    "seats": [None, {}, "two", [], named(1), named(5), [*SEATS, SEATS[0]], [1, 2], [None, None],
              [SEATS[0], {"name": "Ben"}], [SEATS[0], {"color": "blue"}],
              [SEATS[0], {**SEATS[1], "by": 1}], [SEATS[0], {**SEATS[1], "seat": 1}],
              [SEATS[0], {"name": "Ben", "color": "red"}]],
    "fairness": [[], "fair", {}, True, 0],
    "actions": [None, {}, "none", 1],
}  # fmt: skip


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_value_is_a_bad_record(key: str) -> None:
    for wrong in WRONG[key]:
        bad(minimal(**{key: wrong}))


@pytest.mark.parametrize("key", ["note", "by", "at", "id", "", "Format", "name"])
def test_an_unknown_key_is_a_bad_record_also_one_that_actions_may_have(key: str) -> None:
    assert key in bad(minimal(**{key: None})).message


@pytest.mark.parametrize("name", ["", "x" * 41, None, 1, [], "half \ud83d", "\udc00", "a\0b"])
def test_a_name_is_a_text_of_1_to_40_characters(name: object) -> None:
    bad(minimal(seats=[SEATS[0], {"name": name, "color": "blue"}]))


@pytest.mark.parametrize("name", ["x", "x" * 40, " ", "Zoë", "🐉" * 40, "{name}", "<b>"])
def test_such_a_name_is_welcome(name: str) -> None:
    record = parse_record(minimal(seats=[SEATS[0], {"name": name, "color": "blue"}]))

    assert replay(record).seats[1].name == name


@pytest.mark.parametrize("color", ["pink", "Red", "black", "ghost", "", None, 1, ["red"]])
def test_a_colour_is_one_of_six(color: object) -> None:
    bad(minimal(seats=[SEATS[1], {"name": "Ana", "color": color}]))


@pytest.mark.parametrize(
    ("edition", "modules", "most"),
    [("base", [], 4), ("catacombs", [], 4), ("legacy1", [], 4), ("legacy2", [], 4),
     ("base", ["adventuring-party"], 6), ("catacombs", ["adventuring-party"], 6),
     ("catacombs", ["monsters"], 4), ("catacombs", ["monsters", "adventuring-party"], 6)],
)  # fmt: skip
def test_how_many_can_play(edition: str, modules: list[str], most: int) -> None:
    for count in range(2, most + 1):
        state = replay(parse_record(minimal(edition=edition, modules=modules, seats=named(count))))
        assert len(state.seats) == count
        assert state.edition.modules == tuple(modules)
    for count in (0, 1, most + 1):
        bad(minimal(edition=edition, modules=modules, seats=named(count)))


@pytest.mark.parametrize(
    ("edition", "module"),
    [("base", "monsters"), ("legacy1", "monsters"), ("legacy2", "monsters"),
     ("legacy1", "adventuring-party"), ("legacy2", "adventuring-party"), ("base", "catacombs")],
)  # fmt: skip
def test_a_module_has_its_editions(edition: str, module: str) -> None:
    bad(minimal(edition=edition, modules=[module]))


# House values

HOUSE: dict[str, tuple[list[object], list[object]]] = {
    "rage_track": (
        [[1, 2, 3], [0, 0, 0, 30], [4] * 20],
        [[], None, 3, {}, [-1], [True], [1.0], ["1"], [None], [31], [[1]], [4] * 21],
    ),
    "start_space": ([1, 7], [0, 8, -1, True, 1.0, None, "1", [3]]),
    "health": ([1, 30], [0, -1, True, 2.0, None, "10", 31]),
    "black_cubes": ([0, 30, 200], [-1, False, 2.0, None, "10", 201]),
    "player_cubes": ([1, 60, 200], [0, -1, True, 2.0, None, "10", 201]),
    "starting_clank": (
        [[0, 0], [30, 30, 30], [1, 2, 3, 4, 5, 6, 7]],
        [[], [1], None, 3, [31, 0], [0, 0, 31], [-1, 0], [True, 0], [0, 0.0], {}],
    ),
    "starting_gold": (
        [[0, 0], [200, 3, 3]],
        [[], [1], None, 3, [-1, 0], [True, 0], [0, 0.0], [0, 201]],
    ),
    "off_clock_cubes": ([0, 9, 30], [-1, False, 2.0, None, "10", [4], 31]),
}


@pytest.mark.parametrize("key", HOUSE)
def test_house_values_have_their_limits(key: str) -> None:
    good, wrong = HOUSE[key]
    for value in good:
        replay(parse_record(minimal(rules={key: value})))
    for value in wrong:
        assert key in bad(minimal(rules={key: value})).message, value


@pytest.mark.parametrize("key", ["difficulty", "price", "seed", "Health", "escape_points", "note"])
def test_there_are_no_other_house_values(key: str) -> None:
    bad(minimal(rules={key: "easy"}))


def test_the_difficulty_goes_with_the_monsters() -> None:
    lair = minimal(edition="catacombs", modules=["monsters"])
    for level in ("easy", "normal", "hard"):
        assert replay(parse_record({**lair, "rules": {"difficulty": level}})).difficulty == level
    assert replay(parse_record(lair)).difficulty == "normal"
    for wrong in ("Easy", "", None, 1, ["easy"]):
        bad({**lair, "rules": {"difficulty": wrong}})


def test_house_values_replace_the_editions() -> None:
    rules = {
        "rage_track": [6, 7], "health": 5, "black_cubes": 3, "player_cubes": 9,
        "starting_clank": [4, 9], "starting_gold": [8, 0, 5], "start_space": 1,
    }  # fmt: skip
    state = open_game(parse_record(minimal(rules=rules)))

    assert (state.rage, state.rage_cubes, state.health_size) == (1, 6, 5)
    assert state.bag == {"black": 3}
    assert [(seat.supply, seat.gold) for seat in state.seats] == [(5, 8), (0, 0)]
    assert state.area == {"red": 4, "blue": 9}


def test_a_shorter_track_stops_the_marker_at_its_end() -> None:
    state = open_game(parse_record(minimal(rules={"rage_track": [6, 7]})))

    assert (state.rage, state.rage_cubes) == (2, 7)
    bad(minimal(rules={"rage_track": [6, 7], "start_space": 3}))


def test_few_cubes_mean_little_starting_clank() -> None:
    state = open_game(parse_record(minimal(rules={"player_cubes": 1})))
    assert [seat.supply for seat in state.seats] == [0, 0]
    assert state.area == {"red": 1, "blue": 1}

    bad(minimal(rules={"player_cubes": 1, "starting_clank": [2, 0]}))


def test_no_black_cubes_leave_the_bag_empty() -> None:
    state = open_game(parse_record(minimal(rules={"black_cubes": 0})))

    assert answer(state)["bag"] == {}


# Setup


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy1", "legacy2"])
@pytest.mark.parametrize(("seats", "space"), [(2, 3), (3, 2), (4, 1)])
def test_the_opening(edition: str, seats: int, space: int) -> None:
    plain: Any = answer(open_game(parse_record(minimal(edition=edition, seats=named(seats)))))

    assert plain["rage"] == {"space": space, "cubes": 2 if space < 3 else 3}
    assert plain["bag"] == {"black": 24}
    assert plain["bank"] == ({"ghost": 5} if edition == "catacombs" else {})
    clank = [3, 2, 1, 0][:seats]
    assert [plain["area"].get(seat["color"], 0) for seat in named(seats)] == clank
    assert [seat["supply"] for seat in plain["seats"]] == [30 - count for count in clank]
    assert plain["turn"] == {"number": 1, "seat": 0, "kind": "normal", "phase": "play"}
    assert {seat["status"] for seat in plain["seats"]} == {"in_play"}
    assert {seat["zone"] for seat in plain["seats"]} == {"safe"}
    tokens = {"lockpick": 3} if edition == "catacombs" else {}
    assert all(seat["tokens"] == tokens for seat in plain["seats"])
    assert (plain["version"], plain["over"], plain["danger"]) == (0, None, 0)


def test_the_opening_of_a_large_party() -> None:
    raw = minimal(modules=["adventuring-party"], seats=named(6))
    plain: Any = answer(open_game(parse_record(raw)))

    assert plain["rage"]["space"] == 1
    assert [seat["gold"] for seat in plain["seats"]] == [0, 0, 0, 0, 1, 2]
    assert plain["area"] == {"red": 3, "yellow": 2, "green": 1}


# Fairness


@pytest.mark.parametrize(
    "changes",
    [{"commitment": "ab" * 31}, {"commitment": None}, {"commitment": "gg" * 32},
     {"commitment": "ab" * 32 + "\n"}, {"salt": ""}, {"salt": None}, {"salt": "cd" * 15},
     {"salt": "cd" * 17}, {"salt": "cd" * 16 + "-"}, {"salt": "cd" * 16 + " "},
     {"salt": "cd" * 16 + "-" + "ef" * 15}, {"seed": "ab" * 31}, {"seed": 1}, {"seed": False},
     {"seed": "x" * 64}, {"note": 1}],
)  # fmt: skip
def test_fairness_has_its_form(changes: dict[str, object]) -> None:
    bad(minimal(fairness={**FAIR, **changes}))


@pytest.mark.parametrize("key", FAIR)
def test_fairness_needs_all_three(key: str) -> None:
    bad(minimal(fairness={name: value for name, value in FAIR.items() if name != key}))


def test_fairness_in_its_form_is_no_bad_record_even_if_it_does_not_fit() -> None:
    for changes in ({}, {"seed": "12" * 32}, {"salt": "-".join(["cd" * 16] * 6)}):
        record = parse_record(minimal(fairness={**FAIR, **changes}))
        assert to_json(record)["fairness"] == {**FAIR, **changes}


# Text


def text(**changes: object) -> str:
    return json.dumps(minimal(**changes))


def test_a_byte_order_mark_and_other_encodings_are_read() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert load_record(text().encode(encoding)) == parse_record(minimal())


@pytest.mark.parametrize(
    "content",
    [b"", b"\x80", "{", "[1,]", "{'a': 1}", "{} {}", "\ud800", '{"a": NaN}',
     text().replace("[]", "[Infinity]", 1), "[" * 3000 + "]" * 3000],
)  # fmt: skip
def test_what_is_no_json_is_a_bad_record(content: str | bytes) -> None:
    with pytest.raises(RecordError) as refusal:
        load_record(content)
    assert (refusal.value.code, refusal.value.at) == ("bad_record", None)


@pytest.mark.parametrize("number", ["1" * 400, "1" * 5000, "-" + "9" * 20, "1e3", "1.0", "1e999"])
def test_a_number_without_measure_is_bad_where_it_is_looked_at(number: str) -> None:
    content = text(actions=["HERE"]).replace(
        '"HERE"', f'{{"do": "clank", "seat": 0, "count": {number}}}'
    )
    with pytest.raises(RecordError) as refusal:
        replay(load_record(content))
    assert (refusal.value.code, refusal.value.at) == ("bad_value", 0)

    remark = content.replace('"count"', '"count": 1, "note"')
    assert replay(load_record(remark)).version == 1


def test_a_remark_may_hold_anything_that_can_be_written_again() -> None:
    nested: object = "core"
    for _ in range(100):
        nested = [{"in": nested}]
    record = load_record(text(actions=[do("end_turn", note={"any": [1.5, None, "\ud800"]})]))
    assert replay(record).version == 1
    with pytest.raises(RecordError):
        load_record(text(actions=[do("end_turn", note=nested)]))


def test_a_refused_action_is_named_by_its_place() -> None:
    actions: list[object] = [do("danger", count=1), do("end_turn"), do("leave", seat=0)]
    for wrong, code in ((None, "unknown_action"), (do("refill"), "bad_value")):
        with pytest.raises(RecordError) as refusal:
            replay(parse_record(minimal(actions=[*actions[:2], wrong])))
        assert (refusal.value.at, refusal.value.code) == (2, code)
    with pytest.raises(RecordError) as refusal:
        steps(parse_record(minimal(actions=actions)))
    assert (refusal.value.at, refusal.value.code) == (2, "wrong_phase")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text())
    assert records.read_file(path) == parse_record(minimal())

    unreadable: list[Callable[[], Path]] = [lambda: tmp_path, lambda: tmp_path / "nowhere"]
    for where in unreadable:
        with pytest.raises(RecordError):
            records.read_file(where())


def test_a_record_is_written_as_it_was_read() -> None:
    raw = minimal(
        edition="catacombs", modules=["monsters"], fairness={**FAIR, "seed": "12" * 32},
        rules={"difficulty": "hard", "rage_track": [1, 2, 3]},
        actions=[do("haunt", note="boo", by={"any": 1}), do("monster_cards", count=2)],
    )  # fmt: skip
    record = parse_record(raw)

    assert to_json(record) == raw
    assert load_record(json.dumps(to_json(record))) == record
