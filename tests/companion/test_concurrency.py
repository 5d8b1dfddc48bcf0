"""Two processes with eight threads at a table: every accepted tap once, no gaps."""

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


def start(environment: Mapping[str, str], *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.companion.hammer", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)


def said(process: subprocess.Popen[bytes]) -> Any:
    answer, _ = process.communicate(timeout=240)
    assert process.returncode == 0
    return json.loads(answer)


def hammer_one_table(environment: Mapping[str, str]) -> None:
    ready = said(start(environment, "prepare"))
    table, device = ready["table"], str(ready["device"])
    both = [start(environment, "hammer", table, device, name) for name in ("one", "two")]
    accepted = [tap for process in both for tap in said(process)]

    found = said(start(environment, "look", table))

    assert sorted(found["taps"]) == sorted(accepted)
    assert found["sequences"] == list(range(1, len(found["sequences"]) + 1))
    assert found["phases"] == found["turns"]
    assert found["gold"] == len(accepted) - found["turns"]
    assert found["same"]


@pytest.mark.prove
def test_two_processes_and_eight_threads_hammer_one_table(tmp_path: Path, made: Path) -> None:
    lay_out(made, tmp_path)
    hammer_one_table({**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": ""})


@pytest.mark.prove
@pytest.mark.postgres
def test_the_same_on_postgresql(tmp_path: Path) -> None:
    with private_server() as address:
        hammer_one_table(
            {**os.environ, "DRAGONBAG_VAR": str(tmp_path), "DRAGONBAG_DATABASE": address}
        )
