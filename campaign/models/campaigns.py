"""A campaign, its members, and the links that let people in."""

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
# The one kind whose name is no game's title, marked for the catalogues.
HOUSE = gettext_noop("House campaign")


def kinds() -> list[tuple[str, str]]:
    return [(slug, gettext(campaigns.load(slug).name)) for slug in campaigns.slugs()]


class Campaign(models.Model):
    """``kind`` names the rules; ``edition`` is what its tables play; ``sequence`` is the last
    number of the ledger; ``game`` the latest game, 0 before the first."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=24, choices=kinds)
    edition = models.CharField(_("edition"), max_length=24)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    game = models.PositiveIntegerField(default=0, editable=False)
    employee = models.CharField(max_length=24, blank=True, editable=False)
    valuable = models.CharField(max_length=24, blank=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
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
    """One person in one campaign, by an account, by devices, or by name alone until claimed.

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
    devices = models.ManyToManyField("companion.Device", blank=True, related_name="memberships")
    link = models.CharField(max_length=64, blank=True, editable=False)
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


class Invite(models.Model):
    """A link by which anybody who has it joins with a role, until it is closed or expires."""

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
