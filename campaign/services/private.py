"""A player's own journal notes."""

from campaign.errors import CampaignError
from campaign.models import Membership, PrivateNote
from campaign.selectors.members import notes_open_to


def write_note(member: Membership, text: str) -> PrivateNote:
    return member.notes.create(text=text, game=member.campaign.game)


def change_note(note: PrivateNote, text: str) -> None:
    note.text = text
    note.save(update_fields=["text"])


def delete_note(note: PrivateNote) -> None:
    note.delete()


def share_notes(member: Membership, *, agreed: bool) -> None:
    """Set whether the campaign's exports contain the member's private notes.

    Only whoever wrote all of them can agree; raises CampaignError.
    """
    if agreed and notes_open_to(member).count() < member.notes.count():
        raise CampaignError("not_all_yours")
    member.shares_notes = agreed
    member.save(update_fields=["shares_notes"])
