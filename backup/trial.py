"""Restores a backup into a scratch store, to prove that it can be restored. Changes nothing."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from backup import databases, site
from backup.errors import BackupError

COUNT = """
import json
from campaign.models import Campaign, Photo
from companion.models import Table
from companion.table import selectors
for table in Table.objects.all():
    selectors.view_of(table.pk)
photos = list(Photo.objects.all())
missing = [photo.file.name for photo in photos if not photo.file.storage.exists(photo.file.name)]
print(json.dumps([Table.objects.count(), Campaign.objects.count(), len(photos), missing]))
"""
READABLE = (
    "The backup can be read in full. That it can be restored only another database can prove."
)
PROVED = "The backup can be restored. Tables: {tables}, campaigns: {campaigns}, photos: {photos}."


def attempt(file: Path) -> str:
    """Restore into a scratch store, bring that up to date and open every table.

    Returns the sentence to show; raises BackupError.
    """
    with tempfile.TemporaryDirectory(dir=settings.VAR) as unpacked, _scratch() as var:
        folder = Path(unpacked)
        site.unpack(file, folder)
        databases.check(folder / databases.part())
        if databases.part() != databases.SQLITE:
            return READABLE
        shutil.copy(folder / databases.SQLITE, var / "dragonbag.sqlite3")
        if (folder / site.PHOTOS).exists():
            shutil.copytree(folder / site.PHOTOS, var / "media" / site.PHOTOS)
        _run(var, "migrate", "--verbosity=0")
        told = _run(var, "shell", "-v0", "--no-imports", "-c", COUNT)
    tables, campaigns, photos, missing = json.loads(told.splitlines()[-1])
    if missing:
        raise BackupError(f"Photos are missing in this backup: {', '.join(missing)}.")
    return PROVED.format(tables=tables, campaigns=campaigns, photos=photos)


@contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=settings.VAR) as folder:
        yield Path(folder)


def _run(var: Path, *command: str) -> str:
    done = subprocess.run(  # noqa: S603 - this program itself, with a folder of its own
        [sys.executable, "-m", "django", *command],
        env=os.environ
        | {"DRAGONBAG_VAR": str(var), "DRAGONBAG_DATABASE": "", "PYTHONPATH": str(settings.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise BackupError(f"This backup cannot be restored: {said[-1]}")
    return done.stdout
