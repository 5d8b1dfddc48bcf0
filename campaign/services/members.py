"""Creating a campaign, letting people in, roles, links, leaving."""

import secrets
from collections.abc import Mapping
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from accounts.identity import Person
from accounts.models import Device
from accounts.names import folded
from campaign.errors import CampaignError
from campaign.models import Campaign, Invite, Membership, Role
from campaign.rules import campaigns, codec
from campaign.rules.ledger import new_campaign
from campaign.selectors import members as selectors
from companion import services as companion
from kernel.text import is_writable
from web import codes
from web.overtaken import check_seen

INVITE_BYTES = 16
CAMPAIGN_NAME = 80
MEMBER_NAME = 40
MOST_MEMBERS = 60
"""At once, without those who left: some groups of players with all their guests."""


@transaction.atomic
def create_campaign(
    person: Person, *, name: str, kind: str, edition: str = "", member: str
) -> Membership:
    """A new campaign and its owner; a house campaign says which edition it plays."""
    rules = campaigns.load(kind)
    campaign = Campaign.objects.create(
        name=tidy(name, CAMPAIGN_NAME),
        kind=kind,
        edition=rules.edition or edition,
        snapshot=codec.dump(new_campaign(rules)),
    )
    return _join(campaign, person, member, Role.OWNER)


@transaction.atomic
def rename_campaign(
    campaign: Campaign, name: str, *, seen: Mapping[str, str] | None = None
) -> None:
    """``seen`` has the name that the form showed; raises OvertakenError if it is another one now."""
    stored = Campaign.objects.select_for_update().values("name").get(pk=campaign.pk)
    name = tidy(name, CAMPAIGN_NAME)
    check_seen(stored, {"name": name}, seen)
    campaign.name = name
    campaign.save(update_fields=["name"])


def tidy(name: str, most: int) -> str:
    """The name with single spaces; raises CampaignError if it cannot be read or exported."""
    text = " ".join(name.split())
    if not text or len(text) > most or not is_writable(text):
        raise CampaignError("bad_name", most=most)
    return text


@transaction.atomic
def add_member(campaign: Campaign, *, name: str, role: Role) -> Membership:
    """Add a name that nobody has claimed; its personal link lets the person in."""
    return _join(campaign, Person(), name, role)


def _join(campaign: Campaign, person: Person, name: str, role: Role) -> Membership:
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    check_room(campaign)
    _forget_passers_by(campaign)
    name = _free_name(campaign, name)
    member = Membership.objects.create(
        campaign=campaign,
        key=_new_key(campaign, name),
        name=name,
        role=role,
        account=person.account,
    )
    if person.device and not person.account:
        member.devices.add(person.device)
    return member


def check_room(campaign: Campaign) -> None:
    """Raise ``members_many`` if nobody can join any more."""
    if campaign.members.filter(left=None).count() >= MOST_MEMBERS:
        raise CampaignError("members_many", most=MOST_MEMBERS)


def _forget_passers_by(campaign: Campaign) -> None:
    """Delete who left without a trace: names do not add up where somebody joins again and again."""
    gone = campaign.members.exclude(left=None)
    if gone.exists():
        gone.exclude(key__in=selectors.keys_in_use(campaign)).filter(notes=None).delete()


def _free_name(campaign: Campaign, name: str, but: Membership | None = None) -> str:
    name = tidy(name, MEMBER_NAME)
    others = campaign.members.filter(left=None)
    taken = {folded(other.name) for other in others if but is None or other.pk != but.pk}
    if folded(name) in taken:
        raise CampaignError("name_taken", name=name)
    return name


def _new_key(campaign: Campaign, name: str) -> str:
    taken = set(campaign.members.values_list("key", flat=True))
    stem = slugify(name, allow_unicode=True)[:20] or "member"
    keys = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(key for key in keys if key not in taken)


@transaction.atomic
def rename(member: Membership, name: str) -> None:
    """Change a member's own name; the key in the ledger stays."""
    _lock(member)
    member.name = _free_name(member.campaign, name, but=member)
    member.save(update_fields=["name"])


# Invitations ----------------------------------------------------------------


def invite(campaign: Campaign, *, role: Role, days: int | None = None) -> Invite:
    """A link for anybody who gets it; only ``change_role`` makes somebody an owner."""
    if role is Role.OWNER:
        raise CampaignError("no_owner_invite")
    return Invite.objects.create(
        campaign=campaign,
        role=role,
        token=secrets.token_urlsafe(INVITE_BYTES),
        expires=timezone.now() + timedelta(days=days) if days else None,
    )


def close_invite(invitation: Invite) -> None:
    invitation.closed = True
    invitation.save(update_fields=["closed"])


def rotate_invite(invitation: Invite) -> None:
    """Replace the link; the old one stops working at once."""
    invitation.token = secrets.token_urlsafe(INVITE_BYTES)
    invitation.save(update_fields=["token"])


@transaction.atomic
def accept(invitation: Invite, person: Person, name: str) -> Membership:
    """Join by invitation. A member stays as they are; somebody who left gets their key back."""
    campaign = Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    if not invitation.open:
        raise CampaignError("invite_closed")
    if not person.known:
        raise CampaignError("nobody")
    known = selectors.membership_of(person, campaign.pk)
    if known:
        return known
    back = _earlier(campaign, person)
    if back is None:
        return _join(campaign, person, name, Role(invitation.role))
    check_room(campaign)
    back.name = _free_name(campaign, name, but=back)
    back.role, back.left = invitation.role, None
    back.save(update_fields=["name", "role", "left"])
    return back


def _earlier(campaign: Campaign, person: Person) -> Membership | None:
    gone = campaign.members.exclude(left=None)
    if person.account:
        return gone.filter(account=person.account).first()
    return gone.filter(devices=person.device, account=None).first() if person.device else None


# Personal links -------------------------------------------------------------


def personal_link(member: Membership, *, asked_by: Membership) -> str:
    """The token of a new personal link; it is shown once and replaces the old one.

    Anyone who opens it is that member. Members make their own, and owners everybody's; where a name
    was claimed already, an owner's link opens no private notes of before, nor does one made by
    somebody who came in by such a link.
    """
    others = asked_by.pk != member.pk
    if others and asked_by.role != Role.OWNER:
        raise CampaignError("not_yours", name=member.name)
    token = codes.token()
    member.link = codes.fingerprint(token)
    member.link_from_owner = (
        selectors.claimed(member) if others else selectors.admitted_at(asked_by) is not None
    )
    member.save(update_fields=["link", "link_from_owner"])
    return token


def drop_link(member: Membership) -> None:
    """Make the personal link stop working."""
    member.link = ""
    member.save(update_fields=["link"])


@transaction.atomic
def open_link(token: str, person: Person) -> Membership | None:
    """The member whose link it is; the account, or else the device, becomes that member."""
    member = selectors.member_by_link(token)
    if member is None:
        return None
    known = selectors.membership_of(person, member.campaign_id)
    if known and known.pk == member.pk:
        return member
    if person.account and _may_hold(person, member):
        member.account = person.account
        member.save(update_fields=["account"])
        _admit(member, account=person.account)
    elif person.device and not _is_account(member, person):
        member.devices.add(person.device)
        _admit(member, device=person.device)
    return member


def _admit(member: Membership, **who: User | Device) -> None:
    if member.link_from_owner:
        member.admissions.create(**who)


def _is_account(member: Membership, person: Person) -> bool:
    return person.account is not None and member.account_id == person.account.pk


def _may_hold(person: Person, member: Membership) -> bool:
    other = Membership.objects.filter(campaign=member.campaign, account=person.account)
    return member.account_id is None and not other.exists()


@transaction.atomic
def claim(person: Person) -> str | None:
    """What the device holds goes to the account: its seats at tables, and its memberships, so that
    logging out leaves nothing of them open. Returns the device's new token, if it has one.

    Personal links from before end. Where the account is a member of a campaign already, the device
    keeps its own membership.
    """
    if person.account is None or person.device is None:
        return None
    token = companion.claim(person.device, person.account)
    if person.device.account_id != person.account.pk:
        return None
    for member in selectors.held_by(person.device):
        if _may_hold(person, member):
            member.account, member.link = person.account, ""
            member.save(update_fields=["account", "link"])
            member.admissions.filter(device=person.device).update(account=person.account)
            member.devices.remove(person.device)
    return token


# Roles and leaving ----------------------------------------------------------


@transaction.atomic
def change_role(member: Membership, role: Role) -> None:
    """Change a member's role; a campaign always keeps an owner."""
    _lock(member)
    if role is not Role.OWNER:
        _keep_an_owner(member)
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def leave(member: Membership) -> None:
    """Remove the member; their entries, their name in them and their key stay."""
    _lock(member)
    _keep_an_owner(member)
    member.left, member.link = timezone.now(), ""
    member.save(update_fields=["left", "link"])


@transaction.atomic
def remove(member: Membership, *, invites_too: bool) -> None:
    """Remove somebody else; `invites_too` closes the open invitations, one of which they may know."""
    leave(member)
    if invites_too:
        member.campaign.invites.update(closed=True)


def _lock(member: Membership) -> None:
    Campaign.objects.select_for_update().get(pk=member.campaign_id)


def _keep_an_owner(member: Membership) -> None:
    owners = member.campaign.members.filter(role=Role.OWNER, left=None)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise CampaignError("last_owner")
