"""Photos, re-encoded by the site; nothing of the uploaded file is kept."""

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign


def photo_path(photo: "Photo", _name: str) -> str:
    return f"photos/{photo.campaign_id}/{photo.id}.jpg"


def thumbnail_path(photo: "Photo", _name: str) -> str:
    return f"photos/{photo.campaign_id}/{photo.id}-small.jpg"


class Photo(models.Model):
    """``about`` is what it shows: ``card:017``, ``character:ana``, ``game:3``, ``map`` or nothing.

    ``key`` is in exports, as an entry's is.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="photos")
    key = models.UUIDField(default=uuid4, editable=False)
    about = models.CharField(_("about"), max_length=80, blank=True)
    caption = models.CharField(_("caption"), max_length=200, blank=True)
    member = models.CharField(_("member"), max_length=24)
    created_at = models.DateTimeField(_("time"), default=timezone.now)
    file = models.FileField(upload_to=photo_path, max_length=120)
    thumbnail = models.FileField(upload_to=thumbnail_path, max_length=120)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    trashed = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        ordering = ("created_at", "id")
        constraints = (models.UniqueConstraint(fields=["campaign", "key"], name="photo_key_once"),)
        indexes = (models.Index(fields=["campaign", "about"], name="photo_about"),)

    def __str__(self) -> str:
        return str(self.id)
