"""Founding a campaign, letting people in, roles, links, leaving."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from campaign.models import Campaign, Invite, Membership, Role
from campaign.person import Person
from campaign.refusals import Refusal
from campaign.rules import campaigns
from campaign.selectors import members as found
from companion import codes
from companion.services import claim_device

INVITE_BYTES = 16
CAMPAIGN_NAME = 80
MEMBER_NAME = 40


@transaction.atomic
def create_campaign(
    person: Person, *, name: str, kind: str, edition: str = "", member: str
) -> Membership:
    """A new campaign and its owner; a house campaign says which edition it plays."""
    campaign = Campaign.objects.create(
        name=tidy(name, CAMPAIGN_NAME),
        kind=kind,
        edition=campaigns.load(kind).edition or edition,
    )
    return _join(campaign, person, member, Role.OWNER)


def rename_campaign(campaign: Campaign, name: str) -> None:
    campaign.name = tidy(name, CAMPAIGN_NAME)
    campaign.save(update_fields=["name"])


def tidy(name: str, most: int) -> str:
    """A name with single spaces; refused where nothing of it could be read or exported."""
    text = " ".join(name.split())
    if not text or len(text) > most or not text.isprintable():
        raise Refusal("bad_name", most=most)
    return text


@transaction.atomic
def add_member(campaign: Campaign, *, name: str, role: Role) -> Membership:
    """A name without anybody behind it; its personal link lets the person in."""
    return _join(campaign, Person(), name, role)


def _join(campaign: Campaign, person: Person, name: str, role: Role) -> Membership:
    Campaign.objects.select_for_update().get(pk=campaign.pk)
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


def _free_name(campaign: Campaign, name: str, but: Membership | None = None) -> str:
    name = tidy(name, MEMBER_NAME)
    others = campaign.members.filter(left=None)
    taken = {other.name.casefold() for other in others if but is None or other.pk != but.pk}
    if name.casefold() in taken:
        raise Refusal("name_taken", name=name)
    return name


def _new_key(campaign: Campaign, name: str) -> str:
    taken = set(campaign.members.values_list("key", flat=True))
    stem = slugify(name, allow_unicode=True)[:20] or "member"
    keys = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(key for key in keys if key not in taken)


def rename(member: Membership, name: str) -> None:
    """Another name for oneself; the ledger's key stays."""
    member.name = _free_name(member.campaign, name, but=member)
    member.save(update_fields=["name"])


# Invitations ----------------------------------------------------------------


def invite(campaign: Campaign, *, role: Role, days: int | None = None) -> Invite:
    """A link for anybody who gets it; owners are made by ``change_role`` alone."""
    if role is Role.OWNER:
        raise Refusal("no_owner_invite")
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
    """The old link is dead at once, the new one does the same."""
    invitation.token = secrets.token_urlsafe(INVITE_BYTES)
    invitation.save(update_fields=["token"])


@transaction.atomic
def accept(invitation: Invite, person: Person, name: str) -> Membership:
    """Join by invitation; who is a member stays as they are, who left comes back under their key."""
    campaign = Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    if not invitation.open:
        raise Refusal("invite_closed")
    if not person.known:
        raise Refusal("nobody")
    known = found.membership_of(person, campaign.pk)
    if known:
        return known
    back = _earlier(campaign, person)
    if back is None:
        return _join(campaign, person, name, Role(invitation.role))
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
    """The token of a new personal link; it is shown once and the old one is dead.

    Whoever opens it is that member, private notes included, so nobody makes it for somebody else,
    except for a name that nobody has come for yet.
    """
    if asked_by.pk != member.pk and found.claimed(member):
        raise Refusal("not_yours", name=member.name)
    token = codes.token()
    member.link = codes.fingerprint(token)
    member.save(update_fields=["link"])
    return token


def drop_link(member: Membership) -> None:
    """The personal link no longer works."""
    member.link = ""
    member.save(update_fields=["link"])


@transaction.atomic
def open_link(token: str, person: Person) -> Membership | None:
    """The member whose link it is; from now on the account, or else the device, is that member."""
    member = found.member_by_link(token)
    if member is None:
        return None
    if person.account and _may_hold(person, member):
        member.account = person.account
        member.save(update_fields=["account"])
    elif person.device and not _is_account(member, person):
        member.devices.add(person.device)
    return member


def _is_account(member: Membership, person: Person) -> bool:
    return person.account is not None and member.account_id == person.account.pk


def _may_hold(person: Person, member: Membership) -> bool:
    other = Membership.objects.filter(campaign=member.campaign, account=person.account)
    return member.account_id is None and not other.exists()


@transaction.atomic
def claim(person: Person) -> None:
    """What the device holds goes to the account: its seats at tables, and its memberships, so that
    logging out leaves nothing of them open.

    Where the account is a member of a campaign already, the device keeps its own membership.
    """
    if person.account is None or person.device is None:
        return
    if not claim_device(person.device, account=person.account):
        return
    for member in Membership.objects.filter(devices=person.device, account=None):
        if _may_hold(person, member):
            member.account = person.account
            member.save(update_fields=["account"])
            member.devices.remove(person.device)


# Roles and leaving ----------------------------------------------------------


@transaction.atomic
def change_role(member: Membership, role: Role) -> None:
    """Another role; a campaign always keeps an owner."""
    _lock(member)
    if role is not Role.OWNER:
        _keep_an_owner(member)
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def leave(member: Membership) -> None:
    """The member is gone; their entries, their name in them and their key stay."""
    _lock(member)
    _keep_an_owner(member)
    member.left, member.link = timezone.now(), ""
    member.save(update_fields=["left", "link"])


def _lock(member: Membership) -> None:
    Campaign.objects.select_for_update().get(pk=member.campaign_id)


def _keep_an_owner(member: Membership) -> None:
    owners = member.campaign.members.filter(role=Role.OWNER, left=None)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise Refusal("last_owner")
