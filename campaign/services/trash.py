"""Taking a campaign or a photo away, bringing it back within 30 days, deleting it for good."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaign.models import Campaign, Photo
from campaign.refusals import Refusal
from campaign.selectors.members import TRASH_DAYS


def trash(campaign: Campaign) -> None:
    """Nobody sees it any more; its owners can restore it for 30 days."""
    campaign.trashed = timezone.now()
    campaign.save(update_fields=["trashed"])


def restore(campaign: Campaign) -> None:
    if campaign.trashed and campaign.trashed < _oldest():
        raise Refusal("trash_over", days=TRASH_DAYS)
    campaign.trashed = None
    campaign.save(update_fields=["trashed"])


def delete(campaign: Campaign, *, typed: str) -> None:
    """Delete for good what lies in the trash, once its name was typed."""
    if not campaign.trashed:
        raise Refusal("not_in_trash")
    if typed.strip() != campaign.name:
        raise Refusal("wrong_name", name=campaign.name)
    _delete(campaign)


def trash_photo(photo: Photo) -> None:
    photo.trashed = timezone.now()
    photo.save(update_fields=["trashed"])


def restore_photo(photo: Photo) -> None:
    photo.trashed = None
    photo.save(update_fields=["trashed"])


def empty_trash() -> int:
    """Delete for good what has been in the trash for more than 30 days; how many things."""
    old = Q(trashed__lt=_oldest())
    campaigns = list(Campaign.objects.filter(old))
    for campaign in campaigns:
        _delete(campaign)
    photos = list(Photo.objects.filter(old))
    for photo in photos:
        _delete_photo(photo)
    return len(campaigns) + len(photos)


@transaction.atomic
def _delete(campaign: Campaign) -> None:
    for photo in campaign.photos.all():
        _delete_photo(photo)
    campaign.delete()


def _delete_photo(photo: Photo) -> None:
    photo.delete()
    # The files go last: a row without its file would be a broken picture.
    for file in (photo.file, photo.thumbnail):
        transaction.on_commit(partial(file.delete, save=False))


def _oldest() -> datetime:
    return timezone.now() - timedelta(days=TRASH_DAYS)
