"""Proves that snapshot and rows equal the ledger, and rebuilds those that do not."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from campaign.models import Campaign
from campaign.rules.errors import LedgerError
from campaign.services.ledger import rebuild


class Command(BaseCommand):
    help = "Compares snapshot and rows of campaigns with the ledger and rebuilds what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", nargs="*", type=UUID, help="its id; default: all campaigns")

    def handle(self, *args: Any, campaign: list[UUID], **options: Any) -> None:
        chosen = Campaign.objects.filter(pk__in=campaign) if campaign else Campaign.objects.all()
        if campaign and len(chosen) < len(campaign):
            raise CommandError("There is no such campaign.")
        # A campaign that cannot be folded keeps its rows; the others are still rebuilt.
        failed = [fault for each in chosen if (fault := self._rebuild(each))]
        if failed:
            raise CommandError("\n".join(failed))

    def _rebuild(self, campaign: Campaign) -> str:
        """What went wrong, or an empty text."""
        try:
            mended = rebuild(campaign)
            still = rebuild(campaign) if mended else []
        except LedgerError as error:
            return f"{campaign.pk}: {error.message}"
        if still:
            return f"{campaign.pk}: not equal to its ledger: {', '.join(still)}"
        found = f"rebuilt: {', '.join(mended)}" if mended else "all equal"
        self.stdout.write(f"{campaign.pk}: {campaign.sequence} entries, {found}")
        return ""
