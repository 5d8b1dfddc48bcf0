"""Photos of a campaign, by what they show."""

from campaign.models import Campaign, Photo

MAP = "map"


def photos_of(campaign: Campaign, about: str = "") -> list[Photo]:
    """All photos that are not in the trash, newest first, or those of one thing."""
    rows = campaign.photos.filter(trashed=None).order_by("-created_at", "id")
    return list(rows.filter(about=about) if about else rows)


def trashed_photos_of(campaign: Campaign) -> list[Photo]:
    return list(campaign.photos.exclude(trashed=None).order_by("-trashed"))


def latest_by_thing(campaign: Campaign, kind: str) -> dict[str, Photo]:
    """For each card, character or game the newest photo about it, by its key."""
    rows = campaign.photos.filter(trashed=None, about__startswith=f"{kind}:").order_by("created_at")
    return {photo.about.partition(":")[2]: photo for photo in rows}


def picture_of(campaign: Campaign, about: str) -> Photo | None:
    """The newest photo about one thing: the map, a character's portrait."""
    return campaign.photos.filter(trashed=None, about=about).order_by("-created_at").first()
