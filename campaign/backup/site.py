"""A backup: a zip of the database, every photo and a page that says what it is."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.conf import settings
from django.utils import timezone

from campaign.backup import databases
from campaign.backup.errors import BackupError
from campaign.backup.serving import nobody_serving

FORMAT = "dragonbag-site"
VERSION = 1
ABOUT = "backup.json"
PHOTOS = "photos"


def write(to: Path) -> None:
    """Write a backup; a file of that name is replaced only once the new one is complete."""
    draft = to.with_name(f"{to.name}.part")
    with tempfile.TemporaryDirectory(dir=settings.VAR) as folder:
        database = Path(folder) / databases.part()
        databases.dump(database)
        draft.touch(mode=0o600)  # it holds everybody's private notes
        with ZipFile(draft, "w") as file:
            file.writestr(ABOUT, _about(), ZIP_DEFLATED)
            file.write(database, database.name, ZIP_DEFLATED)
            for photo in _photos():
                file.write(photo, photo.relative_to(settings.MEDIA_ROOT).as_posix(), ZIP_STORED)
    draft.replace(to)


def _about() -> str:
    about = {"format": FORMAT, "version": VERSION, "at": timezone.now().isoformat()}
    return json.dumps(about, indent=1)


def _photos() -> Iterator[Path]:
    root = Path(settings.MEDIA_ROOT) / PHOTOS
    return (path for path in sorted(root.rglob("*")) if path.is_file())


def restore(file: Path) -> Path:
    """Put a backup in place of the site; gives the folder where the site of before now lies.

    Raises ServingError while a server runs, BackupError for a file that is no good; then the site
    is as it was.
    """
    with nobody_serving(), tempfile.TemporaryDirectory(dir=settings.VAR) as unpacked:
        folder = Path(unpacked)
        _unpack(file, folder)
        databases.check(folder / databases.part())
        aside = Path(settings.VAR) / f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}"
        aside.mkdir(mode=0o700)
        databases.load(folder / databases.part(), aside)
        _swap_photos(folder, aside)
    return aside


def _unpack(file: Path, folder: Path) -> None:
    try:
        with ZipFile(file) as packed:
            _check(packed)
            packed.extractall(folder, _wanted(packed))
    except (BadZipFile, OSError, EOFError, ValueError) as error:
        raise BackupError(f"{file.name} is no backup of a site, or it was cut off.") from error


def _check(packed: ZipFile) -> None:
    names = set(packed.namelist())
    if ABOUT not in names or packed.testzip():
        raise BackupError("This is no backup of a site, or it is damaged.")
    about = json.loads(packed.read(ABOUT))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BackupError("This is no backup of a site.")
    if about.get("version") != VERSION:
        raise BackupError("This backup was written by another version of the site.")
    if databases.part() not in names:
        raise BackupError("This backup is of another kind of database than this site uses.")


def _wanted(packed: ZipFile) -> list[str]:
    photos = [name for name in packed.namelist() if name.startswith(f"{PHOTOS}/")]
    if any(".." in Path(name).parts for name in photos):
        raise BackupError("This backup holds a file that would lie outside of the site.")
    return [databases.part(), *photos]


def _swap_photos(folder: Path, aside: Path) -> None:
    place = Path(settings.MEDIA_ROOT) / PHOTOS
    if place.exists():
        shutil.move(place, aside / PHOTOS)
    if (folder / PHOTOS).exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / PHOTOS, place)
