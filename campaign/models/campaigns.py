"""A campaign, its members, and the links that let people in."""

import secrets
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from campaign.rules import campaigns
from campaign.rules.roles import Role

ROLES = (
    (Role.OWNER.value, _("owner")),
    (Role.KEEPER.value, _("keeper")),
    (Role.PLAYER.value, _("player")),
    (Role.GUEST.value, _("guest")),
)
# The only kind whose name is not a game's title, marked for translation.
HOUSE = gettext_noop("House campaign")


def kinds() -> list[tuple[str, str]]:
    return [(slug, gettext(campaigns.load(slug).name)) for slug in campaigns.slugs()]


def new_seed() -> str:
    """A seed that nobody can guess: 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


class Campaign(models.Model):
    """``kind`` names the rules; ``edition`` is what its tables play; ``sequence`` is the last
    number of the ledger; ``game`` the latest game, 0 before the first. ``snapshot`` is the state
    at ``snapshot_sequence``: a cache of the ledger, so that no page folds it. ``lot_seed`` is the
    seed of the next lot: it leaves the server in no page and no file before it is drawn."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=24, choices=kinds)
    edition = models.CharField(_("edition"), max_length=24)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    game = models.PositiveIntegerField(default=0, editable=False)
    employee = models.CharField(max_length=24, blank=True, editable=False)
    valuable = models.CharField(max_length=24, blank=True, editable=False)
    snapshot = models.TextField(blank=True, editable=False)
    snapshot_sequence = models.PositiveIntegerField(default=0, editable=False)
    lot_seed = models.CharField(max_length=64, default=new_seed, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # When an owner last downloaded the campaign's file.
    taken_home = models.DateTimeField(null=True, blank=True, editable=False)
    trashed = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ("created", "id")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.id}"

    @property
    def rules(self) -> campaigns.Campaign:
        return campaigns.load(self.kind)


class Membership(models.Model):
    """One person in one campaign: with an account, with devices, or only a name until claimed.

    ``key`` is how the ledger names the person; it never changes. ``link`` is the hash of the
    personal link, if there is one.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    key = models.CharField(max_length=24, editable=False)
    name = models.CharField(_("name"), max_length=40)
    role = models.CharField(_("role"), max_length=8, choices=ROLES, default=Role.PLAYER.value)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    devices = models.ManyToManyField("accounts.Device", blank=True, related_name="memberships")
    link = models.CharField(max_length=64, blank=True, editable=False)
    # Somebody else made it for a name already claimed: it opens no private notes of before.
    link_from_owner = models.BooleanField(default=False, editable=False)
    shares_notes = models.BooleanField(_("private notes go along in exports"), default=False)
    joined = models.DateTimeField(default=timezone.now, editable=False)
    left = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ("joined", "id")
        constraints = (
            models.UniqueConstraint(fields=["campaign", "key"], name="member_key_once"),
            models.UniqueConstraint(fields=["campaign", "account"], name="member_account_once"),
            models.UniqueConstraint(
                fields=["link"], condition=~models.Q(link=""), name="member_link_once"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Admission(models.Model):
    """Somebody came in as a member by a link that an owner had made for a name already claimed.

    Private notes of before stay with whoever wrote them.
    """

    member = models.ForeignKey(Membership, models.CASCADE, related_name="admissions")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    device = models.ForeignKey(
        "accounts.Device", models.CASCADE, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.member_id)


class Invite(models.Model):
    """A link with which anybody can join in a role, until it is closed or expires."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invites")
    role = models.CharField(_("role"), max_length=8, choices=ROLES, default=Role.PLAYER.value)
    token = models.CharField(max_length=43, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(_("expires"), null=True, blank=True)
    closed = models.BooleanField(_("closed"), default=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("created", "id")

    def __str__(self) -> str:
        return str(self.id)

    @property
    def open(self) -> bool:
        return not self.closed and (self.expires is None or self.expires > timezone.now())
