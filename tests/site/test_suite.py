"""What make test prints at its end, and when it fails."""

import re
from pathlib import Path

import pytest

from config import jobs, suite
from config.install import ROOT
from config.jobs import Done, Job
from tests.conftest import name_of


def python(name: str, code: str, *, may_be_empty: bool = False) -> Job:
    return Job(name=name, command=("python", "-c", code), may_be_empty=may_be_empty)


def test_what_failed_is_named_and_the_rest_runs_all_the_same(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good, bad = python("good", "print('hello')"), python("bad", "raise SystemExit(3)")
    assert jobs.run([bad, good], beside=1, notes=tmp_path) == 1
    told = capfd.readouterr().out
    assert "hello" in told
    assert told.rstrip().endswith("FAILED: bad")


def test_a_run_of_good_jobs_is_good(tmp_path: Path) -> None:
    assert jobs.run([python("one", ""), python("two", "")], beside=2, notes=tmp_path) == 0


def test_no_tests_are_a_failure_unless_they_were_left_out(tmp_path: Path) -> None:
    assert jobs.carry_out(python("none", "raise SystemExit(5)"), tmp_path).code == 5
    left_out = python("left out", "raise SystemExit(5)", may_be_empty=True)
    assert jobs.carry_out(left_out, tmp_path).code == 0


def test_jobs_store_compiled_code_on_machines_that_forbid_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    forbidden = python("storing", "import sys; raise SystemExit(sys.dont_write_bytecode)")
    assert jobs.carry_out(forbidden, tmp_path).code == 0


def test_what_a_job_does_not_read_has_no_test_for_it() -> None:
    """PostgreSQL's job does not read the pure rules, and only Chromium's job the browser tests."""
    pure = [path for folder in suite.RULES for path in (ROOT / folder).rglob("*.py")]
    assert pure
    assert not [path for path in pure if re.search(r"django_db|\b\w*db: None", path.read_text())]
    outside = set((ROOT / "tests").rglob("test_*.py")) - set((ROOT / suite.BROWSER).rglob("*.py"))
    assert not [path for path in outside if re.search("^from playwright", path.read_text(), re.M)]


def test_what_make_test_leaves_out_on_postgresql_runs_there_in_make_prove(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for bring in ("bring_browsers", "bring_postgres", "bring_engine", "bring_nginx"):
        monkeypatch.setattr(suite, bring, lambda *_: "")
    given: dict[str, tuple[str, ...]] = {}

    def note(ran: list[Job], **_: object) -> int:
        given.update({job.name: job.command for job in ran})
        return 0

    monkeypatch.setattr(suite, "run", note)
    suite.test()
    suite.prove("--short")
    always, left = given["postgres"], given["more on postgres"]
    assert always[:3] == left[:3] == ("python", "-m", "tests.postgres")
    chosen = always[always.index("-m", 3) + 1]
    assert chosen.startswith("not prove_on_postgres and ")
    assert left[left.index("-m", 3) + 1] == chosen.removeprefix("not ")


def test_the_twenty_slowest_tests_of_all_jobs_are_told(tmp_path: Path) -> None:
    for name in ("one", "two"):
        lines = [f"{number}.50 {name}::test[a {number}]\n" for number in range(15)]
        (tmp_path / f"{name}.times").write_text("".join(lines))
    slowest = jobs.slowest(tmp_path)
    assert len(slowest) == 20
    assert slowest[0] == (14.5, "two::test[a 14]")
    assert "14.5  two::test[a 14]" in jobs.summary(
        [Done(name="one", code=0, seconds=1, processor=1)], 1, slowest
    )


def shy(*names: str, heals: bool) -> Job:
    """A job whose tests of these names fail beside others, and alone unless it heals."""
    code = (
        "import os, sys; names = sys.argv[1:]\n"
        f"open(os.environ['NOTES'] + '.failed', 'w').write('\\n'.join({list(names)!r}))\n"
        f"raise SystemExit(not ({heals} and names == {list(names)!r}))"
    )
    return Job(name="shy", command=("python", "-c", code), alone=("python", "-c", code))


def test_a_test_that_passes_alone_is_told_as_shaky(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert jobs.run([shy("one", "two", heals=True)], beside=1, notes=tmp_path) == 0
    told = capfd.readouterr().out
    assert "FAILED" not in told
    shaky = "SHAKY: failed beside the others and passed alone; to be mended:"
    assert told.rstrip().endswith(f"{shaky}\nshy: one\nshy: two")


def test_a_test_that_fails_alone_too_has_failed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert jobs.run([shy("one", heals=False)], beside=1, notes=tmp_path) == 1
    told = capfd.readouterr().out
    assert told.rstrip().endswith("FAILED: shy, shy again")
    assert "SHAKY" not in told


def test_no_second_go_where_something_else_failed_or_much_did(tmp_path: Path) -> None:
    bad = python("bad", "raise SystemExit(1)")
    assert jobs.run([shy("one", heals=True), bad], beside=2, notes=tmp_path) == 1
    assert jobs.run([shy("one", "two", "three", "four", heals=True)], beside=1, notes=tmp_path) == 1
    assert not list(tmp_path.glob("*again*"))


def test_failed_tests_are_named_at_the_end_where_a_cut_output_still_shows_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_bad.py"
    file.write_text(
        "import pytest\n@pytest.fixture\ndef torn(): raise ValueError\n"
        "def test_red(): assert 0\ndef test_torn(torn): pass\ndef test_green(): pass\n"
    )
    notes_too = "from tests.conftest import pytest_terminal_summary  # noqa: F401"
    (tmp_path / "conftest.py").write_text(notes_too)
    chosen = ("--quiet", "-p", "no:cacheprovider", "-c", "pyproject.toml")
    job = Job(name="bad", command=("python", "-m", "pytest", *chosen, str(file)))
    assert jobs.run([job], beside=1, notes=tmp_path / "notes") == 1
    told = capfd.readouterr().out.rsplit("in all", 1)[1].split()
    names = [each.rsplit("::", 1)[-1] for each in told]
    assert names == ["bad:", "test_red", "bad:", "test_torn", "FAILED:", "bad"]


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("tests/test_it.py::test_one", "tests/test_it.py::test_one"),
        ("tests/test_it.py::test_one[a@b]", "tests/test_it.py::test_one[a@b]"),
        ("tests/test_it.py::test_one[a@b]@test_it", "tests/test_it.py::test_one[a@b]"),
    ],
)
def test_a_test_is_named_as_pytest_finds_it_again(told: str, name: str) -> None:
    assert name_of(told) == name


def test_what_a_module_shares_is_made_once_and_not_by_each_process(tmp_path: Path) -> None:
    """The releases of pytest and pytest-xdist have to fit: there were some that kept no group."""
    ours = "from tests.conftest import pytest_collection_modifyitems  # noqa: F401"
    options = 'def pytest_addoption(parser): parser.addoption("--stored", action="store_true")'
    (tmp_path / "conftest.py").write_text(f"{ours}\n{options}\n")
    (tmp_path / "test_shared.py").write_text(
        "import pytest, uuid, pathlib\n"
        "@pytest.fixture(scope='module')\n"
        "def walk(): pathlib.Path(__file__).with_name(f'walk-{uuid.uuid4()}').touch()\n"
        "@pytest.mark.parametrize('number', range(12))\n"
        "def test_it(walk, number): pass\n"
    )
    inner = suite.pytest("shared", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(tmp_path))
    assert jobs.carry_out(inner, tmp_path).code == 0
    assert len(list(tmp_path.glob("walk-*"))) == 1
