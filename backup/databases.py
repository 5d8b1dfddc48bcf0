"""The database as one file and back: SQLite's backup API, PostgreSQL's pg_dump and pg_restore."""

import logging
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.db import DatabaseError, connection

from backup.errors import BackupError

log = logging.getLogger(__name__)

SQLITE = "database.sqlite3"
POSTGRES = "database.dump"
PAGES_AT_ONCE = 256


def part() -> str:
    """The name of the database's file in a backup of this site."""
    return SQLITE if connection.vendor == "sqlite" else POSTGRES


def dump(to: Path) -> None:
    """Write the database as it is at one moment, while others keep writing."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(to)) as copy:
            connection.connection.backup(copy, pages=PAGES_AT_ONCE)
            copy.execute("PRAGMA journal_mode=DELETE")
        return
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={to}")


def settle() -> None:
    """Write everything into the database file itself, so that a copy of it alone is complete."""
    if connection.vendor == "sqlite":
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except DatabaseError as error:  # a full disk: the next start does it
            log.warning("%s-wal still belongs to the database: %s", _place(), error)
    connection.close()


def _place() -> str:
    return str(connection.settings_dict["NAME"])


def check(file: Path) -> None:
    """Raise BackupError if the database is broken."""
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
    """Put the database in place; the one before is moved into ``aside``."""
    connection.close()
    if connection.vendor == "sqlite":
        _swap(file, Path(_place()), aside)
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
    done = subprocess.run(  # noqa: S603 - a program of the database, with the host's settings
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
