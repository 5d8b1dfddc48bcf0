"""Mission Reports, and what is noted game by game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.projected import Projected


class Game(Projected):
    """A row of the Mission Reports; ``players`` stand in the order of the evening."""

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
        verbose_name = _("game")
        verbose_name_plural = _("Mission Reports")


class Passage(Projected):
    """A passage that was read, in the Book or in a character's Journal."""

    game = models.IntegerField(_("game"))
    character = models.CharField(_("character"), max_length=24, blank=True)
    times = models.PositiveIntegerField(_("times"))

    class Meta(Projected.Meta):
        verbose_name = _("passage")
        verbose_name_plural = _("passages")


class TokenGroup(Projected):
    game = models.IntegerField(_("game"))

    class Meta(Projected.Meta):
        verbose_name = _("token group")
        verbose_name_plural = _("token groups")


class Counter(Projected):
    """A number the group keeps for itself."""

    name = models.CharField(_("name"), max_length=80)
    count = models.IntegerField(_("count"))

    class Meta(Projected.Meta):
        verbose_name = _("counter")
        verbose_name_plural = _("counters")


class Note(Projected):
    """A line of the group's own, for all its members."""

    text = models.TextField(_("text"))
    game = models.IntegerField(_("game"))
    about = models.CharField(_("about"), max_length=80, blank=True)

    class Meta(Projected.Meta):
        verbose_name = _("note")
        verbose_name_plural = _("notes")
