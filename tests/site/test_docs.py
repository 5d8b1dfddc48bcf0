"""The documents say what the code does."""

import re
from pathlib import Path

import pytest

from config import serve

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "tests").rglob("*.md")),
]
IDS = [str(path.relative_to(ROOT)).removeprefix("docs/") for path in DOCUMENTS]
CODE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
ROOMS = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}


def test_every_setting_is_in_the_hosting_table_and_no_other() -> None:
    code = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    table = re.findall(r"^\| `(DRAGONBAG_\w+)`", (ROOT / "docs" / "hosting.md").read_text(), re.M)
    assert sorted(table) == sorted(set(re.findall(r'"(DRAGONBAG_[A-Z_]+)"', code)))


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text()):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    named = {path for path in CODE.findall(document.read_text()) if path.split("/")[0] in ROOMS}
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_every_make_target_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = {
        name for path in DOCUMENTS for name in re.findall(r"`make ([a-z-]+)", path.read_text())
    }
    assert named <= targets


def test_the_readme_shows_the_two_commands_first() -> None:
    block = (ROOT / "README.md").read_text().split("```")[1]
    assert re.findall(r"^make \w+", block, re.M) == ["make run", "make test"]


def test_the_readme_says_which_port_is_taken_and_where_everything_is_stored() -> None:
    start = (ROOT / "README.md").read_text().split("## What it does")[0]
    assert f"first free port\nfrom {serve.FIRST_PORT} on" in start
    assert "make run PORT=" in start
    assert "`DRAGONBAG_VAR`" in start
