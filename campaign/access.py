"""Who may do what: one table of permissions and roles; strangers get 404."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Never, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from accounts.device_cookie import account_in, device_in, device_of
from accounts.identity import Person
from accounts.models import Device
from campaign.models import Membership, Photo, PrivateNote, Role
from campaign.selectors import members as selectors


class Permission(StrEnum):
    """What a page or an action requires."""

    READ = "read"
    WRITE = "write"
    """Write entries and strikes; `rules/roles.py` decides which ones."""
    PHOTOS = "photos"
    """Add photos, and delete your own."""
    NOTES = "notes"
    """Your own private notes."""
    TABLE = "table"
    """Open a game's table and take over its result."""
    EXPORT = "export"
    KEEP = "keep"
    """Manage what is not an entry: all photos, the picture of the map."""
    OWN = "own"
    """Members, invitations, roles, the campaign's name, trash."""


MAY: Mapping[Permission, frozenset[Role]] = {
    Permission.READ: frozenset(Role),
    Permission.WRITE: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Permission.PHOTOS: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Permission.NOTES: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Permission.TABLE: frozenset({Role.OWNER, Role.KEEPER, Role.PLAYER}),
    Permission.EXPORT: frozenset({Role.OWNER, Role.KEEPER}),
    Permission.KEEP: frozenset({Role.OWNER, Role.KEEPER}),
    Permission.OWN: frozenset({Role.OWNER}),
}


def person_of(request: HttpRequest) -> Person:
    """The account and the device of a request; the device of another account does not count."""
    user = request.user if request.user.is_authenticated else None
    return _person(user, device_of(request))


def person_in(cookies: Mapping[str, str]) -> Person:
    """The same by the cookies alone, before Django has seen the request."""
    account = account_in(cookies)
    user = User.objects.filter(pk=account).first() if account else None
    return _person(user, device_in(cookies))


def _person(user: User | None, device: Device | None) -> Person:
    if user and device and device.account_id not in (None, user.pk):
        device = None
    return Person(account=user, device=device)


def account_of(request: HttpRequest) -> User:
    """The account of a page behind the login."""
    return cast(User, request.user)


def may(member: Membership, need: Permission) -> bool:
    return Role(member.role) in MAY[need]


def member_to(person: Person, campaign_id: UUID, need: Permission) -> Membership:
    """The person's membership; 404 for strangers and trashed campaigns (which 404.html tells
    their members), 403 for too low a role."""
    member = selectors.membership_of(person, campaign_id)
    if member is None:
        raise Http404
    if member.campaign.trashed:
        raise Http404("trashed")
    if not may(member, need):
        raise PermissionDenied
    return member


def owner_of_trashed(person: Person, campaign_id: UUID) -> Membership:
    """The owner of a campaign in the trash, who may restore it or delete it for good."""
    member = selectors.membership_of(person, campaign_id)
    if member is None or not member.campaign.trashed or not may(member, Permission.OWN):
        raise Http404
    return member


def other_member(member: Membership, member_id: UUID) -> Membership:
    """Another member of the same campaign; 404 if there is none."""
    rows = member.campaign.members.filter(pk=member_id, left=None).select_related("campaign")
    return rows.first() or _nothing()


def photo_of(member: Membership, photo_id: UUID) -> Photo:
    return member.campaign.photos.filter(pk=photo_id, trashed=None).first() or _nothing()


def photo_to_delete(member: Membership, photo_id: UUID) -> Photo:
    """A photo that the member may delete: any for a keeper, their own for a player."""
    photo = photo_of(member, photo_id)
    if photo.member != member.key and not may(member, Permission.KEEP):
        raise PermissionDenied
    return photo


def note_of(member: Membership, note_id: UUID) -> PrivateNote:
    """The member's own private note; 404 for those of others."""
    return selectors.notes_open_to(member).filter(pk=note_id).first() or _nothing()


def _nothing() -> Never:
    raise Http404
