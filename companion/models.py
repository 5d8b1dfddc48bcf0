"""What a live table keeps: its setup, its seats, the devices at it, and its log."""

from typing import Any, NoReturn
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from companion import codes
from companion.rules.record import NAME_LENGTH
from companion.rules.state import COLORS

HEX_DIGITS = 64
TITLE_LENGTH = 60
LINK_LENGTH = 300
TAP_ID_LENGTH = 64


class AppendOnlyError(Exception):
    """Rows of the log are added, never changed or deleted."""


class Device(models.Model):
    """A phone, a tablet, a browser; it proves itself by a token of which only the hash is here."""

    token_hash = models.CharField(max_length=HEX_DIGITS, unique=True)
    link_hash = models.CharField(max_length=HEX_DIGITS, unique=True, null=True)  # noqa: DJ001 - unique
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="devices"
    )
    nickname = models.CharField(max_length=NAME_LENGTH, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.nickname or f"device {self.pk}"


class Table(models.Model):
    """One game at a table: how it was set up, and where its log stands.

    `sequence` counts the rows of the log, `version` the actions that stand. `snapshot` is the
    state at `sequence`: a cache of the log, so that no tap has to read the log again.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH)
    join_code = models.CharField(max_length=codes.JOIN_LENGTH, unique=True)
    tv_code = models.CharField(max_length=codes.TV_LENGTH, unique=True)
    joining_open = models.BooleanField(default=True)
    odds_on = models.BooleanField(default=True)
    return_link = models.CharField(max_length=LINK_LENGTH, blank=True)
    drawer_link = models.CharField(max_length=LINK_LENGTH, blank=True)

    edition = models.CharField(max_length=20)
    modules = models.JSONField(default=list)
    house_rules = models.JSONField(default=dict)
    edition_json = models.TextField()

    sequence = models.PositiveIntegerField(default=0)
    settled = models.PositiveIntegerField(default=0)  # the sequence of the last setting
    version = models.PositiveIntegerField(default=0)
    snapshot = models.TextField()

    # Never leaves the server before the game is closed; empty where all draws are by hand.
    seed = models.CharField(max_length=HEX_DIGITS, blank=True)
    commitment = models.CharField(max_length=HEX_DIGITS, blank=True)
    salt = models.TextField(blank=True)
    salt_fixed = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)

    opener_account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="opened_tables"
    )
    opener_device = models.ForeignKey(
        Device, models.PROTECT, null=True, related_name="opened_tables"
    )
    rematch_of = models.OneToOneField("self", models.PROTECT, null=True, related_name="rematch")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(version__lte=F("sequence")), name="table_version_within_log"
            ),
            models.CheckConstraint(
                condition=Q(settled__lte=F("sequence")), name="table_settled_within_log"
            ),
            models.CheckConstraint(
                condition=Q(seed="") | ~Q(commitment=""), name="table_seed_committed"
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def draws(self) -> bool:
        """Whether the server draws: it has a seed that nobody has seen."""
        return bool(self.seed) and self.closed_at is None


class TableSeat(models.Model):
    """A seat's name and colour, in turn order."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    color = models.CharField(max_length=10)

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=["table", "index"], name="seat_once_per_table"),
            models.CheckConstraint(condition=Q(color__in=COLORS), name="seat_color_known"),
            models.CheckConstraint(condition=~Q(name=""), name="seat_named"),
        )

    def __str__(self) -> str:
        return self.name


class Presence(models.Model):
    """A device at a table: it watches, or holds seats, or was removed and stays out.

    `salt` is its part of the draws' salt, given when it first takes a seat.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="presences")
    device = models.ForeignKey(Device, models.PROTECT, related_name="presences")
    salt = models.CharField(max_length=2 * codes.SALT_BYTES, blank=True)
    salt_from_device = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["table", "device"], name="device_once_per_table"),
        )

    def __str__(self) -> str:
        return f"{self.device} at {self.table}"


class Holding(models.Model):
    """A device holds a seat. A seat may be held by several, and a device may hold several."""

    presence = models.ForeignKey(Presence, models.PROTECT, related_name="holdings")
    seat = models.ForeignKey(TableSeat, models.PROTECT, related_name="holdings")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["presence", "seat"], name="seat_held_once_by_device"),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.presence.device}"


class LogRows(models.QuerySet["LogRow"]):
    """The log's rows, read and added only."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never changed; add a new one.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never deleted; undo is a row of its own.")


class LogRow(models.Model):
    """One line of a table's log: an action, an undo or redo, or a setting.

    `what` is the action's `do` or the setting's name, `payload` its JSON, `story` what it did
    as codes with parameters. An undo takes back every standing action from `target` on; a redo
    brings back every one up to `target`. `version` is the number of standing actions afterwards,
    and every so often an action carries the state after it as a `checkpoint`. `round` and
    `attack` (the sequence of the last attack) are what they are while this row is the newest
    that stands.
    """

    class Kind(models.TextChoices):
        ACTION = "action"
        UNDO = "undo"
        REDO = "redo"
        SETTING = "setting"

    table = models.ForeignKey(Table, models.PROTECT, related_name="rows")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=7, choices=Kind)
    what = models.CharField(max_length=20)
    payload = models.TextField()
    story = models.TextField(default="[]")
    seat = models.PositiveSmallIntegerField(null=True)
    target = models.PositiveIntegerField(null=True)
    past_draw = models.BooleanField(default=False)
    version = models.PositiveIntegerField()
    round = models.PositiveIntegerField(default=1)
    attack = models.PositiveIntegerField(null=True)
    checkpoint = models.TextField(blank=True)
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="rows")
    by = models.CharField(max_length=NAME_LENGTH, blank=True)  # the device's name at that time
    tap_id = models.CharField(max_length=TAP_ID_LENGTH, null=True)  # noqa: DJ001 - unique
    at = models.DateTimeField()

    objects = LogRows.as_manager()

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=["table", "sequence"], name="row_sequence_once"),
            models.UniqueConstraint(fields=["device", "tap_id"], name="row_tap_once"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="row_counted_from_one"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=("undo", "redo"), target__isnull=False, target__lt=F("sequence")
                )
                | Q(kind__in=("action", "setting"), target__isnull=True),
                name="row_target_of_undo_and_redo",
            ),
        )

    def __str__(self) -> str:
        return f"{self.sequence} {self.what}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("Rows of the log are never changed; add a new one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never deleted; undo is a row of its own.")
