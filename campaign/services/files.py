"""The shape of a campaign's file: a zip with canonical JSON and the photos as they are stored."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO
from uuid import UUID
from zipfile import ZIP_STORED, ZipFile, ZipInfo

LEDGER = "campaign.json"
EXTRAS = "extras.json"
PHOTOS = "photos/"
RECORDS = "tables/"
# A fixed time, so that the same campaign gives the same bytes; the earliest in a zip.
MOMENT = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o644 << 16
UNIX = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraPhoto:
    """What is known about a photo besides its file ``photos/<key>.jpg``."""

    key: UUID
    about: str
    caption: str
    member: str
    at: datetime

    @property
    def part(self) -> str:
        return f"{PHOTOS}{self.key}.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraNote:
    """A private note of a member who agreed to export it."""

    member: str
    game: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What a campaign has besides its ledger.

    ``left`` are the keys of former members, ``records`` the games whose table's record is in
    ``tables/<game>.json``.
    """

    edition: str
    left: tuple[str, ...] = ()
    photos: tuple[ExtraPhoto, ...] = ()
    notes: tuple[ExtraNote, ...] = ()
    records: tuple[int, ...] = ()


def record_part(game: int) -> str:
    return f"{RECORDS}{game}.json"


def pack(out: BinaryIO, parts: Iterable[tuple[str, bytes]]) -> None:
    """Write the parts one after the other, uncompressed and with a fixed date."""
    with ZipFile(out, "w", ZIP_STORED) as file:
        for name, content in parts:
            info = ZipInfo(name, MOMENT)
            info.create_system, info.external_attr = UNIX, PLAIN_FILE
            file.writestr(info, content)
