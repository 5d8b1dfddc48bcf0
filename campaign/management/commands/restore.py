"""Puts a backup in place of the site, which must not be running."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.backup import site
from campaign.backup.errors import BackupError
from campaign.backup.serving import ServingError


class Command(BaseCommand):
    help = "Puts a backup in place of the site; what was there before is kept in a folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that backup has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> str:
        try:
            aside = site.restore(file)
        except (BackupError, ServingError) as error:
            raise CommandError(str(error)) from error
        return f"Restored. What was there before lies in {aside}"
