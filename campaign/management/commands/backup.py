"""Writes the whole site into one file, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from campaign.backup import site
from campaign.backup.errors import BackupError


class Command(BaseCommand):
    help = "Writes the whole site, photos and private notes too, into one file; it may run on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="else one in the site's own folder")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> str:
        to = file or Path(settings.VAR) / f"backup-{timezone.localtime():%Y-%m-%d-%H%M%S}.zip"
        try:
            site.write(to)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        return str(to)
