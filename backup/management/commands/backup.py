"""Writes the whole site into one file, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from backup import nightly as tonight
from backup import site
from backup.errors import BackupError


class Command(BaseCommand):
    help = "Writes the whole site, photos and private notes included, into one file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: in the site's own folder")
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="today's backup, unless there is one; old ones go. For a timer of yours",
        )

    def handle(self, *args: Any, file: Path | None, nightly: bool, **options: Any) -> str:
        try:
            return str(self._tonight() if nightly else self._now(file))
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error

    def _tonight(self) -> Path | str:
        return tonight.write_if_due() or "Today's backup is there, or not due before 4 o'clock."

    def _now(self, file: Path | None) -> Path:
        to = file or Path(settings.VAR) / f"backup-{timezone.localtime():%Y-%m-%d-%H%M%S}.zip"
        site.write(to)
        site.remember(to)
        return to
