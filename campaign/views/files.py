"""A campaign as a file, a file as a campaign, and its plays for other programs."""

from io import BytesIO
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from campaign.access import Permission, account_of, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.files import FileForm, TakeForm
from campaign.models import Campaign
from campaign.pages.files import archive_page
from campaign.rules.roles import Role
from campaign.selectors.plays import bg_stats_of, csv_of
from campaign.services import unpacking
from campaign.services.exports import export_campaign, taken_home
from campaign.services.imports import CampaignArchive
from web.once import once


@never_cache
@require_GET
def export(request: HttpRequest, campaign_id: UUID) -> FileResponse:
    member = member_to(person_of(request), campaign_id, Permission.EXPORT)
    content = BytesIO()
    export_campaign(member.campaign, content)
    content.seek(0)
    if member.role == Role.OWNER:
        taken_home(member.campaign)
    return FileResponse(content, as_attachment=True, filename=_name(member.campaign, "zip"))


def _name(campaign: Campaign, ending: str) -> str:
    """A file name with only the day and the kind of campaign."""
    return f"{campaign.kind}-{timezone.localdate():%Y-%m-%d}.{ending}"


@never_cache
@require_GET
def plays(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.EXPORT)
    return _download(
        csv_of(member.campaign), "text/csv; charset=utf-8", _name(member.campaign, "csv")
    )


@never_cache
@require_GET
def bg_stats(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.EXPORT)
    name = _name(member.campaign, "bgsplay")
    return _download(bg_stats_of(member.campaign), "application/json", name)


def _download(content: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Preview a file; nothing is imported before that is confirmed."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            name = unpacking.set_aside(form.cleaned_data["file"], account_of(request))
        except CampaignError as refusal:
            form.add_error("file", translate(refusal))
        else:
            return redirect("campaign:import-preview", name)
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/files/bring.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "POST"])
@once
def bring_preview(request: HttpRequest, name: str) -> HttpResponse:
    try:
        with unpacking.waiting(name, account_of(request)) as archive:
            return _preview(request, archive)
    except CampaignError:
        return redirect("campaign:import")


def _preview(request: HttpRequest, archive: CampaignArchive) -> HttpResponse:
    form = TakeForm(request.POST or None, members=archive.document.members)
    if request.method == "POST" and form.is_valid():
        return _take(request, archive, form)
    context = {"form": form, "page": archive_page(archive)}
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/files/preview.html", context, status=status)


def _take(request: HttpRequest, archive: CampaignArchive, form: forms.Form) -> HttpResponse:
    key = form.cleaned_data["member"]
    try:
        member = unpacking.import_campaign(person_of(request), archive, member=key)
    except CampaignError as refusal:
        form.add_error("member", translate(refusal))
        context = {"form": form, "page": archive_page(archive)}
        return render(request, "campaign/files/preview.html", context, status=422)
    unpacking.forget(account_of(request))
    return redirect("campaign:home", member.campaign_id)
