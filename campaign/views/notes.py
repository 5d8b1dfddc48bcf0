"""A player's private notes: theirs alone."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.access import Permission, member_to, note_of, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.members import ChangedNoteForm, NoteForm
from campaign.models import Membership
from campaign.pages.characters import note_views
from campaign.selectors.ledger import state_of
from campaign.selectors.members import notes_open_to
from campaign.services import private
from campaign.views.line import form_key
from campaign.views.show import show
from web.once import once
from web.overtaken import OvertakenError


@never_cache
@require_http_methods(["GET", "POST"])
@once
def write(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.NOTES)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        private.write_note(member, form.cleaned_data["text"], key=form_key(request))
        return redirect(_own_notes(member))
    status = 422 if request.method == "POST" else 200
    context = {
        "form": form,
        "notes": note_views(notes_open_to(member)),
        "shares": member.shares_notes,
    }
    return show(request, member, "notes/page", tab="characters", status=status, **context)


@never_cache
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, campaign_id: UUID, note_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.NOTES)
    note = note_of(member, note_id)
    sent = request.POST if request.method == "POST" else None
    form = ChangedNoteForm(sent, initial={"text": note.text})
    if request.method == "POST" and form.is_valid():
        try:
            private.change_note(note, form.cleaned_data["text"], seen=form.seen())
        except OvertakenError as overtaken:
            form.tell(overtaken)
        else:
            return redirect(_own_notes(member))
    return show(
        request, member, "notes/page", tab="characters", status=form.status, form=form, note=note
    )


@require_POST
def delete(request: HttpRequest, campaign_id: UUID, note_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.NOTES)
    private.delete_note(note_of(member, note_id))
    return redirect(_own_notes(member))


@require_POST
def share(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Set whether exports of the campaign contain the notes."""
    member = member_to(person_of(request), campaign_id, Permission.NOTES)
    try:
        private.share_notes(member, agreed="agreed" in request.POST)
    except CampaignError as refusal:
        messages.error(request, translate(refusal))
    return redirect(_own_notes(member))


def _own_notes(member: Membership) -> str:
    """The address of the character the member plays, where the notes are."""
    characters = state_of(member.campaign).characters.values()
    own = next((c.key for c in characters if c.player == member.key), "")
    if not own:
        return reverse("campaign:note-write", args=[member.campaign_id])
    return reverse("campaign:character", args=[member.campaign_id, own]) + "#own-notes"
