"""Notes that only their writer may read."""

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Membership


class PrivateNote(models.Model):
    """A player's own note; it is in no entry, on no other member's page and not in the admin."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    member = models.ForeignKey(Membership, models.CASCADE, related_name="notes")
    game = models.PositiveIntegerField(_("game"))
    text = models.TextField(_("text"), max_length=4000)
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return str(self.id)
