"""The members of a campaign, its invitations, and a link with its QR code."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django import forms
from django.db.models import Max

from campaign.models import Invite, Membership, Role
from campaign.models.campaigns import ROLES
from campaign.selectors.members import claimed, invites_of, members_of
from web import qr


@dataclass(frozen=True, slots=True)
class MemberForms:
    """The forms of the page, one of which may have been refused."""

    add: forms.Form
    invite: forms.Form
    name: forms.Form


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """``here`` says how the person gets in: by ``account``, by ``device``, or not yet."""

    id: UUID
    name: str
    role: str
    role_name: str
    here: str
    claimed: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteRow:
    id: UUID
    role_name: str
    expires: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersPage:
    rows: tuple[MemberRow, ...]
    invites: tuple[InviteRow, ...]
    roles: tuple[tuple[str, str], ...]
    may_own: bool
    admitted: datetime | None
    """When somebody last came in as the reader by an owner's link."""
    shares: bool
    """Whether exports contain the reader's private notes."""


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link to pass on, as text and as a QR code; `notes_closed` if it opens none of before."""

    name: str
    url: str
    qr_code: str
    notes_closed: bool


def members_page(member: Membership) -> MembersPage:
    owner = member.role == Role.OWNER
    invites = invites_of(member.campaign) if owner else ()
    return MembersPage(
        rows=tuple(_row(member, row) for row in members_of(member.campaign)),
        invites=tuple(
            InviteRow(id=invite.pk, role_name=invite.get_role_display(), expires=invite.expires)
            for invite in invites
        ),
        roles=tuple((role, str(name)) for role, name in ROLES),
        may_own=owner,
        admitted=member.admissions.aggregate(Max("at"))["at__max"],
        shares=member.shares_notes,
    )


def _row(member: Membership, row: Membership) -> MemberRow:
    return MemberRow(
        id=row.pk,
        name=row.name,
        role=row.role,
        role_name=row.get_role_display(),
        here=_here(row),
        claimed=claimed(row),
        own=row.pk == member.pk,
    )


def _here(row: Membership) -> str:
    if row.account_id is not None:
        return "account"
    return "device" if row.devices.all() else ""


def link_page(about: Membership | Invite, url: str) -> LinkPage:
    name = about.name if isinstance(about, Membership) else about.get_role_display()
    closed = isinstance(about, Membership) and about.link_from_owner
    return LinkPage(name=str(name), url=url, qr_code=qr.svg(url), notes_closed=closed)
