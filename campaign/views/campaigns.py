"""The reader's campaigns: the list, a new one, the trash."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access import Permission, member_to, owner_of_trashed, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.campaigns import CampaignForm, DeleteForm, NameForm
from campaign.selectors import members as selectors
from campaign.services import members, trash
from campaign.views.show import show
from web.once import once
from web.overtaken import OvertakenError


@require_GET
def campaigns(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    mine = selectors.campaigns_of(person)
    context = {
        "members": mine,
        "imported": selectors.imported_twins(mine),
        "trash": selectors.trash_of(person),
        "trash_of_others": selectors.trash_of_others(person),
    }
    return render(request, "campaign/campaigns/page.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@once
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
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    sent = request.POST if request.method == "POST" else None
    form = NameForm(sent, initial={"name": member.campaign.name})
    if request.method == "POST" and form.is_valid():
        try:
            members.rename_campaign(member.campaign, form.cleaned_data["name"], seen=form.seen())
        except OvertakenError as overtaken:
            form.tell(overtaken)
        else:
            return redirect("campaign:home", campaign_id)
    return show(request, member, "campaigns/settings", tab="members", status=form.status, form=form)


@require_POST
def throw_away(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    trash.trash(member.campaign)
    messages.success(request, _("The campaign stays in the trash for 30 days."))
    return redirect("campaign:campaigns")


@require_POST
def restore(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = owner_of_trashed(person_of(request), campaign_id)
    try:
        trash.restore(member.campaign)
    except CampaignError as refusal:
        messages.error(request, translate(refusal))
        return redirect("campaign:campaigns")
    return redirect("campaign:home", campaign_id)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Delete a campaign for good, once its name was typed."""
    member = owner_of_trashed(person_of(request), campaign_id)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            trash.delete(member.campaign, typed=form.cleaned_data["typed"])
        except CampaignError as refusal:
            form.add_error("typed", translate(refusal))
        else:
            messages.success(request, _("The campaign is deleted."))
            return redirect("campaign:campaigns")
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "campaign": member.campaign}
    return render(request, "campaign/campaigns/delete.html", context, status=status)
