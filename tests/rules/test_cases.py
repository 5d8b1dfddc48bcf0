"""The conformance records: each ends, fails, draws and stands exactly as it says."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.answers import answer
from companion.rules.errors import RecordError
from companion.rules.odds import odds_answer
from companion.rules.record import parse_record, replay, steps, to_json

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "tables").glob("*.json"))
Case = dict[str, Any]


def read(path: Path) -> Case:
    case: Case = json.loads(path.read_text())
    assert not case.keys() - {"record", "expect", "odds", "draws"}, "a key nobody looks at"
    return case


def cases_with(*keys: str) -> pytest.MarkDecorator:
    fitting = [path for path in CASES if read(path)["expect"].keys() & set(keys)]
    assert fitting
    return pytest.mark.parametrize("path", fitting, ids=lambda path: path.stem)


def cases_also(key: str) -> pytest.MarkDecorator:
    fitting = [path for path in CASES if key in read(path)]
    assert fitting
    return pytest.mark.parametrize("path", fitting, ids=lambda path: path.stem)


@cases_with("version", "seats", "totals", "winners")
def test_a_case_ends_as_expected(path: Path) -> None:
    case = read(path)
    end = answer(replay(parse_record(case["record"])))
    scores: Any = end["scores"]
    seen = {**end, "totals": [score["total"] for score in scores]}

    assert {key: seen[key] for key in case["expect"]} == case["expect"]


@cases_with("error")
def test_a_case_fails_as_expected(path: Path) -> None:
    case = read(path)
    with pytest.raises(RecordError) as refusal:
        replay(parse_record(case["record"]))

    assert case["expect"] == {"error": {"at": refusal.value.at, "code": refusal.value.code}}


@cases_also("odds")
def test_a_case_has_the_expected_odds(path: Path) -> None:
    case = read(path)
    asked = case["odds"]
    assert not asked.keys() - {"size", "then", "expect"}
    state = replay(parse_record(case["record"]))

    assert odds_answer(state, asked.get("size"), asked.get("then", ())) == asked["expect"]


@cases_also("draws")
def test_a_case_draws_what_its_seed_gives(path: Path) -> None:
    case = read(path)
    states = steps(parse_record(case["record"]))
    drawn = [
        list(after.attack.drawn)
        for before, after in itertools.pairwise(states)
        if after.attack and after.attack is not before.attack
    ]

    assert drawn == case["draws"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_written_as_it_was_read(path: Path) -> None:
    record = parse_record(read(path)["record"])

    assert parse_record(json.loads(json.dumps(to_json(record)))) == record
