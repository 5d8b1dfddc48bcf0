"""PostgreSQL instead of SQLite: the site sets itself up; make test runs the same tests on it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import private_server

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with private_server() as address:
        yield address


def _python(address: str, var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env=os.environ | {"DRAGONBAG_DATABASE": address, "DRAGONBAG_VAR": str(var)},
        capture_output=True,
        text=True,
    )


def test_the_site_sets_itself_up_there(postgres: str, tmp_path: Path) -> None:
    done = _python(postgres, tmp_path, "manage.py", "migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "dragonbag.sqlite3").exists()
