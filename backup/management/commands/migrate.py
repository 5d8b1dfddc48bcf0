"""Django's migrate, made safe: old stores are set aside, and a change makes a backup first."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate

from backup import upgrade
from backup.errors import BackupError


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        changes = not (options["plan"] or options["check_unapplied"])
        if changes:
            self._prepare(everything=not options["app_label"])
        super().handle(*args, **options)
        if changes:
            upgrade.finish(self.stderr.write)

    def _prepare(self, *, everything: bool) -> None:
        try:
            if moved := upgrade.set_aside():
                self.stdout.write(moved)
            if everything:
                upgrade.prepare(self.stdout.write)
        except BackupError as error:
            raise CommandError(str(error)) from error
