"""A backup: a zip of the database, every photo, the host's editions and a page that says what it is."""

import json
import shutil
import tempfile
from datetime import datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.conf import settings
from django.utils import timezone

from backup import databases
from backup.errors import BackupError
from backup.serving import nobody_serving

FORMAT = "dragonbag-site"
VERSION = 1
ABOUT = "backup.json"
PHOTOS = "photos"
EDITIONS = "editions"


def write(to: Path) -> None:
    """Write a backup; a file of that name is replaced only once the new one is complete."""
    draft = to.with_name(f"{to.name}.part")
    with tempfile.TemporaryDirectory(dir=settings.VAR) as folder:
        database = Path(folder) / databases.part()
        databases.dump(database)
        draft.touch(mode=0o600)  # it contains everybody's private notes
        try:
            _pack(database, draft)
        except BaseException:
            draft.unlink()
            raise
    draft.replace(to)


def remember(file: Path) -> None:
    """Note that a backup was made at this moment, for whoever asks when the last one was."""
    about = {"at": timezone.now().isoformat(), "file": str(file.resolve())}
    _note().touch(mode=0o600)
    _note().write_text(json.dumps(about))


def _note() -> Path:
    """A file that says when the last backup was made, and where it is."""
    return Path(settings.VAR) / "last-backup"


def last_backup() -> tuple[datetime, str] | None:
    """When the last backup was made and where it is; None if there was none."""
    try:
        told = json.loads(_note().read_text())
        return datetime.fromisoformat(told["at"]), str(told["file"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _pack(database: Path, to: Path) -> None:
    about = {"format": FORMAT, "version": VERSION, "at": timezone.now().isoformat()}
    with ZipFile(to, "w") as file:
        file.writestr(ABOUT, json.dumps(about, indent=1), ZIP_DEFLATED)
        file.write(database, database.name, ZIP_DEFLATED)
        for folder in (_photos(), _editions()):
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    file.write(path, path.relative_to(folder.parent).as_posix(), ZIP_STORED)


def _photos() -> Path:
    return Path(settings.MEDIA_ROOT) / PHOTOS


def _editions() -> Path:
    return Path(settings.VAR) / EDITIONS


def restore(file: Path) -> Path:
    """Restore a backup; returns the folder that now has what was there before.

    Raises ServingError if a server is running, BackupError for a file that cannot be used; then
    nothing has changed.
    """
    with nobody_serving(), tempfile.TemporaryDirectory(dir=settings.VAR) as unpacked:
        folder = Path(unpacked)
        unpack(file, folder)
        databases.check(folder / databases.part())
        aside = Path(settings.VAR) / f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}"
        aside.mkdir(mode=0o700)
        databases.load(folder / databases.part(), aside)
        _swap(_photos(), folder, aside)
        if (folder / EDITIONS).exists():
            _swap(_editions(), folder, aside)
    return aside


def unpack(file: Path, folder: Path) -> None:
    """Unpack what a backup holds; raises BackupError if it is none, or damaged."""
    try:
        with ZipFile(file) as packed:
            _check(packed)
            packed.extractall(folder, _wanted(packed))
    except (BadZipFile, OSError, EOFError, ValueError) as error:
        raise BackupError(f"{file.name} is no backup of a site, or it was cut off.") from error


def _check(packed: ZipFile) -> None:
    names = set(packed.namelist())
    if ABOUT not in names or packed.testzip():
        raise BackupError("This is not a backup of a site, or it is damaged.")
    about = json.loads(packed.read(ABOUT))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BackupError("This is not a backup of a site.")
    if about.get("version") != VERSION:
        raise BackupError("This backup was written by another version of the site.")
    if databases.part() not in names:
        raise BackupError("This backup is of another kind of database than this site uses.")


def _wanted(packed: ZipFile) -> list[str]:
    folders = (f"{PHOTOS}/", f"{EDITIONS}/")
    files = [name for name in packed.namelist() if name.startswith(folders)]
    if any(".." in Path(name).parts for name in files):
        raise BackupError("This backup contains a file that would be written outside the site.")
    return [databases.part(), *files]


def _swap(place: Path, unpacked: Path, aside: Path) -> None:
    """The folder of that name out of the backup takes the place of the one that is there."""
    if place.exists():
        shutil.move(place, aside / place.name)
    if (unpacked / place.name).exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(unpacked / place.name, place)
