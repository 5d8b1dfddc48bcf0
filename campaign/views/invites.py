"""The doors into a campaign: an invitation, and a personal link."""

from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.access import person_of
from campaign.forms.members import PersonForm
from campaign.models import Invite
from campaign.person import Person
from campaign.refusals import Refusal, said
from campaign.selectors import members as found
from campaign.services import members
from companion import access as companion
from companion import guesses
from companion.refusals import TooManyError

Found = TypeVar("Found")


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Says who invites to what; joining takes a name, and no account."""
    invite = _guarded(request, found.invite_by(token))
    known = found.membership_of(person_of(request), invite.campaign_id)
    if known:
        return redirect("campaign:home", invite.campaign_id)
    form = PersonForm(request.POST or None, initial={"name": _own_name(request)})
    if request.method == "POST" and form.is_valid():
        return _join(request, invite, form)
    status = 422 if request.method == "POST" else 200
    return _door(request, invite, form, status)


def _join(request: HttpRequest, invite: Invite, form: PersonForm) -> HttpResponse:
    device, token = companion.device_to_act(request)
    account = person_of(request).account
    try:
        members.accept(invite, Person(account, device), form.cleaned_data["name"])
    except Refusal as refusal:
        form.add_error("name", said(refusal))
        return _door(request, invite, form, 422)
    response = redirect("campaign:home", invite.campaign_id)
    companion.remember(response, request, token)
    return response


def _door(request: HttpRequest, invite: Invite, form: PersonForm, status: int) -> HttpResponse:
    context = {"invite": invite, "form": form}
    return render(request, "campaign/members/invitation.html", context, status=status)


def _own_name(request: HttpRequest) -> str:
    return request.user.get_username() if request.user.is_authenticated else ""


@never_cache
@require_http_methods(["GET", "POST"])
def personal(request: HttpRequest, token: str) -> HttpResponse:
    """Looking at a personal link changes nothing, so that a preview of it in a chat cannot."""
    member = _guarded(request, found.member_by_link(token))
    if request.method == "GET":
        return render(request, "campaign/members/personal.html", {"member": member})
    device, fresh = companion.device_to_act(request)
    members.open_link(token, Person(person_of(request).account, device))
    response = redirect("campaign:home", member.campaign_id)
    companion.remember(response, request, fresh)
    return response


def _guarded(request: HttpRequest, thing: Found | None) -> Found:
    """What was found by a link; who tries many wrong ones is slowed down."""
    address = companion.address_of(request)
    try:
        guesses.check(address)
    except TooManyError as error:
        raise PermissionDenied(error.say(_)) from error
    if thing is None:
        guesses.count(address)
        raise Http404
    return thing
