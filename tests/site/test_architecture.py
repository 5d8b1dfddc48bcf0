"""Who may import whom: what import-linter cannot see."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ("companion.rules", "campaign.rules")

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
    assert set(loaded.split()) <= {"__main__", "campaign", "companion"}


def test_the_table_knows_nothing_of_the_campaign() -> None:
    named = re.compile(r"^\s*(from|import) campaign\b|import_module\([\"']campaign", re.M)
    assert not [
        path.name for path in (ROOT / "companion").rglob("*.py") if named.search(path.read_text())
    ]


def test_no_file_of_code_grows_past_400_lines() -> None:
    files = [
        path for app in ("config", "companion", "campaign") for path in (ROOT / app).rglob("*.py")
    ]
    long = {
        path.name: lines
        for path in files
        if "migrations" not in path.parts and (lines := len(path.read_text().splitlines())) > 400
    }
    assert not long
