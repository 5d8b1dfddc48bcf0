"""A campaign to look at: five games of four invented characters."""

from typing import Any

from django.core.management.base import BaseCommand

from campaign import demo


class Command(BaseCommand):
    help = "Loads the demo campaign and its three accounts, unless it is already there."

    def handle(self, *args: Any, **options: Any) -> None:
        if demo.loaded():
            self.stdout.write("The demo campaign is already there.")
            return
        passwords = demo.load()
        self.stdout.write(f"A demo campaign is ready: {demo.NAME}. Its members log in as")
        for name, password in passwords.items():
            self.stdout.write(f"  {name:10} {password}")
        self.stdout.write(
            "These passwords are shown only this once; change them or delete the accounts."
        )
