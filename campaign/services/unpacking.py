"""Makes a new campaign of a previewed file; the importer becomes one of its members."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import (
    Campaign,
    EntryReference,
    GameRecord,
    LedgerEntry,
    Membership,
    Photo,
    PrivateNote,
    projection,
)
from campaign.rules.ledger import new_campaign
from campaign.rules.roles import Role
from campaign.services import photos, pieces
from campaign.services.files import ExtraPhoto
from campaign.services.imports import CampaignArchive, read_archive
from campaign.services.ledger import references_for, row_for
from campaign.services.trash import remove

WAITING = "imports"
KEPT = timedelta(days=1)
FEW = 4
"""Records of games stored at once: each may be long."""


def set_aside(file: File, account: AbstractBaseUser) -> str:  # type: ignore[type-arg]
    """Check a file and keep it until its account confirms its preview; returns its name.

    One file waits for an account; an earlier one is deleted, and every one after a day.
    """
    read_archive(file)  # type: ignore[arg-type]
    forget(account)
    name = uuid4().hex
    default_storage.save(_path(account, name), file)  # moved, if it is on the disk already
    return name


@contextmanager
def waiting(name: str, account: AbstractBaseUser) -> Iterator[CampaignArchive]:
    """The file that an account has kept under a name; raises CampaignError if there is none."""
    path = _path(account, name)
    if not name.isalnum() or not default_storage.exists(path):
        raise CampaignError("file_missing", part=name[:40])
    with default_storage.open(path, "rb") as file:
        yield read_archive(file, known=True)  # type: ignore[arg-type]


def forget(account: AbstractBaseUser) -> None:
    """Delete the file of an account whose preview was confirmed or left."""
    folder = _folder(account)
    if default_storage.exists(folder):
        for file in default_storage.listdir(folder)[1]:
            default_storage.delete(f"{folder}/{file}")


def forget_old() -> None:
    """Delete the files whose preview nobody came back to within a day, and halves of uploads."""
    oldest = (timezone.now() - KEPT).timestamp()
    for folder in (Path(settings.MEDIA_ROOT) / WAITING, Path(settings.FILE_UPLOAD_TEMP_DIR)):
        for file in folder.rglob("*"):
            with suppress(FileNotFoundError):  # confirmed at this moment
                if file.is_file() and file.stat().st_mtime < oldest:
                    file.unlink()


def _folder(account: AbstractBaseUser) -> str:
    return f"{WAITING}/{account.pk}"


def _path(account: AbstractBaseUser, name: str) -> str:
    return f"{_folder(account)}/{name}.zip"


def import_campaign(person: Person, archive: CampaignArchive, *, member: str) -> Membership:
    """A new campaign; the person becomes the member with that key, and its owner if it has none."""
    document = archive.document
    if member not in {name.key for name in document.members}:
        raise CampaignError("no_member")
    campaign = Campaign(
        name=document.title,
        kind=document.campaign,
        edition=archive.extras.edition,
        sequence=document.entries[-1].number if document.entries else 0,
    )
    pictures: list[Photo] = []
    try:
        # Before anything is written, so that tables can go on while pixels are decoded.
        for extra in archive.extras.photos:
            pictures.append(photo := _photo(campaign, extra, archive.parts[extra.part]))
            _store_files(photo, archive.parts[extra.part])
        _import(campaign, archive, pictures)
        with transaction.atomic():
            return _take_name(campaign, person, member)
    except Exception:
        for photo in pictures:
            photos.drop_files(photo)
        with suppress(DatabaseError):  # what cannot be removed now leaves with the trash
            remove(campaign)
        raise


def _import(campaign: Campaign, archive: CampaignArchive, pictures: Sequence[Photo]) -> None:
    """Write it in pieces, while it is in the trash and nobody's: no page shows it, and if this
    process is stopped, the trash removes it."""
    campaign.trashed = timezone.now()
    campaign.save(force_insert=True)
    _import_entries(campaign, archive)
    records = (
        GameRecord(campaign=campaign, game=game, content=content)
        for game, content in archive.records
    )
    pieces.create(GameRecord, records, FEW)
    pieces.create(Photo, pictures)
    _import_members(campaign, archive)


def _import_members(campaign: Campaign, archive: CampaignArchive) -> None:
    writers = {note.member for note in archive.extras.notes}
    left = frozenset(archive.extras.left)
    members = {
        name.key: Membership(
            campaign=campaign,
            key=name.key,
            name=name.name,
            role=name.role.value,
            left=timezone.now() if name.key in left else None,
            shares_notes=name.key in writers,
        )
        for name in archive.document.members
    }
    pieces.create(Membership, members.values())
    notes = (
        PrivateNote(member=members[note.member], game=note.game, text=note.text, created_at=note.at)
        for note in archive.extras.notes
    )
    pieces.create(PrivateNote, notes)


def _import_entries(campaign: Campaign, archive: CampaignArchive) -> None:
    entries = {entry.id: entry for entry in archive.document.entries}
    changes = projection.changes(campaign, new_campaign(campaign.rules), archive.state)
    for piece in pieces.pieces(row_for(campaign, entry) for entry in entries.values()):
        about = [(row, entries[row.strikes] if row.strikes else row.entry) for row in piece]
        references = [each for row, entry in about for each in references_for(row, entry)]
        with transaction.atomic():
            LedgerEntry.objects.bulk_create(piece)
            EntryReference.objects.bulk_create(references)
    for shelf in changes.pieces(pieces.PIECE):
        with transaction.atomic():
            shelf.write()
    changes.write_state()


def _photo(campaign: Campaign, extra: ExtraPhoto, content: bytes) -> Photo:
    image = photos.opened(content)
    return Photo(
        campaign=campaign,
        key=extra.key,
        about=extra.about,
        caption=extra.caption,
        member=extra.member,
        created_at=extra.at,
        width=image.width,
        height=image.height,
    )


def _store_files(photo: Photo, content: bytes) -> None:
    image = photos.opened(content)
    image.thumbnail((photos.SMALL_SIDE, photos.SMALL_SIDE))  # decoded at a fraction of its size
    photos.store_files(photo, content, photos.encoded(image))


def _take_name(campaign: Campaign, person: Person, key: str) -> Membership:
    """The last piece: the importer becomes a member, and from now on the campaign is seen."""
    campaign.trashed = None
    campaign.save(update_fields=["trashed"])
    member = campaign.members.get(key=key)
    owners = campaign.members.filter(role=Role.OWNER.value, left=None).exclude(pk=member.pk)
    if not owners.exists():
        member.role = Role.OWNER.value
    member.account, member.left = person.account, None
    member.save()
    if person.device and not person.account:
        member.devices.add(person.device)
    return member
