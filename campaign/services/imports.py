"""Reads a campaign's file strictly; it is shown before it becomes a campaign."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO

from campaign.errors import CampaignError, translate
from campaign.rules import campaigns, export
from campaign.rules.errors import LedgerError
from campaign.rules.export import Document
from campaign.rules.state import State
from campaign.services import photos
from campaign.services.bare_jpeg import is_bare
from campaign.services.files import EXTRAS, LEDGER, Extras, record_part
from campaign.services.parts import Parts
from campaign.services.shrinking import SIDE
from companion.rules import editions
from companion.rules.errors import RuleError
from companion.rules.record import load_record
from kernel.reading import ReadingError, build
from kernel.text import plain

MOST_NUMBER = 2_147_483_647
LENGTHS = {"title": 80, "name": 40, "key": 24, "about": 80, "caption": 200, "text": 4000}


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignArchive:
    """A file that was read and checked; nothing of it is stored yet.

    Its ``parts`` stay on the disk: photos and records are read one at a time.
    """

    document: Document
    extras: Extras
    state: State
    parts: Mapping[str, bytes]

    @property
    def records(self) -> Iterator[tuple[int, str]]:
        for game in self.extras.records:
            yield game, self.parts[record_part(game)].decode()


def read_archive(file: BinaryIO, *, known: bool = False) -> CampaignArchive:
    """Everything in the file, checked; raises CampaignError with the reason.

    Of a file that is ``known``, since it was checked when it came, photos and records are not
    looked through once more. The file must stay open as long as the archive is used.
    """
    parts = Parts(file)
    document, state = _document(_text(parts, LEDGER))
    extras = _extras(_text(parts, EXTRAS))
    _check_words(document, extras)
    extras = replace(extras, edition=_edition(document, extras))
    if not known:
        _check_parts(parts, extras)
    return CampaignArchive(document=document, extras=extras, state=state, parts=parts)


def _check_parts(parts: Mapping[str, bytes], extras: Extras) -> None:
    records = [record_part(game) for game in extras.records]
    pictures = [photo.part for photo in extras.photos]
    for name, times in Counter(records + pictures).items():
        if times > 1:
            raise CampaignError("file_foreign", part=name)
    for name in records:
        _check_record(name, parts.get(name, b""))
    for name in pictures:
        _check_photo(name, parts.get(name, b""))
    for name in sorted(parts.keys() - {LEDGER, EXTRAS, *records, *pictures}):
        raise CampaignError("file_foreign", part=name)


# Its content --------------------------------------------------------------


def _text(parts: Mapping[str, bytes], name: str) -> str:
    if name not in parts:
        raise CampaignError("file_missing", part=name)
    try:
        return parts[name].decode()
    except UnicodeDecodeError as error:
        raise CampaignError("file_foreign", part=name) from error


def _document(text: str) -> tuple[Document, State]:
    try:
        return export.read_folded(text)
    except LedgerError as error:
        raise CampaignError("file_wrong", reason=translate(error)) from error


def _extras(text: str) -> Extras:
    try:
        return _plain(build(Extras, json.loads(text), "extras"))
    except ReadingError as error:
        raise CampaignError(
            "file_wrong", reason=f"{error.at}: {translate(error.reason)}."
        ) from error
    except (ValueError, RecursionError) as error:
        raise CampaignError("file_foreign", part=EXTRAS) from error


def _plain(extras: Extras) -> Extras:
    """What is no part of the ledger, without signs that no form takes."""
    shown = (
        replace(photo, about=plain(photo.about), caption=plain(photo.caption))
        for photo in extras.photos
    )
    notes = (replace(note, text=plain(note.text, lines=True)) for note in extras.notes)
    return replace(extras, photos=tuple(shown), notes=tuple(notes))


def _edition(document: Document, extras: Extras) -> str:
    """What the campaign's tables play; a house campaign says it in the file."""
    slug = campaigns.load(document.campaign).edition or extras.edition
    if slug not in editions.slugs():
        raise CampaignError("file_wrong", reason=f"edition: {slug!a}")
    return slug


def _check_words(document: Document, extras: Extras) -> None:
    """Refuse what the database could not store or no form would accept."""
    keys = {member.key for member in document.members}
    named = {*extras.left, *(n.member for n in extras.notes), *(p.member for p in extras.photos)}
    if not named <= keys:
        raise CampaignError("file_wrong", reason=", ".join(sorted(named - keys)))
    for kind, text in _words(document, extras):
        if not _is_text(text) or len(text) > LENGTHS[kind]:
            raise CampaignError("file_wrong", reason=f"{kind}: {text[:40]!a}")
    _check_writable(document)
    numbers = [n for entry in document.entries for n in (entry.number, entry.game)]
    numbers += [*(note.game for note in extras.notes), *extras.records]
    if not all(0 <= number <= MOST_NUMBER for number in numbers):
        raise CampaignError("file_foreign", part=LEDGER)


def _check_writable(document: Document) -> None:
    """Refuse entries that cannot be stored; no rule has checked the struck ones."""
    try:
        good = _is_text(export.write(document))
    except (ValueError, RecursionError):
        good = False
    if not good:
        raise CampaignError("file_foreign", part=LEDGER)


def _words(document: Document, extras: Extras) -> Iterator[tuple[str, str]]:
    yield "title", document.title
    yield "key", extras.edition
    for member in document.members:
        yield from (("key", member.key), ("name", member.name))
    for entry in document.entries:
        yield from (("key", entry.verb), ("key", entry.member))
    for photo in extras.photos:
        yield from (("about", photo.about), ("caption", photo.caption))
    for note in extras.notes:
        yield "text", note.text


def _is_text(text: str) -> bool:
    """Whether a text has neither lone surrogates nor a NUL."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _check_record(name: str, content: bytes) -> None:
    if not content:
        raise CampaignError("file_missing", part=name)
    try:
        load_record(content)
        good = _is_text(content.decode())
    except (RuleError, ValueError) as error:
        raise CampaignError("file_foreign", part=name) from error
    if not good:
        raise CampaignError("file_foreign", part=name)


def _check_photo(name: str, content: bytes) -> None:
    if not content:
        raise CampaignError("file_missing", part=name)
    try:
        image = photos.opened(content)
        if max(image.size) > SIDE or not is_bare(content):
            raise CampaignError("file_photo", part=name)
        image.load()
    except (CampaignError, OSError, ValueError, SyntaxError) as error:
        raise CampaignError("file_photo", part=name) from error
