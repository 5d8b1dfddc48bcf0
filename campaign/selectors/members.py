"""Who belongs to which campaign, and by what link."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaign.models import Campaign, Invite, Membership, Role
from campaign.person import Person
from companion import codes

TRASH_DAYS = 30
RANK = {role: rank for rank, role in enumerate(Role)}


def memberships_of(person: Person) -> QuerySet[Membership]:
    """What the person belongs to today, trashed campaigns too; two rows of one campaign at most
    where a device and an account came separately."""
    held = Q(pk__in=[])
    if person.account:
        held |= Q(account=person.account)
    if person.device:
        held |= Q(devices=person.device)
    rows = Membership.objects.filter(held, left=None).distinct()
    return rows.select_related("campaign").order_by("campaign__created", "campaign_id")


def membership_of(person: Person, campaign_id: UUID) -> Membership | None:
    """The person's membership; of two the one that may do more, else the account's."""
    rows = list(memberships_of(person).filter(campaign_id=campaign_id))
    return min(rows, key=lambda row: (RANK[Role(row.role)], row.account_id is None), default=None)


def campaigns_of(person: Person) -> list[Membership]:
    """One membership for each campaign that is not in the trash, oldest campaign first."""
    return _one_each(memberships_of(person).filter(campaign__trashed=None))


def trash_of(person: Person) -> list[Membership]:
    """The person's own campaigns that can still be restored."""
    still = timezone.now() - timedelta(days=TRASH_DAYS)
    rows = memberships_of(person).filter(role=Role.OWNER, campaign__trashed__gt=still)
    return _one_each(rows)


def _one_each(rows: QuerySet[Membership]) -> list[Membership]:
    best: dict[UUID, Membership] = {}
    for row in rows:
        known = best.setdefault(row.campaign_id, row)
        if RANK[Role(row.role)] < RANK[Role(known.role)]:
            best[row.campaign_id] = row
    return list(best.values())


def members_of(campaign: Campaign) -> list[Membership]:
    """Today's members, with ``claimed`` saying whether somebody came for the name."""
    rows = campaign.members.filter(left=None).select_related("account")
    return list(rows.prefetch_related("devices"))


def names_of(campaign: Campaign) -> dict[str, str]:
    """Everybody's name by ledger key, also of those who left."""
    return dict(campaign.members.values_list("key", "name"))


def claimed(member: Membership) -> bool:
    """Whether an account or a device stands behind the name."""
    return member.account_id is not None or bool(member.devices.all())


def invites_of(campaign: Campaign) -> list[Invite]:
    """The invitations that still let people in."""
    return [invite for invite in campaign.invites.all() if invite.open]


def invite_by(token: str) -> Invite | None:
    """The open invitation of a campaign that is not in the trash."""
    rows = Invite.objects.select_related("campaign").filter(token=token, campaign__trashed=None)
    invite = rows.first()
    return invite if invite and invite.open else None


def member_by_link(token: str) -> Membership | None:
    """Whose personal link this is."""
    rows = Membership.objects.select_related("campaign").filter(left=None, campaign__trashed=None)
    return rows.filter(link=codes.fingerprint(token)).first() if token else None
