"""Print docs/editions.md: `manage.py edition_docs`."""

from django.core.management.base import BaseCommand

from companion.rules.editions.schema import document


class Command(BaseCommand):
    help = "Prints what an edition's file may hold, as docs/editions.md has it."
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(document(), ending="")
