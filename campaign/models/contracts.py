"""Contracts on the table."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Projected


class Contract(Projected):
    """A contract on the table; its key is its card's."""

    group = models.BooleanField(_("group contract"))
    owner = models.CharField(_("owner"), max_length=24, blank=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    fetched_in = models.IntegerField(_("fetched in game"))
    deadline = models.PositiveIntegerField(_("deadline"))
    has_setup = models.BooleanField(_("has SETUP"))
    setup_in = models.IntegerField(_("SETUP done in game"))
    boxes = models.PositiveIntegerField(_("boxes"))
    ticked = models.PositiveIntegerField(_("ticked"))
    track = models.JSONField(_("cube track"), default=list, blank=True)
    cubes = models.JSONField(_("cubes"), default=list, blank=True)
    markers = models.JSONField(_("destination markers"), default=list, blank=True)
    status = models.CharField(_("status"), max_length=12)
    stars = models.JSONField(_("completed by"), default=list, blank=True)
    earlier = models.JSONField(_("completed before by"), default=list, blank=True)
    resolved_in = models.IntegerField(_("resolved in game"))
    turn_reached = models.BooleanField(_("after the turn"))
    points = models.IntegerField(_("points"), null=True, blank=True)
    bonus = models.IntegerField(_("first-game bonus"))
    fate = models.CharField(_("fate"), max_length=12, blank=True)

    class Meta(Projected.Meta):
        verbose_name = _("contract")
        verbose_name_plural = _("contracts")
