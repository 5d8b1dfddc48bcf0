"""The database as one file and back: SQLite by its own backup, PostgreSQL by its own programs."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.db import connection

from campaign.backup.errors import BackupError

SQLITE = "database.sqlite3"
POSTGRES = "database.dump"
PAGES_AT_ONCE = 256


def part() -> str:
    """The name of the database in a backup of this site."""
    return SQLITE if connection.vendor == "sqlite" else POSTGRES


def dump(to: Path) -> None:
    """Write the database as it stands at one moment, while others go on writing."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(to)) as copy:
            connection.connection.backup(copy, pages=PAGES_AT_ONCE)
            copy.execute("PRAGMA journal_mode=DELETE")
        return
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={to}")


def check(file: Path) -> None:
    """Raise BackupError for a database that is broken."""
    if file.name != SQLITE:
        _run("pg_restore", "--list", str(file))
        return
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            answer = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database in this backup is broken: {error}.") from error
    if answer != ("ok",):
        raise BackupError("The database in this backup is broken.")


def load(file: Path, aside: Path) -> None:
    """Put the database in place; what was there before goes into ``aside``."""
    connection.close()
    if connection.vendor == "sqlite":
        _swap(file, Path(str(connection.settings_dict["NAME"])), aside)
        return
    dump(aside / POSTGRES)
    connection.close()
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
    _run("pg_restore", *options, f"--dbname={_environment()['PGDATABASE']}", str(file))


def _swap(file: Path, place: Path, aside: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        old = place.with_name(place.name + ending)
        if old.exists():
            shutil.move(old, aside / old.name)
    shutil.copy(file, place)


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is missing. It comes with PostgreSQL's client programs.")
    done = subprocess.run(  # noqa: S603 - a program of the database, with settings of the host
        [found, *arguments],
        env=os.environ | _environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{program} says: {done.stderr.strip()}")


def _environment() -> dict[str, str]:
    settings = connection.settings_dict
    names = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    names |= {"HOST": "PGHOST", "PORT": "PGPORT"}
    given = {name: str(settings.get(key) or "") for key, name in names.items()}
    host = str(settings.get("OPTIONS", {}).get("host", ""))
    return {name: value for name, value in given.items() if value} | (
        {"PGHOST": host} if host else {}
    )
