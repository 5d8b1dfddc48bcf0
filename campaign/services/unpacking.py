"""A file that was looked at becomes a new campaign; who imports it takes one of its names."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple
from uuid import uuid4

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from campaign import projection
from campaign.models import Campaign, GameRecord, LedgerEntry, Membership, Photo, PrivateNote, Touch
from campaign.person import Person
from campaign.refusals import Refusal
from campaign.rules.ledger import new_campaign
from campaign.rules.roles import Role
from campaign.services import photos
from campaign.services.files import ExtraPhoto
from campaign.services.imports import Parcel, read_parcel
from campaign.services.ledger import row_for, touches_for

WAITING = "imports"


class Picture(NamedTuple):
    """A photo that is not stored yet, and its two files."""

    photo: Photo
    file: bytes
    thumbnail: bytes


def set_aside(file: File) -> tuple[str, Parcel]:  # type: ignore[type-arg]
    """Check a file and keep it until its preview is confirmed; gives the name it waits under."""
    parcel = read_parcel(file)  # type: ignore[arg-type]
    file.seek(0)
    name = uuid4().hex
    default_storage.save(_path(name), ContentFile(file.read()))
    return name, parcel


def waiting(name: str) -> Parcel:
    """The file that waits under a name; raises Refusal where there is none."""
    if not name.isalnum() or not default_storage.exists(_path(name)):
        raise Refusal("file_missing", part=name[:40])
    with default_storage.open(_path(name), "rb") as file:
        return read_parcel(file)  # type: ignore[arg-type]


def forget(name: str) -> None:
    """The preview was not confirmed, or it was and is done with."""
    if name.isalnum():
        default_storage.delete(_path(name))


def forget_old() -> None:
    """Whose preview nobody came back to within a day."""
    if not default_storage.exists(WAITING):
        return
    oldest = timezone.now() - timedelta(days=1)
    for file in default_storage.listdir(WAITING)[1]:
        if default_storage.get_modified_time(f"{WAITING}/{file}") < oldest:
            default_storage.delete(f"{WAITING}/{file}")


def _path(name: str) -> str:
    return f"{WAITING}/{name}.zip"


def import_campaign(person: Person, parcel: Parcel, *, member: str) -> Membership:
    """A new campaign; the person is the member of that key, and owns it if nobody else would."""
    document = parcel.document
    if member not in {name.key for name in document.members}:
        raise Refusal("no_member")
    campaign = Campaign(
        name=document.title,
        kind=document.campaign,
        edition=parcel.extras.edition,
        sequence=document.entries[-1].number if document.entries else 0,
    )
    # Before anything is written: while pixels are counted, other tables can go on writing.
    pictures = [_picture(campaign, photo, parcel) for photo in parcel.extras.photos]
    try:
        with transaction.atomic():
            _import(campaign, parcel, pictures)
            return _take_name(campaign, person, member)
    except Exception:
        for picture in pictures:
            photos.drop_files(picture.photo)
        raise


def _import(campaign: Campaign, parcel: Parcel, pictures: Sequence[Picture]) -> None:
    campaign.save(force_insert=True)
    _import_members(campaign, parcel)
    _import_entries(campaign, parcel)
    GameRecord.objects.bulk_create(
        GameRecord(campaign=campaign, game=game, content=content)
        for game, content in parcel.records.items()
    )
    for picture in pictures:
        photos.store(picture.photo, picture.file, picture.thumbnail)


def _import_members(campaign: Campaign, parcel: Parcel) -> None:
    writers = {note.member for note in parcel.extras.notes}
    members = {
        name.key: Membership(
            campaign=campaign,
            key=name.key,
            name=name.name,
            role=name.role.value,
            left=timezone.now() if name.key in parcel.extras.left else None,
            shares_notes=name.key in writers,
        )
        for name in parcel.document.members
    }
    Membership.objects.bulk_create(members.values())
    PrivateNote.objects.bulk_create(
        PrivateNote(member=members[note.member], game=note.game, text=note.text, at=note.at)
        for note in parcel.extras.notes
    )


def _import_entries(campaign: Campaign, parcel: Parcel) -> None:
    entries = {entry.id: entry for entry in parcel.document.entries}
    rows = LedgerEntry.objects.bulk_create(row_for(campaign, e) for e in entries.values())
    about = [(row, entries[row.strikes] if row.strikes else row.entry) for row in rows]
    Touch.objects.bulk_create(touch for row, entry in about for touch in touches_for(row, entry))
    projection.write(campaign, new_campaign(campaign.rules), parcel.state)
    campaign.save()


def _picture(campaign: Campaign, extra: ExtraPhoto, parcel: Parcel) -> Picture:
    content = parcel.photos[extra.part]
    image = photos.opened(content)
    photo = Photo(
        campaign=campaign,
        key=extra.key,
        about=extra.about,
        caption=extra.caption,
        member=extra.member,
        at=extra.at,
        width=image.width,
        height=image.height,
    )
    small = photos.encoded(photos.smaller(image, photos.SMALL_SIDE))
    return Picture(photo, content, small)


def _take_name(campaign: Campaign, person: Person, key: str) -> Membership:
    member = campaign.members.get(key=key)
    owners = campaign.members.filter(role=Role.OWNER.value, left=None).exclude(pk=member.pk)
    if not owners.exists():
        member.role = Role.OWNER.value
    member.account, member.left = person.account, None
    member.save()
    if person.device and not person.account:
        member.devices.add(person.device)
    return member
