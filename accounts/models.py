"""The devices that people use, and attempts to get in; accounts are Django's own."""

from django.conf import settings
from django.db import models
from django.utils import timezone

NAME_LENGTH = 40
HASH_LENGTH = 64
SESSION_LENGTH = 40
ADDRESS_LENGTH = 45
BROWSER_LENGTH = 40


class Device(models.Model):
    """A phone, a tablet, a browser; it is known by a token of which only the hash is stored.

    One that was ended keeps its places, but no browser has its token any more.
    """

    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    link_hash = models.CharField(max_length=HASH_LENGTH, unique=True, null=True)  # noqa: DJ001 - unique
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="devices"
    )
    nickname = models.CharField(max_length=NAME_LENGTH, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # The account logged in there now, which need not be the device's own, and its session.
    logged_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="logged_in_on"
    )
    session_key = models.CharField(max_length=SESSION_LENGTH, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)
    # Empty where no account is: then nobody could look.
    seen_from = models.CharField(max_length=ADDRESS_LENGTH, blank=True)
    browser = models.CharField(max_length=BROWSER_LENGTH, blank=True)
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.nickname or f"device {self.pk}"


class Attempt(models.Model):
    """An attempt at something with a limit: a password, a code, an email, a new table.

    `who` is the hash of an address, or of an account and an address; `guess` is the hash of what
    was tried.
    """

    kind = models.CharField(max_length=16)
    who = models.CharField(max_length=HASH_LENGTH)
    guess = models.CharField(max_length=HASH_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["kind", "who", "guess"], name="attempt_counted_once"),
        )
        indexes = (
            models.Index(fields=["kind", "who", "-created_at"], name="attempt_newest"),
            models.Index(fields=["created_at"], name="attempt_oldest"),
        )

    def __str__(self) -> str:
        return f"{self.kind} at {self.created_at:%H:%M}"
