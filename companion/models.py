"""What is stored of a live table: its setup, its seats, its devices, its log and its result."""

from json import loads
from typing import Any, NoReturn
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from accounts.models import Device
from companion import codes
from companion.rules.record import NAME_LENGTH
from companion.rules.state import COLORS

HEX_DIGITS = 64
TITLE_LENGTH = 60
LINK_LENGTH = 300
TAP_ID_LENGTH = 64


class AppendOnlyError(Exception):
    """Rows of the log are only added, never changed or deleted."""


class Table(models.Model):
    """One game at a table: how it was set up, and how far its log is.

    `sequence` counts the rows of the log, `version` the actions that stand. `snapshot` is the
    state at `snapshot_sequence`: a cache of the log, stored every so often, so that it is
    never more than a few actions old. Undo and redo always store one.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH)
    join_code = models.CharField(max_length=codes.JOIN_LENGTH, unique=True)
    tv_code = models.CharField(max_length=codes.TV_LENGTH, unique=True)
    link_token = models.CharField(max_length=codes.LINK_LENGTH, unique=True)
    joining_open = models.BooleanField(default=True)
    odds_on = models.BooleanField(default=True)
    return_link = models.CharField(max_length=LINK_LENGTH, blank=True)
    drawer_link = models.CharField(max_length=LINK_LENGTH, blank=True)
    take_over_link = models.CharField(max_length=LINK_LENGTH, blank=True)
    # What a campaign calls this evening and its people in files for other programs, if it is one's.
    identity_json = models.TextField(blank=True)

    edition = models.CharField(max_length=30)
    modules = models.JSONField(default=list)
    house_rules = models.JSONField(default=dict)
    # House tokens, contracts and a host's edition as in the record, if there are any. As text,
    # because the order of an edition's tokens matters.
    brought_json = models.TextField(default="{}")
    edition_json = models.TextField()

    sequence = models.PositiveIntegerField(default=0)
    settings_sequence = models.PositiveIntegerField(default=0)  # the sequence of the last setting
    version = models.PositiveIntegerField(default=0)
    snapshot = models.TextField()
    snapshot_sequence = models.PositiveIntegerField(default=0)

    # Never leaves the server before the game is closed; empty if all draws are by hand.
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
                condition=Q(settings_sequence__lte=F("sequence")), name="table_settings_within_log"
            ),
            models.CheckConstraint(
                condition=Q(seed="") | ~Q(commitment=""), name="table_seed_committed"
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def brought(self) -> dict[str, Any]:
        """What the setup has besides edition, modules and house values, by the record's keys."""
        found: dict[str, Any] = loads(self.brought_json)
        return found

    @property
    def draws(self) -> bool:
        """Whether the server draws the cubes: it has a seed that nobody has seen."""
        return bool(self.seed) and self.closed_at is None


class EndedCode(models.Model):
    """A replaced join code, link or TV code; using it does not count as guessing."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="ended_codes")
    code = models.CharField(max_length=codes.LINK_LENGTH, unique=True)
    ended_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a code of {self.table}"


class Screen(models.Model):
    """A television that waits to be told which table it shows; its page has the token."""

    token_hash = models.CharField(max_length=HEX_DIGITS, unique=True)
    code = models.CharField(max_length=codes.SCREEN_LENGTH, unique=True)
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="screens")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a screen that shows {self.table}" if self.table else "a screen that waits"


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
    """A device at a table: it watches, holds seats, or was removed.

    `salt` is its part of the salt of the draws, set when it first takes a seat. `runs`: it has the
    rights of whoever opened the table.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="presences")
    device = models.ForeignKey(Device, models.PROTECT, related_name="presences")
    salt = models.CharField(max_length=2 * codes.SALT_BYTES, blank=True)
    salt_from_device = models.BooleanField(default=False)
    runs = models.BooleanField(default=False)
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
    """A device holds a seat. Several devices may hold a seat, and a device may hold several."""

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
    """The rows of the log, which can only be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never changed; add a new one.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never deleted; undo is a row of its own.")


class LogRow(models.Model):
    """One line of a table's log: an action, an undo or redo, or a setting.

    `name` is the action's `do` or the setting's name, `payload` its JSON, `story` what it did
    as codes with parameters. An undo takes back every standing action from `target` on; a redo
    brings back every one up to `target`. `version` is the number of standing actions afterwards.
    Every so often an action has the state after it as a `checkpoint`. `round` and `attack` (the
    sequence of the last attack) are the values while this row is the newest that stands.
    """

    class Kind(models.TextChoices):
        ACTION = "action"
        UNDO = "undo"
        REDO = "redo"
        SETTING = "setting"

    # Neither key has an index of its own: the two constraints below start with them.
    table = models.ForeignKey(Table, models.PROTECT, related_name="rows", db_index=False)
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=7, choices=Kind)
    name = models.CharField(max_length=20)
    payload = models.TextField()
    story = models.TextField(default="[]")
    seat = models.PositiveSmallIntegerField(null=True)
    target = models.PositiveIntegerField(null=True)
    past_draw = models.BooleanField(default=False)
    version = models.PositiveIntegerField()
    round = models.PositiveIntegerField(default=1)
    attack = models.PositiveIntegerField(null=True)
    checkpoint = models.TextField(blank=True)
    device = models.ForeignKey(
        Device, models.PROTECT, null=True, related_name="rows", db_index=False
    )
    actor_name = models.CharField(
        max_length=NAME_LENGTH, blank=True
    )  # the device's name at that time
    tap_id = models.CharField(max_length=TAP_ID_LENGTH, null=True)  # noqa: DJ001 - unique
    created_at = models.DateTimeField()

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
        return f"{self.sequence} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("Rows of the log are never changed; add a new one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Rows of the log are never deleted; undo is a row of its own.")


class TableResult(models.Model):
    """How the game of a table stands at a sequence of its log, for the page of all plays.

    Made from the log, after the commit of what ends a game or changes its end. ``counted``: every
    seat's points were counted, or the game was closed. ``attack_at`` is the last attack that stands:
    as long as it is the same, so are the damage and the damage expected of each seat. ``devices``
    had a seat.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="result")
    sequence = models.PositiveIntegerField()
    over = models.BooleanField()
    counted = models.BooleanField(default=False)
    edition_name = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField(null=True)
    minutes = models.PositiveIntegerField(null=True)
    attack_at = models.PositiveIntegerField(null=True)
    devices = models.ManyToManyField(Device, related_name="results")

    def __str__(self) -> str:
        return f"the result of {self.table_id}"


class SeatResult(models.Model):
    """A seat's part in a game that is over; ``unnamed``: nobody gave the seat a name."""

    result = models.ForeignKey(TableResult, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    unnamed = models.BooleanField(default=False)
    color = models.CharField(max_length=10)
    points = models.IntegerField()
    rank = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    fell = models.BooleanField()
    damage = models.PositiveIntegerField()
    expected = models.FloatField()

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=["result", "index"], name="seat_result_once"),
        )

    def __str__(self) -> str:
        return self.name
