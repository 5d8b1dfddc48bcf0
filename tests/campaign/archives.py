"""Campaigns as files: exporting, importing, and changing what is in one."""

import json
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

from accounts.identity import Person
from campaign.models import (
    Campaign,
    Membership,
)
from campaign.services import unpacking
from campaign.services.exports import export_campaign
from campaign.services.files import pack
from campaign.services.imports import read_archive
from tests.campaign.factories import UserFactory


def exported(campaign: Campaign) -> bytes:
    out = BytesIO()
    export_campaign(campaign, out)
    return out.getvalue()


def imported(content: bytes, member: str = "alice") -> Membership:
    person = Person(account=UserFactory.create())
    return unpacking.import_campaign(person, read_archive(BytesIO(content)), member=member)


def unzipped(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def changed(content: bytes, parts: dict[str, bytes | None]) -> bytes:
    """The file with other parts; None removes a part."""
    kept = {name: part for name, part in {**unzipped(content), **parts}.items() if part is not None}
    out = BytesIO()
    pack(out, kept.items())
    return out.getvalue()


def edited(part: str, change: Callable[[dict[str, object]], object]) -> Callable[[bytes], bytes]:
    def edit(content: bytes) -> bytes:
        raw = json.loads(unzipped(content)[part])
        change(raw)
        return changed(content, {part: json.dumps(raw).encode()})

    return edit


def note_by(member: str, text: str = "Hi") -> dict[str, object]:
    return {"member": member, "text": text, "game": 1, "at": "2026-01-10T20:00:00.000000Z"}
