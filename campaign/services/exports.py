"""A campaign as one file that any copy of this site can import."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Membership, Photo, PrivateNote
from campaign.rules import export
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.selectors.ledger import entries_of
from campaign.services.files import EXTRAS, LEDGER, ExtraNote, ExtraPhoto, Extras, pack, record_part
from kernel.reading import plain


def export_campaign(campaign: Campaign, out: BinaryIO) -> None:
    """Write the campaign's file, with private notes only of members who agreed."""
    photos = list(campaign.photos.filter(trashed=None).order_by("created_at", "key"))
    with transaction.atomic():  # all rows at one moment, but not the files: they may take long
        words = list(_words(campaign, photos))
    pack(out, chain(words, ((_photo(photo).part, _content(photo)) for photo in photos)))


def taken_home(campaign: Campaign) -> None:
    """An owner has the campaign's file from this moment on."""
    Campaign.objects.filter(pk=campaign.pk).update(taken_home=timezone.now())


def _words(campaign: Campaign, photos: Sequence[Photo]) -> Iterator[tuple[str, bytes]]:
    members = list(campaign.members.order_by("key"))
    records = dict(campaign.records.order_by("game").values_list("game", "content"))
    extras = Extras(
        edition=campaign.edition,
        left=tuple(member.key for member in members if member.left),
        photos=tuple(map(_photo, photos)),
        notes=tuple(_notes(campaign)),
        records=tuple(records),
    )
    yield LEDGER, export.write(_document(campaign, members)).encode()
    yield EXTRAS, export.canonical(plain(extras)).encode()
    for game, content in records.items():
        yield record_part(game), content.encode()


def _document(campaign: Campaign, members: list[Membership]) -> Document:
    return Document(
        campaign=campaign.kind,
        title=campaign.name,
        members=tuple(MemberName(key=m.key, name=m.name, role=Role(m.role)) for m in members),
        entries=tuple(entries_of(campaign)),
    )


def _photo(photo: Photo) -> ExtraPhoto:
    return ExtraPhoto(
        key=photo.key,
        about=photo.about,
        caption=photo.caption,
        member=photo.member,
        at=photo.created_at,
    )


def _content(photo: Photo) -> bytes:
    with photo.file.open("rb") as file:
        content: bytes = file.read()
    return content


def _notes(campaign: Campaign) -> Iterator[ExtraNote]:
    rows = PrivateNote.objects.filter(member__campaign=campaign, member__shares_notes=True)
    for row in rows.select_related("member").order_by("member__key", "created_at", "text"):
        yield ExtraNote(member=row.member.key, game=row.game, text=row.text, at=row.created_at)
