"""The card registry, marks on cards, and stickers wherever they are."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Part, Projected


class Card(Projected):
    """A fetched card; without a name the ledger treats it as sealed."""

    name = models.CharField(_("name"), max_length=80, blank=True)
    kind = models.CharField(_("kind"), max_length=16, blank=True)
    where = models.CharField(_("place"), max_length=16)
    holder = models.CharField(_("whose place"), max_length=24, blank=True)
    fetched_in = models.IntegerField(_("fetched in game"))
    points = models.IntegerField(_("point stickers"))
    boxes = models.PositiveIntegerField(_("scratch-off boxes"))
    scratched = models.PositiveIntegerField(_("scratched"))

    class Meta(Projected.Meta):
        verbose_name = _("card")
        verbose_name_plural = _("cards")


class CardMark(Part):
    card = models.ForeignKey(Card, models.CASCADE, related_name="marks")
    character = models.CharField(_("character"), max_length=24)
    game = models.IntegerField(_("game"))
    covers = models.CharField(_("covers the mark of"), max_length=24, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("mark")
        verbose_name_plural = _("marks")


class Sticker(Projected):
    """A sticker that was applied; ``target`` is like ``card:017``."""

    label = models.CharField(_("label"), max_length=80)
    target = models.CharField(_("where"), max_length=80)
    note = models.TextField(_("note"), blank=True)
    game = models.IntegerField(_("game"))

    class Meta(Projected.Meta):
        verbose_name = _("sticker")
        verbose_name_plural = _("stickers")
