"""The table record of a game, stored with the campaign once its result was taken over."""

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign


class GameRecord(models.Model):
    """``content`` is the record's JSON; it stays when the table is gone."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="records")
    game = models.PositiveIntegerField(_("game"))
    content = models.TextField()

    class Meta:
        verbose_name = _("table record")
        verbose_name_plural = _("table records")
        ordering = ("campaign", "game")
        constraints = (
            models.UniqueConstraint(fields=["campaign", "game"], name="record_game_once"),
        )

    def __str__(self) -> str:
        return f"{self.game}"
