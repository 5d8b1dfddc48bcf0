"""One file for one ledger: canonical, and read strictly."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from campaign.rules import codec, export
from campaign.rules.campaigns import load
from campaign.rules.errors import FileError, FoldError
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from kernel.reading import ReadingError
from tests.campaign.rules.desk import Desk, after_game, in_game

MEMBERS = (
    MemberName(key="m1", name="Alice", role=Role.OWNER),
    MemberName(key="m2", name="Ann & Bob #1 “x”", role=Role.PLAYER),
)


def document(desk: Desk) -> Document:
    return Document(
        campaign=desk.campaign.slug,
        title="Our franchise",
        members=MEMBERS,
        entries=tuple(desk.entries),
    )


@pytest.fixture
def text() -> str:
    desk = after_game()
    desk.write("memorial 12 cleo", "contract 031 group cubes 5:2,7:3", "note so much fun")
    desk.strike(len(desk.entries))
    return export.write(document(desk))


def test_out_and_in_again_gives_the_same_bytes(text: str) -> None:
    read = export.read(text)

    assert export.write(read) == text
    assert read.members == MEMBERS
    assert export.write(export.read(text)).encode() == text.encode()


def test_the_ledger_folds_to_the_same_state() -> None:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "mark 017 ana")

    read = export.read(export.write(document(desk)))

    assert export.state_of(read) == desk.state


def test_a_file_of_the_first_version_leads_to_the_same_state() -> None:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "mark 017 ana", "contract 031 group cubes 9", "cube 031 ana")
    text = export.write(document(desk))

    older = export.read(text.replace('"version": 2', '"version": 1'))

    assert older.version == 1
    assert older.entries == export.read(text).entries
    assert export.state_of(older) == desk.state


def test_times_are_written_in_one_way(text: str) -> None:
    assert '"at": "2026-11-28T19:31:00.000000Z"' in text


def raw(text: str) -> dict[str, object]:
    value = json.loads(text)
    assert isinstance(value, dict)
    return value


def entry(value: dict[str, object], at: int = 0) -> dict[str, object]:
    entries = value["entries"]
    assert isinstance(entries, list)
    found = entries[at]
    assert isinstance(found, dict)
    return found


def refused(value: dict[str, object]) -> FileError:
    with pytest.raises(FileError) as caught:
        export.read(export.canonical(value))
    return caught.value


@pytest.mark.parametrize(
    ("key", "value", "at", "reason"),
    [
        ("format", "something", "format", "not a campaign file"),
        ("version", 3, "version", "newer version"),
        ("version", 0, "version", "2 is needed"),
        ("version", True, "version", "2 is needed"),
        ("campaign", "legacy9", "campaign", "not known"),
        ("title", 7, "title", "a text is needed"),
        ("title", " ", "title", "printable"),
        ("title", "x" * 81, "title", "printable"),
        ("members", {}, "members", "a list is needed"),
        ("members", [], "entries[0].member", "not a member"),
        ("entries", None, "entries", "a list is needed"),
        ("extra", 1, "extra", "unknown key"),
    ],
)
def test_a_file_with_a_fault_is_refused(
    text: str, key: str, value: object, at: str, reason: str
) -> None:
    error = refused({**raw(text), key: value})

    assert error.at == at
    assert reason in error.message


def test_a_fault_is_said_in_the_readers_language(text: str) -> None:
    error = refused({**raw(text), "title": 7})
    german = {"a text is needed": "ein Text ist nötig"}

    assert error.render(lambda said: german.get(said, said)) == "title: ein Text ist nötig."


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("id", "not an id", "not known"),
        ("id", 7, "not known"),
        ("number", "1", "a whole number"),
        ("number", 1.5, "a whole number"),
        ("number", True, "a whole number"),
        ("verb", None, "a text"),
        ("arguments", [], "a table"),
        ("game", None, "a whole number"),
        ("at", "yesterday", "must be a time"),
        ("at", "2026-11-28T19:31:00Z", "must be a time"),
        ("at", "2026-13-28T19:31:00.000000Z", "must be a time"),
        ("strikes", "x", "not known"),
    ],
)
def test_an_entry_with_a_fault_is_refused_by_its_place(
    text: str, key: str, value: object, reason: str
) -> None:
    file = raw(text)
    entry(file)[key] = value

    error = refused(file)

    assert error.at == f"entries[0].{key}"
    assert reason in error.message


def test_a_missing_key_is_named(text: str) -> None:
    file = raw(text)
    del entry(file)["game"]

    assert refused(file).at == "entries[0].game"


def test_a_member_named_twice_is_refused(text: str) -> None:
    twice = [
        {"key": "m1", "name": "A", "role": "owner"},
        {"key": "m1", "name": "B", "role": "player"},
    ]

    assert refused({**raw(text), "members": twice}).at == "members[1].key"
    wrong = [{"key": "m1", "name": "A", "role": "king"}]
    assert refused({**raw(text), "members": wrong}).at == "members[0].role"


@pytest.mark.parametrize("bad", ["", "{", "[]", "nonsense", '{"a": 1, "a": 2}', "[" * 100_000])
def test_what_is_no_such_file_is_refused(bad: str) -> None:
    with pytest.raises(FileError):
        export.read(bad)


def test_numbers_that_are_none_are_refused(text: str) -> None:
    for bad in ("NaN", "Infinity", "1e999", "9" * 5000):
        with pytest.raises(FileError):
            export.read(text.replace('"number": 1,', f'"number": {bad},'))


def test_half_a_file_is_refused(text: str) -> None:
    for part in range(0, len(text) - 2, max(1, len(text) // 40)):
        with pytest.raises(FileError):
            export.read(text[:part])


def test_entries_that_the_rules_do_not_allow_are_named(text: str) -> None:
    file = raw(text)
    entry(file, 4)["arguments"] = {"game": 1, "players": ["ana", "zoe"]}

    with pytest.raises(FoldError) as caught:
        export.read(export.canonical(file))

    assert caught.value.number == 5
    assert "zoe" in caught.value.message


def test_a_strike_must_name_an_entry_before_it(text: str) -> None:
    file = raw(text)
    entry(file, -1)["strikes"] = entry(file, -1)["id"]

    with pytest.raises(FoldError):
        export.read(export.canonical(file))


def test_one_id_cannot_stand_twice(text: str) -> None:
    file = raw(text)
    entry(file, 1)["id"] = entry(file, 0)["id"]

    with pytest.raises(FoldError) as caught:
        export.read(export.canonical(file))

    assert caught.value.number == 2


def test_a_snapshot_is_the_state_again() -> None:
    desk = after_game()
    desk.write("fetch 017 Giant blue", "mark 017 ana", "contract 031 group cubes 9", "space 7 to 8")
    desk.write("contract 032 group", "contract 032 fail", "contract 032 back always A")

    stored = json.loads(json.dumps(codec.to_json(desk.state)))

    assert codec.from_json(desk.campaign, stored) == desk.state


def test_a_snapshot_of_another_shape_is_refused() -> None:
    stored = codec.to_json(in_game().state)

    with pytest.raises(ReadingError, match=r"state\.card: unknown key"):
        codec.from_json(load("legacy2"), {**stored, "card": {}})


def test_a_snapshot_of_an_earlier_form_is_refused() -> None:
    state = in_game().state
    stored = json.loads(codec.dump(state))
    assert codec.load(state.campaign, json.dumps(stored)) == state

    with pytest.raises(codec.SnapshotError, match="form"):
        codec.load(state.campaign, json.dumps({**stored, "form": codec.FORM - 1}))


def test_a_state_compares_without_its_campaign() -> None:
    state = in_game().state

    assert replace(state, campaign=load("house")) == state


def test_the_rules_load_without_django() -> None:
    paths = [p.with_suffix("") for p in Path("campaign/rules").rglob("*.py")]
    modules = sorted(".".join(p.parts) for p in paths if p.stem != "__init__")
    code = "; ".join(
        ["import sys", *[f"import {name}" for name in modules],
         "sys.exit('django' in sys.modules)"]
    )  # fmt: skip

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
