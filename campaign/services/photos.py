"""Adds photos: checked, turned upright, made smaller, and encoded again without any of the
camera's data."""

import warnings
from collections.abc import Mapping
from io import BytesIO
from threading import Lock
from typing import BinaryIO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from PIL import Image, ImageOps

from campaign.errors import CampaignError
from campaign.models import Membership, Photo
from campaign.models.photos import photo_path, thumbnail_path
from campaign.services.shrinking import MOST_PIXELS, most_pixels, shrunk
from web.overtaken import check_seen

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_MEGABYTES = 25
MILLION = 1_000_000
MOST_PHOTOS = 1000
# Never two of them in memory at once.
UNPACKING = Lock()
SMALL_SIDE = 480
QUALITY = 85


def add_photo(member: Membership, file: BinaryIO, *, about: str = "", caption: str = "") -> Photo:
    """Store a re-encoded copy and a thumbnail; the file itself is not kept.

    Outside any transaction, so that tables can go on writing while pixels are decoded.
    """
    if member.campaign.photos.filter(trashed=None).count() >= MOST_PHOTOS:
        raise CampaignError("photo_many", most=MOST_PHOTOS)
    image = upright(file)
    if not Membership.objects.filter(pk=member.pk, left=None).exists():  # left meanwhile
        raise CampaignError("gone")
    photo = Photo(
        campaign=member.campaign,
        about=about,
        caption=caption,
        member=member.key,
        width=image.width,
        height=image.height,
    )
    store(photo, encoded(image), encoded(smaller(image, SMALL_SIDE)))
    return photo


def store(photo: Photo, file: bytes, thumbnail: bytes) -> None:
    """Store both files and their row; if the disk is full, none of them."""
    try:
        store_files(photo, file, thumbnail)
        photo.save(force_insert=True)
    except Exception:
        drop_files(photo)
        raise


def store_files(photo: Photo, file: bytes, thumbnail: bytes) -> None:
    photo.file.save("", ContentFile(file), save=False)
    photo.thumbnail.save("", ContentFile(thumbnail), save=False)


def drop_files(photo: Photo) -> None:
    """Delete the files of a photo, even one never stored or only partly written."""
    for path in (photo_path(photo, ""), thumbnail_path(photo, "")):
        default_storage.delete(path)


@transaction.atomic
def describe(
    photo: Photo, *, about: str, caption: str, seen: Mapping[str, str] | None = None
) -> None:
    """``seen`` is what the form showed; raises OvertakenError where it says something else now."""
    stored = Photo.objects.select_for_update().values("about", "caption").get(pk=photo.pk)
    check_seen(stored, {"about": about, "caption": caption}, seen)
    photo.about, photo.caption = about, caption
    photo.save(update_fields=["about", "caption"])


def upright(file: BinaryIO) -> Image.Image:
    """The picture, made small enough and turned upright; refuses anything else."""
    raw = file.read(MOST_MEGABYTES * MILLION + 1)
    if len(raw) > MOST_MEGABYTES * MILLION:
        raise CampaignError("photo_large", most=MOST_MEGABYTES)
    image = opened(raw)
    try:
        with UNPACKING:
            return ImageOps.exif_transpose(shrunk(image))
    except (OSError, ValueError, SyntaxError) as error:
        raise CampaignError("photo_unreadable") from error


def opened(raw: bytes) -> Image.Image:
    """The picture with its header read; its size is checked before any pixel is decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(raw), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise CampaignError("photo_pixels", most=MOST_PIXELS // MILLION) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise CampaignError("photo_unreadable") from error
    most = most_pixels(image, raw)
    if image.width * image.height > most:
        raise CampaignError("photo_pixels", most=most // MILLION)
    return image


def smaller(image: Image.Image, side: int) -> Image.Image:
    """A copy whose longer side is at most that."""
    copy = image.copy()
    copy.thumbnail((side, side), Image.Resampling.LANCZOS)
    return copy


def encoded(image: Image.Image) -> bytes:
    """A JPEG file with only pixels: no EXIF, no profile, no comment."""
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()
