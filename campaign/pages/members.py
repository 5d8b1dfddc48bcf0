"""The members of a campaign, its invitations, and a link with its QR code."""

from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _

from campaign.models import Invite, Membership, Role
from campaign.models.campaigns import ROLES
from campaign.selectors.members import claimed, invites_of, members_of
from companion.qr import Picture, picture


@dataclass(frozen=True, slots=True)
class MemberForms:
    """The forms of the page, one of which may have been refused."""

    add: forms.Form
    invite: forms.Form
    name: forms.Form


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """``here`` says how the person comes in."""

    id: UUID
    name: str
    role: str
    role_name: str
    here: str
    claimed: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersPage:
    rows: tuple[MemberRow, ...]
    invites: tuple[Invite, ...]
    roles: tuple[tuple[str, str], ...]
    may_own: bool


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link to hand on: as text and as a picture."""

    name: str
    url: str
    picture: Picture


def members_page(member: Membership) -> MembersPage:
    owner = member.role == Role.OWNER
    return MembersPage(
        rows=tuple(_row(member, row) for row in members_of(member.campaign)),
        invites=tuple(invites_of(member.campaign)) if owner else (),
        roles=tuple((role, str(name)) for role, name in ROLES),
        may_own=owner,
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
        return _("with an account")
    return _("on a device of their own") if row.devices.all() else _("not here yet")


def link_page(about: Membership | Invite, url: str) -> LinkPage:
    name = about.name if isinstance(about, Membership) else about.get_role_display()
    return LinkPage(name=str(name), url=url, picture=picture(url))
