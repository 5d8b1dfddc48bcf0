"""What a campaign's file holds, before it becomes a campaign."""

from dataclasses import dataclass

from campaign.rules import campaigns
from campaign.services.imports import Parcel


@dataclass(frozen=True, slots=True, kw_only=True)
class ParcelPage:
    title: str
    kind: str
    members: tuple[str, ...]
    entries: int
    games: int
    cards: int
    photos: int
    notes: int


def parcel_page(parcel: Parcel) -> ParcelPage:
    document = parcel.document
    return ParcelPage(
        title=document.title,
        kind=campaigns.load(document.campaign).name,
        members=tuple(member.name for member in document.members),
        entries=len(document.entries),
        games=parcel.state.game,
        cards=len(parcel.state.cards),
        photos=len(parcel.photos),
        notes=len(parcel.extras.notes),
    )
