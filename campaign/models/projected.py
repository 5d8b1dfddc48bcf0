"""What all rows of the projection have in common."""

from django.db import models

from campaign.models.campaigns import Campaign


class Projected(models.Model):
    """A row that a part of the state is copied into; only the projection writes it.

    Its columns are the fields of the dataclass of the same name in ``campaign.rules.state``. The id
    depends only on the campaign's id and the key, so that a rebuild gives the same row. Rows name
    other things of their campaign by the ledger's keys. ``order`` is its position in the state.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="%(class)ss")
    key = models.CharField(max_length=120)
    order = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ("campaign", "order")
        constraints = (
            models.UniqueConstraint(fields=["campaign", "key"], name="%(class)s_key_once"),
        )

    def __str__(self) -> str:
        return str(self.id)


class Part(models.Model):
    """A row below a projected one, in order; its columns are the fields of its dataclass."""

    order = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ("order",)

    def __str__(self) -> str:
        return f"{self.order}"
