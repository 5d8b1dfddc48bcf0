"""A campaign's file read with care, shown, and only then made a campaign of its own."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo, is_zipfile

from campaign.refusals import Refusal, said
from campaign.rules import export
from campaign.rules.errors import LedgerError
from campaign.rules.export import Document
from campaign.rules.ledger import MOST_GAMES
from campaign.rules.shapes import ShapeError, build
from campaign.rules.state import State
from campaign.services import photos
from campaign.services.files import EXTRAS, LEDGER, Extras, record_part
from companion.rules.errors import RuleError
from companion.rules.record import load_record

MEGABYTE = 1_000_000
MOST_FILE = 400
MOST_UNPACKED = 600
MOST_JSON = 32
MOST_PARTS = photos.MOST_PHOTOS + MOST_GAMES + 2
MOST_NUMBER = 2_147_483_647
LENGTHS = {"title": 80, "name": 40, "key": 24, "about": 80, "caption": 200, "text": 4000}
# What a JPEG of ours carries besides its pixels; anything else would be the camera's.
PLAIN_JPEG = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi", "progressive"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A file that was read and found good; nothing of it is stored yet."""

    document: Document
    extras: Extras
    state: State
    photos: Mapping[str, bytes]
    records: Mapping[int, str]


def read_parcel(file: BinaryIO) -> Parcel:
    """Everything in the file, checked; raises Refusal with the reason."""
    parts = _unpacked(file)
    document = _document(_text(parts, LEDGER))
    extras = _extras(_text(parts, EXTRAS))
    _check_words(document, extras)
    records = {game: parts.pop(record_part(game), b"") for game in extras.records}
    for game, content in records.items():
        _check_record(record_part(game), content)
    pictures = {photo.part: parts.pop(photo.part, b"") for photo in extras.photos}
    for name, content in pictures.items():
        _check_photo(name, content)
    for name in parts:
        if name not in (LEDGER, EXTRAS):
            raise Refusal("file_foreign", part=name)
    return Parcel(
        document=document,
        extras=extras,
        state=export.state_of(document),
        photos=pictures,
        records={game: content.decode() for game, content in records.items()},
    )


# The zip --------------------------------------------------------------------


def _unpacked(file: BinaryIO) -> dict[str, bytes]:
    raw = file.read(MOST_FILE * MEGABYTE + 1)
    if len(raw) > MOST_FILE * MEGABYTE:
        raise Refusal("file_large", most=MOST_FILE)
    packed = BytesIO(raw)
    if not is_zipfile(packed):
        raise Refusal("file_no_zip")
    try:
        with ZipFile(packed) as zipped:
            return dict(_parts(zipped))
    except (BadZipFile, OSError, RuntimeError, EOFError, NotImplementedError, ValueError) as error:
        raise Refusal("file_no_zip") from error


def _parts(zipped: ZipFile) -> Iterator[tuple[str, bytes]]:
    infos = zipped.infolist()
    if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > _room(MOST_UNPACKED):
        raise Refusal("file_bomb", most=MOST_UNPACKED)
    if len({info.filename for info in infos}) < len(infos):
        raise Refusal("file_no_zip")
    for info in infos:
        yield info.filename, _content(zipped, info)


def _content(zipped: ZipFile, info: ZipInfo) -> bytes:
    """One part, however large its head says it is; zipfile stops at that size."""
    most = MOST_JSON if info.filename.endswith(".json") else photos.MOST_MEGABYTES
    if info.file_size > _room(most):
        raise Refusal("file_bomb", most=most)
    with zipped.open(info) as part:
        return part.read(_room(most))


def _room(megabytes: int) -> int:
    return megabytes * MEGABYTE


def _text(parts: Mapping[str, bytes], name: str) -> str:
    if name not in parts:
        raise Refusal("file_missing", part=name)
    try:
        return parts[name].decode()
    except UnicodeDecodeError as error:
        raise Refusal("file_foreign", part=name) from error


# What is written in it ------------------------------------------------------


def _document(text: str) -> Document:
    try:
        return export.read(text)
    except LedgerError as error:
        raise Refusal("file_wrong", reason=said(error)) from error


def _extras(text: str) -> Extras:
    try:
        return build(Extras, json.loads(text), "extras")
    except ShapeError as error:
        raise Refusal("file_wrong", reason=f"{error.at}: {said(error.reason)}.") from error
    except (ValueError, RecursionError) as error:
        raise Refusal("file_foreign", part=EXTRAS) from error


def _check_words(document: Document, extras: Extras) -> None:
    """What a database could not hold, or no form would have let in."""
    keys = {member.key for member in document.members}
    named = {*extras.left, *(n.member for n in extras.notes), *(p.member for p in extras.photos)}
    if not named <= keys:
        raise Refusal("file_wrong", reason=", ".join(sorted(named - keys)))
    for kind, text in _words(document, extras):
        if not _is_text(text) or len(text) > LENGTHS[kind]:
            raise Refusal("file_wrong", reason=f"{kind}: {text[:40]!a}")
    _check_writable(document)
    numbers = [n for entry in document.entries for n in (entry.number, entry.game)]
    if not all(
        0 <= number <= MOST_NUMBER for number in (*numbers, *(n.game for n in extras.notes))
    ):
        raise Refusal("file_foreign", part=LEDGER)


def _check_writable(document: Document) -> None:
    """Struck entries may hold anything that no rule has looked at."""
    try:
        good = _is_text(export.write(document))
    except (ValueError, RecursionError):
        good = False
    if not good:
        raise Refusal("file_foreign", part=LEDGER)


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
    """Neither half a character nor the sign that databases end a text with."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _check_record(name: str, content: bytes) -> None:
    if not content:
        raise Refusal("file_missing", part=name)
    try:
        load_record(content)
        good = _is_text(content.decode())
    except (RuleError, ValueError) as error:
        raise Refusal("file_foreign", part=name) from error
    if not good:
        raise Refusal("file_foreign", part=name)


def _check_photo(name: str, content: bytes) -> None:
    if not content:
        raise Refusal("file_missing", part=name)
    try:
        image = photos.opened(content)
        image.load()
    except (Refusal, OSError, ValueError, SyntaxError) as error:
        raise Refusal("file_photo", part=name) from error
    ours = image.format == "JPEG" and set(image.info) <= PLAIN_JPEG
    if not ours or max(image.size) > photos.SIDE:
        raise Refusal("file_photo", part=name)
