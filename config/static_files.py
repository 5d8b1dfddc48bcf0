"""Gathers the static files at a start, if what lies gathered is not what there is."""

from hashlib import sha256
from importlib.metadata import version
from operator import itemgetter

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from web import static_storage

# Named among the files themselves: who deletes these deletes it with them.
NOTE = "gathered.txt"
MADE_BY = ("django", "whitenoise")


def gather() -> None:
    """Hash and compress them into var/static, which takes longer than the rest of a start."""
    note, now = settings.STATIC_ROOT / NOTE, fingerprint()
    if note.exists() and note.read_text() == now:
        return
    note.unlink(missing_ok=True)  # a start that is cut off halfway has not gathered them
    call_command("collectstatic", verbosity=0, interactive=False)
    note.write_text(now)


def fingerprint() -> str:
    """Changes whenever a file, its name or what gathers them does; their times may lie."""
    told = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for pattern in (static_storage.IMPORT, static_storage.STYLE_IMPORT):
        told.update(pattern.encode())
    for package in MADE_BY:
        told.update(f"\n{package} {version(package)}".encode())
    found = [each for finder in get_finders() for each in finder.list(None)]
    for path, storage in sorted(found, key=itemgetter(0)):
        with storage.open(path) as file:
            told.update(f"\n{path} {sha256(file.read()).hexdigest()}".encode())
    return told.hexdigest()
