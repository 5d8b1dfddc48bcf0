"""Restores a backup in place of the site, which must not be running."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backup import site, trial
from backup.errors import BackupError


class Command(BaseCommand):
    help = "Restores a backup in place of the site; what was there before is kept in a folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by the backup command")
        parser.add_argument(
            "--try",
            action="store_true",
            dest="only_try",
            help="restore into a scratch store only, and say whether that works",
        )

    def handle(self, *args: Any, file: Path, only_try: bool, **options: Any) -> str:
        try:
            if only_try:
                return trial.attempt(file)
            aside = site.restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        return f"Restored. What was there before is in {aside}"
