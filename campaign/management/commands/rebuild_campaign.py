"""Makes the rows that pages and searches use anew from the ledger."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from campaign.models import Campaign
from campaign.rules.errors import LedgerError
from campaign.services.ledger import rebuild


class Command(BaseCommand):
    help = "Makes the rows of one campaign, or of all, anew from the ledger."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", nargs="*", type=UUID, help="its id; else all of them")

    def handle(self, *args: Any, campaign: list[UUID], **options: Any) -> None:
        chosen = Campaign.objects.filter(pk__in=campaign) if campaign else Campaign.objects.all()
        if campaign and len(chosen) < len(campaign):
            raise CommandError("There is no such campaign.")
        # One that cannot be folded keeps its rows, and the others are made all the same.
        failed = [told for each in chosen if (told := self._rebuild(each))]
        if failed:
            raise CommandError("\n".join(failed))

    def _rebuild(self, campaign: Campaign) -> str:
        """What went wrong, or nothing."""
        try:
            rebuild(campaign)
        except LedgerError as error:
            return f"{campaign.pk}: {error.message}"
        self.stdout.write(f"{campaign.pk}: {campaign.sequence} entries")
        return ""
