"""The map board: spaces, marks on them, and the paths between."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Part, Projected


class MapSpace(Projected):
    """A numbered or named place; ``x`` and ``y`` are thousandths of the drawing, −1 for nowhere."""

    name = models.CharField(_("name"), max_length=80, blank=True)
    x = models.IntegerField()
    y = models.IntegerField()
    remnant_in = models.IntegerField(_("remnant since game"))

    class Meta(Projected.Meta):
        verbose_name = _("map space")
        verbose_name_plural = _("map spaces")


class SpaceMark(Part):
    """A character's round mark; a memorial is one for a score of 0."""

    space = models.ForeignKey(MapSpace, models.CASCADE, related_name="marks")
    character = models.CharField(_("character"), max_length=24)
    game = models.IntegerField(_("game"))
    memorial = models.BooleanField(_("memorial"))
    covered = models.BooleanField(_("covered"))

    class Meta(Part.Meta):
        verbose_name = _("space mark")
        verbose_name_plural = _("space marks")


class MapPath(Projected):
    start = models.CharField(max_length=80)
    end = models.CharField(max_length=80)

    class Meta(Projected.Meta):
        verbose_name = _("path")
        verbose_name_plural = _("paths")
