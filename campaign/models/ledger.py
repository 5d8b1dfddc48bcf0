"""The ledger: entries that are only ever added."""

from typing import Any, NoReturn
from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign
from campaign.rules.entries import Entry


class Entries(models.QuerySet["LedgerEntry"]):
    """The ledger's rows: read and added only, deleted only with their campaign."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("An entry of the ledger never changes; strike it.")

    def delete(self) -> NoReturn:
        raise TypeError("An entry of the ledger is never deleted; strike it.")


class LedgerEntry(models.Model):
    """One permanent change; ``key`` is the entry's own id, which exports contain.

    Whether an entry stands is derived from the strikes after it.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="entries")
    key = models.UUIDField(default=uuid4, editable=False)
    number = models.PositiveIntegerField(_("number"))
    verb = models.CharField(_("verb"), max_length=24)
    arguments = models.JSONField(default=dict, blank=True)
    game = models.PositiveIntegerField(_("game"))
    member = models.CharField(_("member"), max_length=24)
    created_at = models.DateTimeField(_("time"))
    strikes = models.UUIDField(_("strikes"), null=True, blank=True)

    objects = Entries.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("ledger")
        ordering = ("campaign", "number")
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["campaign", "key"], name="entry_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("An entry of the ledger never changes; strike it.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("An entry of the ledger is never deleted; strike it.")

    @property
    def entry(self) -> Entry:
        """The entry as the rules use it."""
        return Entry(
            id=self.key,
            number=self.number,
            verb=self.verb,
            arguments=self.arguments,
            game=self.game,
            member=self.member,
            at=self.created_at,
            strikes=self.strikes,
        )


class EntryReference(models.Model):
    """Something that an entry is about, for the ledger's filters."""

    entry = models.ForeignKey(LedgerEntry, models.CASCADE, related_name="references")
    kind = models.CharField(max_length=16)
    key = models.CharField(max_length=120)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["entry", "kind", "key"], name="touch_once"),)
        indexes = (models.Index(fields=["kind", "key"], name="touch_thing"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
