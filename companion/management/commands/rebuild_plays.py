"""Makes the results of all tables again, from their logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.services import results


class Command(BaseCommand):
    help = "Makes the result of every table again, for the page of all plays."

    def handle(self, *args: Any, **options: Any) -> None:
        made, broken = results.rebuild()
        self.stdout.write(f"{made} tables, their results made again.")
        if broken:
            names = ", ".join(str(table) for table in broken)
            raise CommandError(f"The logs of these tables cannot be read: {names}")
