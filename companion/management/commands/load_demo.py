"""Tables to look at: a game just begun, one in the middle, one with its result."""

from typing import Any

from django.core.management.base import BaseCommand

from companion import demo


class Command(BaseCommand):
    help = "Loads the demo tables and the account that opened them, unless they are already there."

    def handle(self, *args: Any, **options: Any) -> None:
        if demo.loaded():
            self.stdout.write("The demo tables are already there.")
            return
        name, password = demo.load()
        self.stdout.write(
            f"Three demo tables are ready. They were opened by\n  {name:10} {password}"
        )
