"""Mission Reports: one row for each game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Projected


class MissionReport(Projected):
    """A row of the Mission Reports; ``players`` are in the order of the evening."""

    number = models.PositiveIntegerField(_("number"))
    players = models.JSONField(_("players"), default=list, blank=True)
    side = models.CharField(_("map side"), max_length=80, blank=True)
    date = models.CharField(_("date"), max_length=10, blank=True)
    prologue = models.CharField(_("Prologue"), max_length=80, blank=True)
    epilogue = models.CharField(_("Epilogue"), max_length=80, blank=True)
    status = models.CharField(_("status"), max_length=12)
    scores = models.JSONField(_("scores"), default=dict, blank=True)
    winner = models.CharField(_("winner"), max_length=24, blank=True)
    table = models.CharField(_("table"), max_length=80, blank=True)

    class Meta(Projected.Meta):
        verbose_name = _("Mission Report")
        verbose_name_plural = _("Mission Reports")
