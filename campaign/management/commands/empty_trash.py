"""Deletes for good what has been in the trash for more than 30 days."""

from typing import Any

from django.core.management.base import BaseCommand

from campaign.services.trash import empty_trash
from campaign.services.unpacking import forget_old


class Command(BaseCommand):
    help = "Deletes for good what has been in the trash for more than 30 days; run it daily."

    def handle(self, *args: Any, **options: Any) -> str:
        forget_old()
        return f"{empty_trash()} deleted"
