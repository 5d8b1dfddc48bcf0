"""Photos as links to their pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from campaign.models import Photo


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoView:
    id: UUID
    caption: str
    created_at: datetime
    width: int
    height: int


def photo_view(photo: Photo) -> PhotoView:
    return PhotoView(
        id=photo.pk,
        caption=photo.caption,
        created_at=photo.created_at,
        width=photo.width,
        height=photo.height,
    )


def photo_views(photos: Iterable[Photo]) -> tuple[PhotoView, ...]:
    return tuple(map(photo_view, photos))


def id_of(photo: Photo | None) -> UUID | None:
    return photo.pk if photo else None
