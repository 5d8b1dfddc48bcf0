"""Members, their roles, invitations and personal links."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.device_cookie import device_of
from campaign.access import Permission, member_to, other_member, person_of
from campaign.errors import CampaignError, translate
from campaign.forms.members import AddForm, InviteForm, PersonForm, RemoveForm, RoleForm
from campaign.models import Invite, Membership, Role
from campaign.pages.members import MemberForms, link_page, members_page
from campaign.services import members as services
from campaign.services.seats import removed, rights_changed
from campaign.views.show import show
from web.addresses import shared
from web.once import once


@require_GET
def members(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    return _list(request, member_to(person_of(request), campaign_id, Permission.READ))


def _list(
    request: HttpRequest, member: Membership, sent: MemberForms | None = None
) -> HttpResponse:
    """The members; ``sent`` holds the form that was refused."""
    page = members_page(member)
    forms = sent or MemberForms(
        add=AddForm(), invite=InviteForm(), name=PersonForm(initial={"name": member.name})
    )
    status = 422 if sent else 200
    return show(
        request, member, "members/page", tab="members", status=status, page=page, forms=forms
    )


def _again(
    request: HttpRequest, member: Membership, refused: CampaignError | None = None
) -> HttpResponse:
    if refused:
        messages.error(request, translate(refused))
        return _list(
            request, member, MemberForms(add=AddForm(), invite=InviteForm(), name=PersonForm())
        )
    return redirect("campaign:members", member.campaign_id)


@require_POST
@once
def add(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    form = AddForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            services.add_member(member.campaign, name=given["name"], role=Role(given["role"]))
        except CampaignError as refusal:
            form.add_error("name", translate(refusal))
        else:
            return _again(request, member)
    return _list(request, member, MemberForms(add=form, invite=InviteForm(), name=PersonForm()))


@require_POST
def rename(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    form = PersonForm(request.POST)
    if form.is_valid():
        try:
            services.rename(member, form.cleaned_data["name"])
        except CampaignError as refusal:
            form.add_error("name", translate(refusal))
        else:
            return _again(request, member)
    return _list(request, member, MemberForms(add=AddForm(), invite=InviteForm(), name=form))


@require_POST
def role(request: HttpRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    other = other_member(member, member_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the roles."))
        return _list(request, member, MemberForms(AddForm(), InviteForm(), PersonForm()))
    try:
        services.change_role(other, Role(form.cleaned_data["role"]))
        rights_changed(other)
    except CampaignError as refusal:
        return _again(request, member, refusal)
    return _again(request, member)


@require_POST
def remove(request: HttpRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    """Remove a member; what they wrote stays."""
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    form = RemoveForm(request.POST)
    try:
        other = other_member(member, member_id)
        services.remove(other, invites_too=form.is_valid() and form.cleaned_data["invites_too"])
        removed(other, device_of(request))
    except CampaignError as refusal:
        return _again(request, member, refusal)
    if member.pk == member_id:
        return redirect("campaign:campaigns")
    return _again(request, member)


@require_POST
def leave(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    try:
        services.leave(member)
        rights_changed(member)
    except CampaignError as refusal:
        return _again(request, member, refusal)
    messages.success(request, _("You have left the campaign. What you wrote stays in its ledger."))
    return redirect("campaign:campaigns")


@require_POST
@never_cache
def link(request: HttpRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    """A new personal link, shown only this once; it replaces the old one."""
    member = member_to(person_of(request), campaign_id, Permission.READ)
    other = member if member.pk == member_id else _other(request, campaign_id, member_id)
    try:
        token = services.personal_link(other, asked_by=member)
    except CampaignError as refusal:
        return _again(request, member, refusal)
    url = shared(request, reverse("campaign:personal", args=[token]))
    return show(request, member, "members/link", tab="members", page=link_page(other, url))


def _other(request: HttpRequest, campaign_id: UUID, member_id: UUID) -> Membership:
    """The other member, for whom only an owner makes a link."""
    return other_member(member_to(person_of(request), campaign_id, Permission.OWN), member_id)


# Invitations ----------------------------------------------------------------


@require_POST
@once
def invite(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _list(request, member, MemberForms(add=AddForm(), invite=form, name=PersonForm()))
    given = form.cleaned_data
    made = services.invite(member.campaign, role=Role(given["role"]), days=given["days"] or None)
    return redirect("campaign:invite-page", campaign_id, made.pk)


@require_GET
@never_cache
def invite_page(request: HttpRequest, campaign_id: UUID, invite_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    found = _invite(member, invite_id)
    url = shared(request, reverse("campaign:invitation", args=[found.token]))
    page = link_page(found, url)
    return show(request, member, "members/invite", tab="members", page=page, invite=found)


@require_POST
def close(request: HttpRequest, campaign_id: UUID, invite_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    services.close_invite(_invite(member, invite_id))
    return _again(request, member)


@require_POST
def rotate(request: HttpRequest, campaign_id: UUID, invite_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.OWN)
    services.rotate_invite(_invite(member, invite_id))
    return redirect("campaign:invite-page", campaign_id, invite_id)


def _invite(member: Membership, invite_id: UUID) -> Invite:
    """An invitation of this campaign that still lets people in."""
    found = member.campaign.invites.filter(pk=invite_id).first()
    if found is None or not found.open:
        raise Http404
    return found
