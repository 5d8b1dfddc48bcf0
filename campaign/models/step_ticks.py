"""Hand work of a setup or clean-up that somebody has ticked, the same on every device."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign


class StepTick(models.Model):
    """A step of a walk-through that is done; ``member`` is the key of who ticked it.

    It belongs to the evening and not to the campaign's history, so it is no entry.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="step_ticks")
    game = models.PositiveIntegerField(_("game"))
    walk = models.CharField(max_length=40)
    step = models.CharField(max_length=40)
    member = models.CharField(_("member"), max_length=24)
    ticked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("ticked step")
        verbose_name_plural = _("ticked steps")
        ordering = ("ticked_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["campaign", "game", "walk", "step"], name="step_ticked_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.walk} {self.game}: {self.step}"
