"""Who may import whom: what import-linter cannot see."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ("companion.rules", "campaign.rules", "kernel")
ROOMS = ("kernel", "web", "accounts", "companion", "campaign", "backup", "config")
MOST_AT_A_ROOT = 12

IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names))
"""


@pytest.mark.parametrize("package", RULES)
def test_the_rules_need_the_standard_library_alone(package: str) -> None:
    # -S: without site-packages' start-up files, only what is imported is there.
    command = [sys.executable, "-S", "-c", IMPORT_ALL, package]
    loaded = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    assert set(loaded.split()) <= {"__main__", "kernel", package.partition(".")[0]}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_none_above_it(room: str) -> None:
    above = "|".join(ROOMS[ROOMS.index(room) + 1 :]) or "nothing"
    named = re.compile(rf"^\s*(from|import) ({above})\b|import_module\([\"']({above})", re.M)
    assert not [path.name for path in (ROOT / room).rglob("*.py") if named.search(path.read_text())]


@pytest.mark.parametrize("room", ["accounts", "companion", "campaign"])
def test_a_root_is_no_hall(room: str) -> None:
    modules = [path.name for path in (ROOT / room).glob("*.py") if path.stem != "__init__"]
    assert len(modules) <= MOST_AT_A_ROOT, sorted(modules)


def test_no_file_of_code_grows_past_400_lines() -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    long = {
        path.name: lines
        for path in files
        if "migrations" not in path.parts and (lines := len(path.read_text().splitlines())) > 400
    }
    assert not long
