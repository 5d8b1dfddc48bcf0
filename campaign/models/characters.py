"""Characters and their milestones."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Part, Projected


class Character(Projected):
    name = models.CharField(_("name"), max_length=80)
    journal = models.CharField(_("Journal"), max_length=80, blank=True)
    colour = models.CharField(_("colour"), max_length=16, blank=True)
    drawn = models.CharField(_("colour shown"), max_length=16, blank=True, default="")
    player = models.CharField(_("player"), max_length=24, blank=True)
    joined_in = models.IntegerField(_("joined in game"))
    level = models.CharField(_("level"), max_length=16, blank=True)
    conditions = models.JSONField(default=list, blank=True)

    class Meta(Projected.Meta):
        verbose_name = _("character")
        verbose_name_plural = _("characters")


class Milestone(Part):
    """One filled milestone space; without a label it is the character's own mark."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="milestones")
    space = models.PositiveIntegerField(_("space"))
    label = models.CharField(_("label"), max_length=80, blank=True)
    game = models.IntegerField(_("game"))
    crossed = models.BooleanField(_("crossed out"))

    class Meta(Part.Meta):
        verbose_name = _("milestone")
        verbose_name_plural = _("milestones")
