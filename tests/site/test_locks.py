"""The lock files: every package pinned and hashed, and no address of where it comes from."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "requirements"
LOCKS = sorted(FOLDER.glob("*.txt"))
PINNED = re.compile(r"^[a-z0-9-]+==\S+( ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_holds_pins_hashes_and_notes_only(lock: Path) -> None:
    for line in lock.read_text().splitlines():
        assert PINNED.match(line) or HASH.match(line) or line.lstrip().startswith("#"), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_pin_has_a_hash(lock: Path) -> None:
    lines = lock.read_text().splitlines()
    for line, following in pairwise(lines):
        assert not PINNED.match(line) or HASH.match(following), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"://|index-url|find-links|\bfile:|[a-z0-9-]+\.(org|com|io|net)\b", text)
    assert not re.search(r"(^|\s)/", text), "a path of one machine"


@pytest.mark.parametrize("wishes", sorted(FOLDER.glob("*.in")), ids=lambda wishes: wishes.name)
def test_every_wish_says_why_and_is_locked(wishes: Path) -> None:
    lock = wishes.with_suffix(".txt").read_text()
    for line in wishes.read_text().splitlines():
        if line.startswith(("#", "-r")):
            continue
        name = re.split(r"[\[<>=;\s]", line)[0]
        assert f"\n{name}==" in f"\n{lock}", f"{name}: run make lock"
        assert "# " in line, f"{name}: say what it is for"


def test_all_locks_agree_on_every_version() -> None:
    pins: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(), re.M):
            pins.setdefault(name, set()).add(version)
    assert not {name: found for name, found in pins.items() if len(found) > 1}
