"""All campaigns of whoever asks: the list, a new one, the trash."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access import Need, member_to, owner_of_trashed, person_of
from campaign.forms.campaigns import CampaignForm, DeleteForm, NameForm
from campaign.refusals import Refusal, said
from campaign.selectors import members as found
from campaign.services import members, trash
from campaign.views.show import show


@require_GET
def campaigns(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    context = {"members": found.campaigns_of(person), "trash": found.trash_of(person)}
    return render(request, "campaign/campaigns/page.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = CampaignForm(request.POST or None, initial={"kind": "legacy2"})
    if request.method == "POST" and form.is_valid():
        member = members.create_campaign(person_of(request), **form.cleaned_data)
        return redirect("campaign:home", member.campaign_id)
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/campaigns/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The campaign's name, and the way into the trash."""
    member = member_to(person_of(request), campaign_id, Need.OWN)
    form = NameForm(request.POST or None, initial={"name": member.campaign.name})
    if request.method == "POST" and form.is_valid():
        members.rename_campaign(member.campaign, form.cleaned_data["name"])
        return redirect("campaign:home", campaign_id)
    status = 422 if request.method == "POST" else 200
    return show(request, member, "campaigns/settings", tab="members", status=status, form=form)


@require_POST
def throw_away(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Need.OWN)
    trash.trash(member.campaign)
    messages.success(request, _("The campaign lies in the trash for 30 days."))
    return redirect("campaign:campaigns")


@require_POST
def restore(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = owner_of_trashed(person_of(request), campaign_id)
    try:
        trash.restore(member.campaign)
    except Refusal as refusal:
        messages.error(request, said(refusal))
        return redirect("campaign:campaigns")
    return redirect("campaign:home", campaign_id)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """For good, once its name was typed."""
    member = owner_of_trashed(person_of(request), campaign_id)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            trash.delete(member.campaign, typed=form.cleaned_data["typed"])
        except Refusal as refusal:
            form.add_error("typed", said(refusal))
        else:
            messages.success(request, _("The campaign is deleted."))
            return redirect("campaign:campaigns")
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "campaign": member.campaign}
    return render(request, "campaign/campaigns/delete.html", context, status=status)
