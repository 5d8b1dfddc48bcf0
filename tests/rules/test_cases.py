"""The conformance records: each ends, fails and draws exactly as it says."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import RecordError
from companion.rules.odds import odds_answer
from companion.rules.record import parse_record, replay, steps, to_json
from companion.rules.state_json import answer
from companion.rules.verify import lots

FIXTURES = Path(__file__).parents[2] / "fixtures"
CASES = [
    path for name in ("tables", "version2") for path in sorted((FIXTURES / name).glob("*.json"))
]
KEYS = {"record", "expect", "odds", "draws", "lines", "lots"}
Case = dict[str, Any]


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def read(path: Path) -> Case:
    case: Case = json.loads(path.read_text())
    assert not case.keys() - KEYS, "a key nobody looks at"
    return case


def is_sound(path: Path) -> bool:
    """Whether a table can have the setup of a case."""
    return read(path)["expect"].get("error", {}).get("at", 0) is not None


SOUND = [path for path in CASES if is_sound(path)]


def cases_with(*keys: str) -> pytest.MarkDecorator:
    fitting = [path for path in CASES if read(path)["expect"].keys() & set(keys)]
    assert fitting
    return pytest.mark.parametrize("path", fitting, ids=name_of)


def cases_also(key: str) -> pytest.MarkDecorator:
    fitting = [path for path in CASES if key in read(path)]
    assert fitting
    return pytest.mark.parametrize("path", fitting, ids=name_of)


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


@cases_also("lots")
def test_a_case_draws_the_lots_that_its_seed_gives(path: Path) -> None:
    case = read(path)

    assert [list(lot.drawn) for lot in lots(parse_record(case["record"]))] == case["lots"]


@cases_also("lines")
def test_a_case_scores_line_by_line(path: Path) -> None:
    case = read(path)
    plain: Any = answer(replay(parse_record(case["record"])))
    for score, expected in zip(plain["scores"], case["lines"], strict=True):
        assert in_order(score["lines"]) == in_order(expected)


def in_order(lines: list[Case]) -> list[Case]:
    """The lines with those of tokens, which come in any order, sorted among themselves."""
    fixed = ("artifact", "gold", "cards", "contracts", "other")
    tokens = [at for at, line in enumerate(lines) if not _is_fixed(line["what"], fixed)]
    assert tokens == list(range(tokens[0], tokens[-1] + 1)) if tokens else True
    found = sorted((lines[at] for at in tokens), key=lambda line: str(line["what"]))
    return [*lines[: tokens[0]], *found, *lines[tokens[-1] + 1 :]] if tokens else lines


def _is_fixed(what: str, fixed: tuple[str, ...]) -> bool:
    return what in fixed or what.startswith("contract:")


@pytest.mark.parametrize("path", SOUND, ids=name_of)
def test_a_case_is_written_as_it_was_read(path: Path) -> None:
    record = parse_record(read(path)["record"])

    assert parse_record(json.loads(json.dumps(to_json(record)))) == record
