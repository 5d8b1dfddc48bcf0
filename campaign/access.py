"""Who may do what: one table of needs and roles; strangers learn nothing (404)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Never
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from campaign.models import Membership, Photo, PrivateNote, Role
from campaign.person import Person
from campaign.selectors import members as found
from companion.access import device_of


class Need(StrEnum):
    """What a page or an action asks for."""

    READ = "read"
    WRITE = "write"
    """Entries and strikes; which ones, the table of verbs decides entry by entry."""
    PHOTOS = "photos"
    """Add photos, and delete one's own."""
    NOTES = "notes"
    """One's own private notes."""
    TABLE = "table"
    """Open a game's table and take over its result."""
    EXPORT = "export"
    KEEP = "keep"
    """Arrange what is no entry: any photo, the map's picture."""
    OWN = "own"
    """Members, invitations, roles, the campaign's name, trash."""


MAY: Mapping[Need, frozenset[Role]] = {
    Need.READ: frozenset(Role),
    Need.WRITE: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Need.PHOTOS: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Need.NOTES: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Need.TABLE: frozenset({Role.OWNER, Role.KEEPER}),
    Need.EXPORT: frozenset({Role.OWNER, Role.KEEPER}),
    Need.KEEP: frozenset({Role.OWNER, Role.KEEPER}),
    Need.OWN: frozenset({Role.OWNER}),
}


def person_of(request: HttpRequest) -> Person:
    """The account and the device a request comes from; another account's device is nobody's."""
    user = request.user if request.user.is_authenticated else None
    device = device_of(request)
    if user and device and device.account_id not in (None, user.pk):
        device = None
    return Person(account=user, device=device)


def may(member: Membership, need: Need) -> bool:
    return Role(member.role) in MAY[need]


def member_to(person: Person, campaign_id: UUID, need: Need) -> Membership:
    """The person's membership: 404 for strangers and what is in the trash, 403 for too small
    a role."""
    member = found.membership_of(person, campaign_id)
    if member is None or member.campaign.trashed:
        raise Http404
    if not may(member, need):
        raise PermissionDenied
    return member


def owner_of_trashed(person: Person, campaign_id: UUID) -> Membership:
    """The owner of a campaign that lies in the trash, to restore it or delete it for good."""
    member = found.membership_of(person, campaign_id)
    if member is None or not member.campaign.trashed or not may(member, Need.OWN):
        raise Http404
    return member


def other_member(member: Membership, member_id: UUID) -> Membership:
    """Another member of the same campaign."""
    rows = member.campaign.members.filter(pk=member_id, left=None).select_related("campaign")
    return rows.first() or _nothing()


def photo_of(member: Membership, photo_id: UUID) -> Photo:
    return member.campaign.photos.filter(pk=photo_id, trashed=None).first() or _nothing()


def photo_to_delete(member: Membership, photo_id: UUID) -> Photo:
    """A keeper deletes any photo, a player their own."""
    photo = photo_of(member, photo_id)
    if photo.member != member.key and not may(member, Need.KEEP):
        raise PermissionDenied
    return photo


def note_of(member: Membership, note_id: UUID) -> PrivateNote:
    """The member's own private note; another's does not exist for anybody."""
    return member.notes.filter(pk=note_id).first() or _nothing()


def _nothing() -> Never:
    raise Http404
