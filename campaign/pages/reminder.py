"""Reminds the owner to take the campaign's file home: the only copy that outlives the site."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from campaign.models import Membership
from campaign.rules.roles import Role

AFTER = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Reminder:
    """`last`: when an owner last downloaded the file, None if nobody ever did."""

    href: str
    last: datetime | None


def reminder_for(member: Membership, now: datetime | None = None) -> Reminder | None:
    """None for others than owners, and for 30 days after the last download or the beginning."""
    campaign = member.campaign
    since = campaign.taken_home or campaign.created
    if member.role != Role.OWNER or (now or timezone.now()) - since < AFTER:
        return None
    return Reminder(reverse("campaign:export", args=[campaign.pk]), campaign.taken_home)
