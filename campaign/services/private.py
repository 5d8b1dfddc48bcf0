"""A player's own notes."""

from collections.abc import Mapping
from uuid import UUID, uuid4

from django.db import transaction

from campaign.errors import CampaignError
from campaign.models import Membership, PrivateNote
from campaign.selectors.members import notes_open_to
from web.overtaken import check_seen


def write_note(member: Membership, text: str, *, key: UUID | None = None) -> PrivateNote:
    """``key`` comes from the form: the same note sent twice with the same key is stored once."""
    earlier = PrivateNote.objects.filter(pk=key).first() if key else None
    if earlier and (earlier.member_id, earlier.text) == (member.pk, text):
        return earlier
    number = key if key and not earlier else uuid4()
    return member.notes.create(id=number, text=text, game=member.campaign.game)


@transaction.atomic
def change_note(note: PrivateNote, text: str, *, seen: Mapping[str, str] | None = None) -> None:
    """``seen`` has the text that the form showed; raises OvertakenError if it is another one now."""
    stored = PrivateNote.objects.select_for_update().values("text").get(pk=note.pk)
    check_seen(stored, {"text": text}, seen)
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
