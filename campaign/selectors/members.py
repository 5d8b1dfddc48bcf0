"""Who belongs to which campaign, and with which link."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.identity import Person
from accounts.models import Device
from campaign.models import (
    Admission,
    Campaign,
    Invite,
    LedgerEntry,
    Membership,
    PrivateNote,
    Role,
)
from web import codes

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
    rows = rows.annotate(admitted_at=_admission_of(person))
    # The snapshot is large, and whoever needs it asks for it.
    rows = rows.select_related("campaign").defer("campaign__snapshot")
    return rows.order_by("campaign__created", "campaign_id")


def _admission_of(person: Person) -> Subquery:
    """When the person was let in by an owner's link; None for whoever the member was already."""
    came = Admission.objects.filter(member=OuterRef("pk"))
    by = Q(account=person.account) if person.account else Q(pk__in=[])
    if person.device:
        by |= Q(device=person.device) & ~Q(member__account=person.account or 0)
    return Subquery(came.filter(by).order_by("-at").values("at")[:1])


def notes_open_to(member: Membership) -> QuerySet[PrivateNote]:
    """The private notes that whoever asked for this membership may read."""
    since, notes = admitted_at(member), member.notes.all()
    return notes.filter(created_at__gt=since) if since else notes


def admitted_at(member: Membership) -> datetime | None:
    """When whoever asked for this membership came in by an owner's link; see ``Admission``."""
    found: datetime | None = getattr(member, "admitted_at", None)
    return found


def membership_of(person: Person, campaign_id: UUID) -> Membership | None:
    """The person's membership; of two, the one with the higher role, or else the account's."""
    rows = list(memberships_of(person).filter(campaign_id=campaign_id))
    return min(rows, key=lambda row: (RANK[Role(row.role)], row.account_id is None), default=None)


def held_by(device: Device) -> list[Membership]:
    """The memberships of a device that no account has, each with its number of private `notes_held`."""
    rows = Membership.objects.filter(devices=device, account=None, left=None)
    counted = rows.annotate(notes_held=Count("notes", distinct=True))
    return list(counted.select_related("campaign").order_by("campaign__created"))


def campaigns_of(person: Person) -> list[Membership]:
    """One membership for each campaign that is not in the trash, oldest campaign first."""
    return _one_each(memberships_of(person).filter(campaign__trashed=None))


def imported_twins(members: Sequence[Membership]) -> frozenset[UUID]:
    """The campaigns of these that came from a file and have a namesake among them."""
    names = Counter(member.campaign.name for member in members)
    twins = [each.campaign_id for each in members if names[each.campaign.name] > 1]
    older = LedgerEntry.objects.filter(campaign__in=twins, created_at__lt=F("campaign__created"))
    return frozenset(older.values_list("campaign", flat=True)) if twins else frozenset()


def trash_of(person: Person) -> list[Membership]:
    """The person's own campaigns that can still be restored."""
    still = timezone.now() - timedelta(days=TRASH_DAYS)
    rows = memberships_of(person).filter(role=Role.OWNER, campaign__trashed__gt=still)
    return _one_each(rows)


def trash_of_others(person: Person) -> list[tuple[Membership, tuple[str, ...]]]:
    """Campaigns of the person that somebody else has put into the trash, with those who can bring
    them back."""
    still = timezone.now() - timedelta(days=TRASH_DAYS)
    rows = _one_each(memberships_of(person).filter(campaign__trashed__gt=still))
    others = [row for row in rows if row.role != Role.OWNER]
    owners = Membership.objects.filter(
        campaign__in=[row.campaign_id for row in others], role=Role.OWNER, left=None
    )
    names: dict[UUID, tuple[str, ...]] = {}
    for campaign, name in owners.values_list("campaign", "name"):
        names[campaign] = (*names.get(campaign, ()), name)
    return [(row, names.get(row.campaign_id, ())) for row in others]


def _one_each(rows: QuerySet[Membership]) -> list[Membership]:
    best: dict[UUID, Membership] = {}
    for row in rows:
        known = best.setdefault(row.campaign_id, row)
        if RANK[Role(row.role)] < RANK[Role(known.role)]:
            best[row.campaign_id] = row
    return list(best.values())


def members_of(campaign: Campaign) -> list[Membership]:
    """Today's members; ``claimed`` says whether somebody has claimed the name."""
    rows = campaign.members.filter(left=None).select_related("account")
    return list(rows.prefetch_related("devices"))


def names_of(campaign: Campaign) -> dict[str, str]:
    """All members' names by key, also of those who left."""
    return dict(campaign.members.values_list("key", "name"))


def keys_in_use(campaign: Campaign) -> frozenset[str]:
    """The keys that the ledger, a photo or a ticked step names, as writer or as player."""
    played = campaign.entries.filter(arguments__has_key="player")
    rows = (campaign.entries, campaign.photos, campaign.step_ticks)
    return frozenset(
        chain(
            played.values_list("arguments__player", flat=True),
            *(each.order_by().values_list("member", flat=True).distinct() for each in rows),
        )
    )


def claimed(member: Membership) -> bool:
    """Whether the name belongs to an account or a device."""
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
    """The member whose personal link this is, or None."""
    rows = Membership.objects.select_related("campaign").filter(left=None, campaign__trashed=None)
    return rows.filter(link=codes.fingerprint(token)).first() if token else None
