"""What is in a campaign's file, before it becomes a campaign."""

from dataclasses import dataclass

from campaign.rules import campaigns
from campaign.services.imports import CampaignArchive


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage:
    title: str
    kind: str
    members: tuple[str, ...]
    entries: int
    games: int
    cards: int
    photos: int
    notes: int


def archive_page(archive: CampaignArchive) -> ArchivePage:
    document = archive.document
    return ArchivePage(
        title=document.title,
        kind=campaigns.load(document.campaign).name,
        members=tuple(member.name for member in document.members),
        entries=len(document.entries),
        games=archive.state.game,
        cards=len(archive.state.cards),
        photos=len(archive.extras.photos),
        notes=len(archive.extras.notes),
    )
