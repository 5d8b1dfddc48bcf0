"""A player's own journal notes."""

from campaign.models import Membership, PrivateNote


def write_note(member: Membership, text: str) -> PrivateNote:
    return member.notes.create(text=text, game=member.campaign.game)


def change_note(note: PrivateNote, text: str) -> None:
    note.text = text
    note.save(update_fields=["text"])


def delete_note(note: PrivateNote) -> None:
    note.delete()


def share_notes(member: Membership, *, agreed: bool) -> None:
    """Whether the member's private notes go along in the campaign's export."""
    member.shares_notes = agreed
    member.save(update_fields=["shares_notes"])
