"""The commands about table records: what they print and how they exit."""

import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from companion.rules.record import parse_record, replay

EXAMPLE = {
    "format": "dragonbag-table",
    "version": 1,
    "edition": "legacy2",
    "seats": [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}],
    "actions": [
        {"do": "clank", "seat": 0, "count": 1},
        {"do": "end_turn"},
        {"do": "refill", "attack": True, "drawn": ["black", "red", "black"]},
        {"do": "take", "seat": 1, "token": "artifact", "value": 10},
        {"do": "take", "seat": 1, "token": "dragon_egg"},
        {"do": "quiet", "seat": 1, "count": 1},
        {"do": "clank", "seat": 1, "count": 3},
    ],
}
PRINTED = (
    '{"edition": "legacy2", "modules": [], "version": 7, "over": null, '
    '"rage": {"space": 5, "cubes": 4}, "danger": 0, '
    '"turn": {"number": 2, "seat": 1, "kind": "normal", "phase": "play"}, "countdown": null, '
    '"bag": {"black": 22, "red": 3, "blue": 2}, "area": {"blue": 2}, "bank": {"black": 2}, '
    '"seats": [{"name": "Ana", "color": "red", "status": "in_play", "zone": "safe", '
    '"leaving": false, "supply": 26, "health": ["red"], "board": 0, "owed": 0, "made": 0, '
    '"gold": 0, "wayshrines": 0, "artifacts": [], "tokens": {}}, '
    '{"name": "Ben", "color": "blue", "status": "in_play", "zone": "safe", "leaving": false, '
    '"supply": 26, "health": [], "board": 0, "owed": 0, "made": 3, "gold": 0, '
    '"wayshrines": 0, "artifacts": [10], "tokens": {"dragon_egg": 1}}], '
    '"scores": [{"seat": 0, "total": 0, "lines": []}, {"seat": 1, "total": 13, '
    '"lines": [{"what": "artifact", "points": 10}, {"what": "dragon_egg", "points": 3}]}], '
    '"winners": [1]}'
)
SEED = "5e" * 32


def saved(folder: Path, record: object, name: str = "game.json") -> str:
    path = folder / name
    path.write_text(record if isinstance(record, str) else json.dumps(record))
    return str(path)


def with_actions(*actions: object, **changes: object) -> dict[str, object]:
    return {**EXAMPLE, "actions": list(actions), **changes}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[Any]]:
    """The exit code and the lines of a command, each read as JSON."""
    code = 0
    try:
        call_command(*words)
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_record_of_the_contract_prints_exactly_its_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("table_replay", saved(tmp_path, EXAMPLE))

    assert capsys.readouterr().out == PRINTED + "\n"


def test_every_file_gets_its_line_in_order_and_a_bad_one_does_not_stop_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = saved(tmp_path, EXAMPLE)
    bad = saved(tmp_path, with_actions({"do": "end_turn"}, {"do": "end_turn"}), "bad.json")
    code, (first, second, third) = run(capsys, "table_replay", good, bad, good)

    assert code == 2
    assert first == third
    assert first["version"] == 7
    assert second["error"]["at"] == 1
    assert second["error"]["code"] == "wrong_phase"
    assert second["error"]["message"].endswith(".")


@pytest.mark.parametrize("text", ["", "no JSON", '{"format": ', "[" * 100_000, "NaN", '"text"'])
def test_what_is_no_record_is_bad_without_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    code, (answer,) = run(capsys, "table_replay", saved(tmp_path, text))

    assert code == 2
    assert answer["error"]["at"] is None
    assert answer["error"]["code"] == "bad_record"


def test_what_cannot_be_read_is_bad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\xfd")
    code, answers = run(
        capsys, "table_replay", str(tmp_path), str(tmp_path / "none.json"), str(binary)
    )

    assert code == 2
    assert [answer["error"]["code"] for answer in answers] == ["bad_record"] * 3


def test_a_dash_is_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(EXAMPLE).encode())))
    code, (answer,) = run(capsys, "table_replay", "-")

    assert (code, answer["winners"]) == (0, [1])


class Unreadable(io.BytesIO):
    def read(self, _size: int | None = -1) -> bytes:
        raise OSError


@pytest.mark.parametrize("command", ["table_replay", "table_odds", "table_verify"])
@pytest.mark.parametrize("stream", [None, io.TextIOWrapper(Unreadable())])
def test_a_standard_input_that_cannot_be_read_is_bad(
    stream: io.TextIOWrapper | None,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", stream)
    code, (answer,) = run(capsys, command, "-")

    assert code == 2
    assert answer.get("error", answer)["message"] == "The file - cannot be read."


def test_odds_take_the_size_and_the_attacks_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, EXAMPLE)
    code, (answer,) = run(capsys, "table_odds", path, "--size", "2", "--then", "3", "4")

    assert code == 0
    assert answer["size"] == 2
    assert answer["bag"] == {"black": 22, "red": 3, "blue": 4}
    assert answer["seats"][0]["damage"] == {"0": "325/406", "1": "39/203", "2": "3/406"}
    assert [len(seat["after"]) for seat in answer["survives"]] == [3, 3]


def test_odds_after_very_many_attacks_are_printed_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = {"black_cubes": 200, "player_cubes": 200, "health": 30}
    noise = [{"do": "clank", "seat": 0, "count": 200}, *[{"do": "haunt"}] * 5]
    path = saved(tmp_path, with_actions(*noise, edition="catacombs", rules=large))
    bound = sys.get_int_max_str_digits()
    code, (answer,) = run(capsys, "table_odds", path, "--size", "0", "--then", *["1"] * 160)

    assert code == 0
    after = answer["survives"][0]["after"]
    assert len(after) == 161
    assert len(after[-1].partition("/")[2]) > 4300, "more digits than Python prints by itself"
    assert sys.get_int_max_str_digits() == bound


def test_odds_without_a_size_are_those_of_rage_and_danger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, (answer,) = run(capsys, "table_odds", saved(tmp_path, EXAMPLE))

    assert answer["size"] == 4


def test_odds_of_a_bad_record_answer_as_a_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = saved(tmp_path, with_actions({"do": "dance"}))

    assert run(capsys, "table_odds", bad) == run(capsys, "table_replay", bad)


@pytest.mark.parametrize("words", [["--size", "x"], ["--size", "1000001"], ["--then", "1.5"]])
def test_odds_refuse_a_size_that_is_none(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("table_odds", saved(tmp_path, EXAMPLE), *words)


def test_a_wrong_size_on_the_command_line_exits_2_with_a_sentence(tmp_path: Path) -> None:
    asked = ["manage.py", "table_odds", saved(tmp_path, EXAMPLE), "--size", "-1"]
    ended = subprocess.run([sys.executable, *asked], capture_output=True, check=False)

    assert ended.returncode == 2
    assert b"-1 is no whole number" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_whoever_has_read_enough_of_an_answer_gets_no_traceback(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "manage.py", "table_replay", saved(tmp_path, EXAMPLE)],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)

    assert (ended.returncode, ended.stderr) == (1, b"")


def fair(**changes: object) -> dict[str, object]:
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    return {"commitment": commitment, "salt": "ab" * 16, "seed": SEED, **changes}


def drawing(drawn: list[str] | None = None, **fields: object) -> dict[str, object]:
    given = {} if drawn is None else {"drawn": drawn}
    return {"do": "attack", "size": 3, **given, **fields}


def verified(
    folder: Path, capsys: pytest.CaptureFixture[str], *actions: object, **fairness: object
) -> tuple[int, bool, int | None]:
    record = with_actions(*actions, fairness=fair(**fairness))
    code, (answer,) = run(capsys, "table_verify", saved(folder, record))
    assert answer["message"].endswith(".")
    return code, answer["ok"], answer["at"]


def given_by_the_seed(*before: object) -> list[str]:
    state = replay(parse_record(with_actions(*before, drawing(), fairness=fair())))
    assert state.attack
    return list(state.attack.drawn)


def test_verify_accepts_what_the_seed_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = given_by_the_seed()

    assert verified(tmp_path, capsys, drawing(first), drawing()) == (0, True, None)


def test_verify_finds_the_first_changed_cube(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = given_by_the_seed()
    changed = ["black" if first[0] != "black" else "red", *first[1:]]
    actions = ({"do": "danger", "count": 1}, drawing(first), drawing(changed), drawing(changed))

    assert verified(tmp_path, capsys, *actions) == (1, False, 2)


def test_verify_does_not_look_at_hand_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = given_by_the_seed()
    by_hand = drawing(["red", "red", "black"], by_hand=True)
    from_what_is_left = given_by_the_seed(by_hand)

    assert verified(tmp_path, capsys, by_hand, drawing(from_what_is_left)) == (0, True, None)
    assert verified(tmp_path, capsys, drawing(first), by_hand) == (0, True, None)


def test_verify_says_no_without_a_seed_or_with_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = drawing(["black", "black", "black"])

    assert verified(tmp_path, capsys, drawn, seed=None) == (1, False, None)
    assert verified(tmp_path, capsys, seed="5f" * 32) == (1, False, None)
    record = saved(tmp_path, with_actions(drawn))
    code, (answer,) = run(capsys, "table_verify", record)
    assert (code, answer["ok"], answer["at"]) == (1, False, None)


def test_verify_of_a_bad_record_exits_2_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(tmp_path, capsys, {"do": "end_turn"}, drawing(["red"])) == (2, False, 1)
    assert verified(tmp_path, capsys, seed="short") == (2, False, None)
