"""The ways into a campaign: an invitation, and a personal link."""

from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import device_cookie
from accounts.identity import Person
from campaign.access import person_of
from campaign.errors import CampaignError, translate
from campaign.forms.members import PersonForm
from campaign.models import Invite
from campaign.selectors import members as selectors
from campaign.services import members

Found = TypeVar("Found")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Says who invites to what; joining takes a name, and no account."""
    invite = _found(selectors.invite_by(token))
    known = selectors.membership_of(person_of(request), invite.campaign_id)
    if known:
        return redirect("campaign:home", invite.campaign_id)
    form = PersonForm(request.POST or None, initial={"name": _own_name(request)})
    if request.method == "POST" and form.is_valid():
        return _join(request, invite, form)
    status = 422 if request.method == "POST" else 200
    return _door(request, invite, form, status)


def _join(request: HttpRequest, invite: Invite, form: PersonForm) -> HttpResponse:
    account = person_of(request).account
    try:
        members.check_room(invite.campaign)  # before anything is stored for this browser
        device, token = device_cookie.device_to_act(request)
        members.accept(invite, Person(account, device), form.cleaned_data["name"])
    except CampaignError as refusal:
        form.add_error("name", translate(refusal))
        return _door(request, invite, form, 422)
    response = redirect("campaign:home", invite.campaign_id)
    device_cookie.remember(response, request, token)
    return response


def _door(request: HttpRequest, invite: Invite, form: PersonForm, status: int) -> HttpResponse:
    context = {"invite": invite, "form": form}
    return render(request, "campaign/members/invitation.html", context, status=status)


def _own_name(request: HttpRequest) -> str:
    return request.user.get_username() if request.user.is_authenticated else ""


@never_cache
@require_http_methods(["GET", "POST"])
def personal(request: HttpRequest, token: str) -> HttpResponse:
    """A personal link. GET changes nothing, so that a link preview in a chat cannot."""
    member = _found(selectors.member_by_link(token))
    if request.method == "GET":
        return render(request, "campaign/members/personal.html", {"member": member})
    device, fresh = device_cookie.device_to_act(request)
    members.open_link(token, Person(person_of(request).account, device))
    response = redirect("campaign:home", member.campaign_id)
    device_cookie.remember(response, request, fresh)
    return response


def _found(thing: Found | None) -> Found:
    """What a link leads to, or 404. Links are too long to guess, so wrong ones are not counted."""
    if thing is None:
        raise Http404
    return thing
