"""Which names are the same person, as one reader sees it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Device

NAME_LENGTH = 80


class SamePerson(models.Model):
    """For one account or device alone: who is called ``spelling`` is ``person``.

    ``name`` is the same folded, so that big and small letters do not matter. An account also reads
    the list of its devices.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="same_people"
    )
    device = models.ForeignKey(
        Device, models.CASCADE, null=True, blank=True, related_name="same_people"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    spelling = models.CharField(max_length=NAME_LENGTH)
    person = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        ordering = ("person", "name")
        constraints = (
            models.UniqueConstraint(fields=["account", "name"], name="same_person_by_account"),
            models.UniqueConstraint(fields=["device", "name"], name="same_person_by_device"),
            models.CheckConstraint(
                condition=Q(account=None) ^ Q(device=None), name="same_person_has_one_reader"
            ),
        )

    def __str__(self) -> str:
        return f"{self.spelling}: {self.person}"
