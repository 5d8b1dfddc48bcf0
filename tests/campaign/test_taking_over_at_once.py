"""Two members take the same game over at the same moment, in processes of their own: it is written once."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import lay_out
from tests.postgres import private_server

ROOT = Path(__file__).parents[2]
TAKEN = ["tick_contract", "tick_contract", "points"]


def start(environment: Mapping[str, str], *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.campaign.rush", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)


def said(process: subprocess.Popen[str], told: str = "") -> Any:
    answer, _ = process.communicate(told, timeout=240)
    assert process.returncode == 0
    return json.loads(answer)


def two_press(environment: Mapping[str, str]) -> None:
    people = said(start(environment, "prepare"))
    both = [start(environment, "press", people[name]) for name in ("alice", "bob")]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    written = [count for process in both for count in said(process)]

    found = said(start(environment, "look", people["bob"]))

    assert [count for count in written if count] == [len(TAKEN)]
    assert found["verbs"][-len(TAKEN) :] == TAKEN
    assert found["verbs"].count("points") == 1
    assert found["points"] == [10, 5]
    assert found["left"] == []
    assert found["same"]


@pytest.mark.prove
def test_two_members_take_over_at_once(tmp_path: Path, made: Path) -> None:
    lay_out(made, tmp_path)
    two_press({**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": ""})


@pytest.mark.prove
@pytest.mark.postgres
def test_the_same_on_postgresql(tmp_path: Path) -> None:
    with private_server() as address:
        two_press({**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": address})
