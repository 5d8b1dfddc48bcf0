"""Prints a one-time link for choosing a new password."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from accounts.services import password_link


class Command(BaseCommand):
    help = "Prints a one-time link with which an account gets a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the name of the account")
        parser.add_argument("--site", default="", help="the site's address, put before the link")

    def handle(self, *args: Any, user: str, site: str, **options: Any) -> str:
        account = User.objects.filter(username=user, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no account called {user!r}.")
        return site.rstrip("/") + password_link(account)
