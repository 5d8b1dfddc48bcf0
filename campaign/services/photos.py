"""Photos come in: read with care, turned upright, made smaller, and written anew without a word
of what the camera knew."""

import warnings
from io import BytesIO
from threading import Lock
from typing import BinaryIO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image, ImageOps

from campaign.models import Membership, Photo
from campaign.models.photos import photo_path, thumbnail_path
from campaign.refusals import Refusal

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_MEGABYTES = 25
MOST_MEGAPIXELS = 64
MOST_PHOTOS = 1000
SIDE = 2000
# The largest picture takes half a gigabyte while it is made smaller: never two of them at once.
UNPACKING = Lock()
SMALL_SIDE = 480
QUALITY = 85


def add_photo(member: Membership, file: BinaryIO, *, about: str = "", caption: str = "") -> Photo:
    """Store a re-encoded copy and a thumbnail; the file itself is not kept.

    In no transaction: while pixels are counted, other tables can go on writing.
    """
    if member.campaign.photos.filter(trashed=None).count() >= MOST_PHOTOS:
        raise Refusal("photo_many", most=MOST_PHOTOS)
    image = upright(file)
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
    """Both files and their row; where the disk is full, none of them."""
    try:
        photo.file.save("", ContentFile(file), save=False)
        photo.thumbnail.save("", ContentFile(thumbnail), save=False)
        photo.save(force_insert=True)
    except Exception:
        drop_files(photo)
        raise


def drop_files(photo: Photo) -> None:
    """Also of a photo that was never stored, and what was written of a file before it failed."""
    for path in (photo_path(photo, ""), thumbnail_path(photo, "")):
        default_storage.delete(path)


def describe(photo: Photo, *, about: str, caption: str) -> None:
    photo.about, photo.caption = about, caption
    photo.save(update_fields=["about", "caption"])


def upright(file: BinaryIO) -> Image.Image:
    """The picture within bounds, turned as its camera says; refuses what is none."""
    raw = file.read(MOST_MEGABYTES * 1_000_000 + 1)
    if len(raw) > MOST_MEGABYTES * 1_000_000:
        raise Refusal("photo_large", most=MOST_MEGABYTES)
    image = opened(raw)
    try:
        image.draft("RGB", (SIDE, SIDE))  # a JPEG is read at a fraction of its size, if it may
        with UNPACKING:
            image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        return _on_white(ImageOps.exif_transpose(_in_eight_bits(image)))
    except (OSError, ValueError, SyntaxError) as error:
        raise Refusal("photo_unreadable") from error


def opened(raw: bytes) -> Image.Image:
    """The picture's head; its size is judged before any pixel is unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(raw), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise Refusal("photo_pixels", most=MOST_MEGAPIXELS) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise Refusal("photo_unreadable") from error
    if image.width * image.height > MOST_MEGAPIXELS * 1_000_000:
        raise Refusal("photo_pixels", most=MOST_MEGAPIXELS)
    return image


def smaller(image: Image.Image, side: int) -> Image.Image:
    """A copy whose longer side is at most that."""
    copy = image.copy()
    copy.thumbnail((side, side), Image.Resampling.LANCZOS)
    return copy


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Greys finer than that would all come out white."""
    return image.point(lambda grey: grey / 256).convert("L") if image.mode == "I;16" else image


def _on_white(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image.convert("RGB")
    clear = image.convert("RGBA")
    paper = Image.new("RGBA", clear.size, "white")
    return Image.alpha_composite(paper, clear).convert("RGB")


def encoded(image: Image.Image) -> bytes:
    """A JPEG file of pixels alone: no EXIF, no profile, no comment."""
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()
