"""The parts of a campaign's file, read from the disk one at a time and never beyond their limits."""

from collections.abc import Iterator, Mapping
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, is_zipfile

from campaign.errors import CampaignError
from campaign.rules.ledger import MOST_GAMES
from campaign.services.photos import MOST_MEGABYTES, MOST_PHOTOS

MEGABYTE = 1_000_000
MOST_FILE = 400
MOST_UNPACKED = 600
MOST_JSON = 16
MOST_VALUES = 1_000_000
"""In one part of JSON, counted before it is read: each takes up to 70 bytes, even `[]`. The fullest
ledger that is taken, of 50 000 entries, has about 750 000."""
MOST_PARTS = MOST_PHOTOS + MOST_GAMES + 2
BEFORE_VALUES = (b"[", b"{", b",")
BROKEN = (BadZipFile, OSError, RuntimeError, EOFError, NotImplementedError, ValueError)


class Parts(Mapping[str, bytes]):
    """What is in the zip, by name; raises CampaignError for what no export would have written."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = _opened(file)
        infos = self._zip.infolist()
        if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > _room(MOST_UNPACKED):
            raise CampaignError("file_bomb", most=MOST_UNPACKED)
        self._infos = {info.filename: info for info in infos}
        if len(self._infos) < len(infos):
            raise CampaignError("file_no_zip")

    def __getitem__(self, name: str) -> bytes:
        """One part; zipfile reads no more than the size given in the header."""
        info = self._infos[name]
        most = MOST_JSON if name.endswith(".json") else MOST_MEGABYTES
        if info.file_size > _room(most):
            raise CampaignError("file_bomb", most=most)
        try:
            with self._zip.open(info) as part:
                content = part.read(_room(most))
        except BROKEN as error:
            raise CampaignError("file_no_zip") from error
        if name.endswith(".json") and sum(map(content.count, BEFORE_VALUES)) > MOST_VALUES:
            raise CampaignError("file_foreign", part=name)
        return content

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)


def _opened(file: BinaryIO) -> ZipFile:
    size = file.seek(0, 2)
    file.seek(0)
    if size > _room(MOST_FILE):
        raise CampaignError("file_large", most=MOST_FILE)
    if not is_zipfile(file):
        raise CampaignError("file_no_zip")
    try:
        return ZipFile(file)
    except BROKEN as error:
        raise CampaignError("file_no_zip") from error


def _room(megabytes: int) -> int:
    return megabytes * MEGABYTE
