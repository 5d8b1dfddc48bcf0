"""What happens around migrations: old stores are set aside, a backup, ledgers are rebuilt."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from backup import site
from backup.errors import BackupError, StoreError
from backup.serving import LOCKS, nobody_serving

OURS = ("accounts", "companion", "campaign")
UNRELEASED = {("companion", "0001_initial"), ("campaign", "0001_initial")}
STAY = {"secret-key", "uploads", "serving-at", *LOCKS}

MOVED = (
    "What was stored is from before the first release, so all of it is now in {to}. To carry "
    "tables and campaigns over, start the version before with DRAGONBAG_VAR={to}, export them "
    "there and import them here."
)
NOT_MOVED = (
    "What is stored in {var} is from before the first release and cannot be moved to {to}: "
    "{error}. Move it by hand, all but secret-key, and start again."
)
REFUSED = (
    "The database is from before the first release: export its tables and campaigns with the "
    "version before, name an empty database in DRAGONBAG_DATABASE, and import them here."
)
NEWER = (
    "The database was written by a newer version ({names}): start that one, or restore a backup "
    "from this one."
)
UPGRADING = (
    "The database is being updated, from {first} on. To go back to the version before, its command "
    "restore takes the backup that was just written: {backup}."
)
NOT_BACKED_UP = "No backup could be made, so the database was left as it is: {error}"

Tell = Callable[[str], object]


def set_aside() -> str | None:
    """Move a SQLite store from before the first release aside; returns the sentence that says so.

    Raises StoreError if such a store cannot be moved, ServingError if a server is running.
    """
    if not _unknown():
        return None
    if connection.vendor != "sqlite":
        raise StoreError(REFUSED)
    return _move_everything()


def _unknown() -> set[tuple[str, str]]:
    """Migrations of before the first release that were run; raises StoreError for newer ones."""
    loader = MigrationLoader(connection)
    ours = {(app, name) for app, name in loader.applied_migrations if app in OURS}
    unknown = ours - set(loader.disk_migrations)
    if unknown and not unknown & UNRELEASED:
        names = ", ".join(sorted(f"{app}.{name}" for app, name in unknown))
        raise StoreError(NEWER.format(names=names))
    return unknown


def is_of_before() -> bool:
    """Whether the next start will change the database; raises StoreError if this version cannot."""
    return bool(_unknown() or _pending())


def _move_everything() -> str:
    var = Path(settings.VAR)
    to = var / f"unreleased-{timezone.localtime():%Y%m%d-%H%M%S}"
    database = var / Path(connection.settings_dict["NAME"]).name
    with nobody_serving():
        connection.close()
        try:
            to.mkdir(mode=0o700)
            # The database last: if this is interrupted, the next start finds it and continues.
            for each in sorted(var.iterdir(), key=lambda path: path == database):
                if each.name not in STAY and not each.name.startswith("unreleased-"):
                    shutil.move(each, to)
        except OSError as error:
            raise StoreError(NOT_MOVED.format(var=var, to=to, error=error)) from error
    return MOVED.format(to=to)


def prepare(tell: Tell) -> None:
    """Back up a store that has migrations to run, and say so; raises StoreError."""
    pending = _pending()
    if not pending:
        return
    backup = Path(settings.VAR) / f"before-{pending[0]}.zip"
    try:
        site.write(backup)
    except (BackupError, DatabaseError, OSError) as error:
        raise StoreError(NOT_BACKED_UP.format(error=error)) from error
    tell(UPGRADING.format(first=pending[0], backup=backup))
    if any(name.startswith("campaign.") for name in pending):
        _to_rebuild().touch()


def _pending() -> list[str]:
    """The migrations that will run; none for a store that is just being created."""
    executor = MigrationExecutor(connection)
    if not any(app in OURS for app, _name in executor.loader.applied_migrations):
        return []
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _to_rebuild() -> Path:
    """A file that exists while ledgers are to be rebuilt, so that the next start finishes it."""
    return Path(settings.VAR) / "ledgers-to-rebuild"


def finish(tell: Tell) -> None:
    """Rebuild the rows of all ledgers if a migration of campaigns has run."""
    if _to_rebuild().exists():
        rebuild_ledgers(tell)
        _to_rebuild().unlink()


def rebuild_ledgers(tell: Tell) -> None:
    try:
        call_command("rebuild_campaign", stdout=io.StringIO())
    except CommandError as error:
        tell(str(error))  # the pages show the rows as they were
