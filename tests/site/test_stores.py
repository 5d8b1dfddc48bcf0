"""Stores of earlier versions: upgraded, or set aside unchanged if too old."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.postgres import private_server
from tests.proof import proven
from tests.stores import STORES, kept, name_of
from tests.warm import Warm

ROOT = Path(__file__).resolve().parents[2]
START = ("-c", "import django; django.setup(); from config import serve; serve.make_ready()")
MIGRATE = ("manage.py", "migrate", "--verbosity=0")
OPEN = "import sys; from tests.stores import opened; opened.check(sys.argv[1])"
Python = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    var = tmp_path_factory.mktemp("stores") / "var"
    with Warm(var, "config.urls", "tests.stores.opened", DRAGONBAG_DEBUG="on") as process:
        yield process


@pytest.fixture
def python(var: Path, warm: Warm) -> Python:
    """Runs Python for a site of its own, in the folder of the fixture ``var``."""

    def run(*arguments: str, database: str = "") -> subprocess.CompletedProcess[str]:
        if not database:
            return warm.python(*arguments)
        chosen = {"DRAGONBAG_VAR": str(var), "DRAGONBAG_DATABASE": database}
        chosen |= {"DRAGONBAG_DEMO": "off", "DRAGONBAG_DEBUG": "on"}  # collects no static files
        chosen |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
        return subprocess.run(
            [sys.executable, *arguments],
            check=False,
            cwd=ROOT,
            env=os.environ | chosen,
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def var(warm: Warm) -> Path:
    folder = warm.empty()
    (folder / "secret-key").write_text("a key of its own")
    return folder


# From version to version --------------------------------------------------------


def test_today_s_migrations_have_their_store() -> None:
    name = name_of(MigrationLoader(None).disk_migrations)
    assert (STORES / name).exists(), "A migration is new. Keep its store: python -m tests.stores"


OLDEST, *BETWEEN, BEFORE, TODAY = kept()


# The oldest runs every migration; those between begin somewhere on its way, and are left to make prove.
@pytest.mark.parametrize(
    "store", [OLDEST, *proven(*BETWEEN), BEFORE, TODAY], ids=lambda store: store.stem
)
def test_a_store_of_every_version_opens_in_this_one(store: Path, python: Python) -> None:
    done = python("-c", OPEN, str(store))
    assert done.returncode == 0, done.stderr


def test_a_store_of_a_newer_version_is_left_alone(var: Path, python: Python) -> None:
    assert python("manage.py", "restore", str(kept()[-1])).returncode == 0
    newer = (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', '9999_newer', 0)"
    )
    run(var / "dragonbag.sqlite3", newer)
    refused = python(*START)
    assert refused.returncode == 1
    assert "written by a newer version (campaign.9999_newer)" in refused.stderr
    assert not list(var.glob("unreleased-*"))


def run(database: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as opened, opened:
        return opened.execute(statement).fetchall()


# From before the first release --------------------------------------------------


@pytest.fixture
def old(var: Path) -> Path:
    """A store from before the first release, with an account that is still only in the WAL file."""
    with ZipFile(STORES / "unreleased.zip") as file:
        database = Path(file.extract("database.sqlite3", var.parent))
    with closing(sqlite3.connect(database)) as open_yet:
        open_yet.execute("PRAGMA journal_mode=WAL")
        open_yet.execute("UPDATE auth_user SET first_name = 'Dora'")
        open_yet.commit()
        for each in var.parent.glob("database.sqlite3*"):
            content = each.read_bytes()
            (var / each.name.replace("database", "dragonbag")).write_bytes(content)
    assert (var / "dragonbag.sqlite3-wal").stat().st_size
    photo = var / "media" / "photos" / "1.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_text("a photo")
    (var / "demo-loaded").write_text("load_demo\n")
    return var


@pytest.mark.parametrize("command", [START, *proven(MIGRATE)], ids=["make run", "migrate"])
def test_a_store_of_before_is_set_aside_whole(
    old: Path, python: Python, command: tuple[str, ...]
) -> None:
    started = python(*command)
    assert started.returncode == 0, started.stderr
    (aside,) = old.glob("unreleased-*")
    (sentence,) = started.stdout.splitlines()
    assert f"all of it is now in {aside}. " in sentence
    assert "export" in sentence
    assert "import" in sentence
    accounts = "SELECT username, first_name FROM auth_user"
    assert run(aside / "dragonbag.sqlite3", accounts) == [("dora", "Dora")]
    assert (aside / "media" / "photos" / "1.jpg").read_text() == "a photo"
    assert (aside / "demo-loaded").exists()
    assert not (aside / "secret-key").exists()
    assert (old / "secret-key").read_text() == "a key of its own"
    assert not (old / "media").exists()
    assert run(old / "dragonbag.sqlite3", accounts) == []

    again = python(*command)
    assert (again.returncode, again.stdout) == (0, "")
    assert [*old.glob("unreleased-*")] == [aside]


def test_a_store_of_before_that_is_being_served_is_left_alone(old: Path, python: Python) -> None:
    with closing(sqlite3.connect(old / "serving", isolation_level=None)) as lock:
        lock.execute("BEGIN")
        lock.execute("SELECT count(*) FROM sqlite_master")
        refused = python(*MIGRATE)
    assert refused.returncode == 1
    assert "The site is running. Stop it first." in refused.stderr
    assert not list(old.glob("unreleased-*"))
    assert run(old / "dragonbag.sqlite3", "SELECT first_name FROM auth_user") == [("Dora",)]


RECORD = """
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("companion", "0001_initial")
"""
TABLES = "from django.db import connection; print(connection.introspection.table_names())"


@pytest.mark.prove
@pytest.mark.postgres
def test_a_database_of_before_is_refused_by_postgresql_s_start(var: Path, python: Python) -> None:
    with private_server() as database:
        assert not python("manage.py", "shell", "-v0", "-c", RECORD, database=database).stderr
        serve = ("-m", "config.serve", "--bind", "127.0.0.1", "--port", "0")
        for command in (serve, MIGRATE):
            refused = python(*command, database=database)
            (sentence,) = refused.stderr.splitlines()
            assert refused.returncode == 1
            assert "The database is from before the first release: export its tables" in sentence
        tables = python("manage.py", "shell", "-v0", "-c", TABLES, database=database)
        assert tables.stdout.strip() == "['django_migrations']"
