"""Moves a campaign or a photo to the trash, restores it within 30 days, deletes it for good."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaign.errors import CampaignError
from campaign.models import (
    Campaign,
    EntryReference,
    GameRecord,
    LedgerEntry,
    Membership,
    Photo,
    PrivateNote,
    projection,
)
from campaign.selectors.members import TRASH_DAYS
from campaign.services import pieces

FEW = 4
"""Records of games deleted at once: each may be long."""


def trash(campaign: Campaign) -> None:
    """Move a campaign to the trash: nobody sees it, its owners can restore it for 30 days."""
    campaign.trashed = timezone.now()
    campaign.save(update_fields=["trashed"])


def restore(campaign: Campaign) -> None:
    if campaign.trashed and campaign.trashed < _oldest():
        raise CampaignError("trash_over", days=TRASH_DAYS)
    campaign.trashed = None
    campaign.save(update_fields=["trashed"])


def delete(campaign: Campaign, *, typed: str) -> None:
    """Delete a campaign in the trash for good; its name must have been typed."""
    if not campaign.trashed:
        raise CampaignError("not_in_trash")
    if typed.strip() != campaign.name:
        raise CampaignError("wrong_name", name=campaign.name)
    remove(campaign)


def trash_photo(photo: Photo) -> None:
    photo.trashed = timezone.now()
    photo.save(update_fields=["trashed"])


def restore_photo(photo: Photo) -> None:
    photo.trashed = None
    photo.save(update_fields=["trashed"])


def empty_trash() -> int:
    """Delete for good what has been in the trash for more than 30 days; returns how many things."""
    old = Q(trashed__lt=_oldest())
    campaigns = list(Campaign.objects.filter(old))
    for campaign in campaigns:
        remove(campaign)
    photos = list(Photo.objects.filter(old))
    for photo in photos:
        _delete_photo(photo)
    return len(campaigns) + len(photos)


def remove(campaign: Campaign) -> None:
    """Delete a campaign that is in the trash, in pieces, once it is nobody's.

    What is left if this process is stopped is still in the trash, and leaves with it.
    """
    campaign.members.update(account=None, left=timezone.now())
    pieces.delete(PrivateNote, member__campaign=campaign)
    pieces.delete(Membership, campaign=campaign)
    for photo in campaign.photos.all():
        _delete_photo(photo)
    pieces.delete(EntryReference, entry__campaign=campaign)
    pieces.delete(LedgerEntry, campaign=campaign)
    pieces.delete(GameRecord, FEW, campaign=campaign)
    for shelf in projection.MAPPINGS:
        pieces.delete(shelf.model, campaign=campaign)
    campaign.delete()


def _delete_photo(photo: Photo) -> None:
    photo.delete()
    # Files last: a row without its file would be a broken picture.
    for file in (photo.file, photo.thumbnail):
        transaction.on_commit(partial(file.delete, save=False))


def _oldest() -> datetime:
    return timezone.now() - timedelta(days=TRASH_DAYS)
