"""Photos: the gallery, adding, describing, deleting; files are served to members only."""

from uuid import UUID

from django.contrib import messages
from django.db.models.fields.files import FieldFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access import Permission, may, member_to, person_of, photo_of, photo_to_delete
from campaign.errors import CampaignError, translate
from campaign.forms.photos import DescribeForm, PhotoForm
from campaign.models import Membership, Photo
from campaign.pages.photos import photo_view, photo_views
from campaign.selectors import photos as selectors
from campaign.selectors.ledger import state_of
from campaign.selectors.members import names_of
from campaign.services import photos as services
from campaign.services import trash
from campaign.views.show import show
from web.once import once
from web.overtaken import OvertakenError


@require_http_methods(["GET", "POST"])
@once
def photos(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    need = Permission.PHOTOS if request.method == "POST" else Permission.READ
    member = member_to(person_of(request), campaign_id, need)
    state = state_of(member.campaign)
    first = request.GET.get("about") or (f"game:{state.game}" if state.game else "")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PhotoForm(*sent, state=state, initial={"about": first})
    if request.method == "POST" and form.is_valid():
        return _add(request, member, form)
    return _gallery(request, member, form)


def _add(request: HttpRequest, member: Membership, form: PhotoForm) -> HttpResponse:
    given = form.cleaned_data
    try:
        services.add_photo(member, given["photo"], about=given["about"], caption=given["caption"])
    except CampaignError as refusal:
        form.add_error("photo", translate(refusal))
        return _gallery(request, member, form)
    return redirect("campaign:photos", member.campaign_id)


def _gallery(request: HttpRequest, member: Membership, form: PhotoForm) -> HttpResponse:
    campaign = member.campaign
    return show(
        *(request, member, "photos/page"),
        tab="photos",
        status=422 if form.is_bound else 200,
        form=form,
        photos=photo_views(selectors.photos_of(campaign)),
        trashed=photo_views(selectors.trashed_photos_of(campaign))
        if may(member, Permission.KEEP)
        else (),
    )


@require_http_methods(["GET", "POST"])
def photo(request: HttpRequest, campaign_id: UUID, photo_id: UUID) -> HttpResponse:
    """One photo; members who may delete it may also say what it shows."""
    member = member_to(person_of(request), campaign_id, Permission.READ)
    picture = photo_of(member, photo_id)
    if request.method == "POST":
        picture = photo_to_delete(_writer(request, campaign_id), photo_id)
    state = state_of(member.campaign)
    first = {"about": picture.about, "caption": picture.caption}
    form = DescribeForm(request.POST or None, state=state, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            services.describe(picture, **form.cleaned_data, seen=form.seen())
        except OvertakenError as overtaken:
            form.tell(overtaken)
        else:
            return redirect("campaign:photo", campaign_id, photo_id)
    return _one(request, member, picture, form)


def _one(
    request: HttpRequest, member: Membership, picture: Photo, form: DescribeForm
) -> HttpResponse:
    own = picture.member == member.key and may(member, Permission.PHOTOS)
    return show(
        *(request, member, "photos/photo"),
        tab="photos",
        status=form.status,
        photo=photo_view(picture),
        form=form,
        changes=own or may(member, Permission.KEEP),
        by=names_of(member.campaign).get(picture.member, ""),
    )


def _writer(request: HttpRequest, campaign_id: UUID) -> Membership:
    return member_to(person_of(request), campaign_id, Permission.PHOTOS)


@require_POST
def delete(request: HttpRequest, campaign_id: UUID, photo_id: UUID) -> HttpResponse:
    member = _writer(request, campaign_id)
    trash.trash_photo(photo_to_delete(member, photo_id))
    messages.success(request, _("The photo stays in the trash for 30 days."))
    return redirect("campaign:photos", campaign_id)


@require_POST
def restore(request: HttpRequest, campaign_id: UUID, photo_id: UUID) -> HttpResponse:
    member = member_to(person_of(request), campaign_id, Permission.KEEP)
    picture = member.campaign.photos.exclude(trashed=None).filter(pk=photo_id).first()
    if picture is None:
        raise Http404
    trash.restore_photo(picture)
    return redirect("campaign:photo", campaign_id, photo_id)


@require_GET
@cache_control(private=True, no_cache=True)
def file(request: HttpRequest, campaign_id: UUID, photo_id: UUID) -> HttpResponseBase:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return _served(request, photo_of(member, photo_id).file)


@require_GET
@cache_control(private=True, no_cache=True)
def small(request: HttpRequest, campaign_id: UUID, photo_id: UUID) -> HttpResponseBase:
    member = member_to(person_of(request), campaign_id, Permission.READ)
    return _served(request, photo_of(member, photo_id).thumbnail)


def _served(request: HttpRequest, stored: FieldFile) -> HttpResponseBase:
    """A stored file. It never changes, so a browser that has it gets 304."""
    etag = quote_etag(stored.name or "")
    known = get_conditional_response(request, etag)
    if known is not None:
        return known
    try:
        response = FileResponse(stored.open("rb"), content_type="image/jpeg")
    except FileNotFoundError:  # lost, or not restored with the database
        raise Http404 from None
    response["ETag"] = etag
    return response
