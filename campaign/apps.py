"""The Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = _("Campaign ledger")

    def ready(self) -> None:
        from campaign.ways import ways_open
        from companion.table.ways import asked

        asked.connect(ways_open)
