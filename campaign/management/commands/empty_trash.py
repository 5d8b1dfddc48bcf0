"""Deletes for good what has been in the trash for more than 30 days."""

from typing import Any

from django.core.management.base import BaseCommand

from campaign.services.trash import empty_trash


class Command(BaseCommand):
    help = "Deletes for good what has been in the trash for more than 30 days; run it daily."

    def handle(self, *args: Any, **options: Any) -> str:
        return f"{empty_trash()} deleted"
