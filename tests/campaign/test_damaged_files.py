"""Damaged and forged files of a campaign are refused with the reason, and nothing is stored."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.base import ContentFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.errors import CampaignError
from campaign.models import (
    Campaign,
    Photo,
)
from campaign.rules import export
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.services import unpacking
from campaign.services.files import EXTRAS, LEDGER, Extras, pack
from campaign.services.imports import read_archive
from kernel.reading import plain
from tests.campaign.archives import changed, edited, exported, note_by, unzipped
from tests.campaign.desk import Desk
from tests.campaign.factories import UserFactory, picture
from tests.campaign.wild import MEMBER, grown


def bomb(_: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name in ("a", "b", "c", "d"):
            with file.open(f"photos/{name}.jpg", "w", force_zip64=True) as part:
                for _turn in range(160):
                    part.write(bytes(1_000_000))
    return out.getvalue()


def photo_with(**options: object) -> Callable[[bytes], bytes]:
    def put(content: bytes) -> bytes:
        name = next(part for part in unzipped(content) if part.startswith("photos/"))
        return changed(content, {name: picture(**options)})  # type: ignore[arg-type]

    return put


def photo_and(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """The photo as it is stored, with something done to its file."""

    def put(content: bytes) -> bytes:
        parts = unzipped(content)
        name = next(part for part in parts if part.startswith("photos/"))
        return changed(content, {name: change(parts[name])})

    return put


def without(start: str) -> Callable[[bytes], bytes]:
    def take(content: bytes) -> bytes:
        return changed(content, {n: None for n in unzipped(content) if n.startswith(start)})

    return take


def encrypted(content: bytes) -> bytes:
    raw = bytearray(content)
    at = raw.index(b"PK\x01\x02")
    while at >= 0:
        raw[at + 8] |= 1
        at = raw.find(b"PK\x01\x02", at + 4)
    return bytes(raw)


def deep(content: bytes) -> bytes:
    return changed(content, {LEDGER: b"[" * 100_000 + b"]" * 100_000})


def lying_sizes(content: bytes) -> bytes:
    """The directory says that every part is smaller than it is."""
    raw = bytearray(content)
    at = raw.index(b"PK\x01\x02")
    while at >= 0:
        raw[at + 24 : at + 28] = (7).to_bytes(4, "little")
        at = raw.find(b"PK\x01\x02", at + 4)
    return bytes(raw)


REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "an empty file": (lambda _: b"", "not a campaign file"),
    "a picture": (lambda _: picture(), "not a campaign file"),
    "a file cut off": (lambda content: content[: len(content) // 2], "not a campaign file"),
    "a file with a flipped byte": (
        lambda content: content.replace(b"The long year", b"The wrong year"[:13], 1),
        "not a campaign file",
    ),
    "an encrypted file": (encrypted, "not a campaign file"),
    "a zip bomb": (bomb, "unpacks to more than"),
    "more values than any campaign has": (
        lambda c: changed(c, {EXTRAS: b'{"left": [' + b"[]," * 1_000_000 + b"[]]}"}),
        "does not come from a campaign: extras.json",
    ),
    "a part larger than it says": (lying_sizes, "not a campaign file"),
    "another zip": (lambda c: changed(c, {LEDGER: None}), "campaign.json is missing"),
    "no extras": (lambda c: changed(c, {EXTRAS: None}), "extras.json is missing"),
    "a part too many": (lambda c: changed(c, {"run.sh": b"rm"}), "does not come from"),
    "a part outside": (lambda c: changed(c, {"../evil.jpg": picture()}), "does not come from"),
    "no photo": (without("photos/"), "is missing"),
    "no record": (without("tables/"), "is missing"),
    "a foreign record": (lambda c: changed(c, {"tables/1.json": b"{}"}), "does not come from"),
    "a photo that is none": (
        lambda c: changed(c, {n: b"GIF89a" for n in unzipped(c) if n.startswith("photos/")}),
        "photo in this file",
    ),
    "a photo of another kind": (photo_with(kind="PNG"), "photo in this file"),
    "a photo that is too large": (photo_with(size=(3000, 20)), "photo in this file"),
    "a photo that tells where": (photo_with(comment=b"At home"), "photo in this file"),
    "a photo with something behind it": (photo_and(lambda p: p + b"PK"), "photo in this file"),
    "a photo with two ends": (photo_and(lambda p: p + b"\xff\xd9"), "photo in this file"),
    "a photo without its end": (photo_and(lambda p: p[:-2]), "photo in this file"),
    "a photo with a segment of its own": (
        photo_and(lambda p: p[:2] + b"\xff\xed\x00\x06HIDE" + p[2:]),
        "photo in this file",
    ),
    "a photo with a profile": (
        photo_and(lambda p: p[:2] + b"\xff\xe2\x00\x0eICC_PROFILE\0" + p[2:]),
        "photo in this file",
    ),
    "a photo with a small one in its head": (
        photo_and(lambda p: p[:2] + b"\xff\xe0\x00\x13JFIF\0\1\1\0\0\1\0\1\1\1HID" + p[20:]),
        "photo in this file",
    ),
    "a photo with something between its scans": (
        photo_and(lambda p: p[:-2] + b"\xff\xfe\x00\x06HIDE" + p[-2:]),
        "photo in this file",
    ),
    "nested without end": (deep, "nested too deeply"),
    "no JSON": (lambda c: changed(c, {LEDGER: b"{"}), "not JSON"),
    "no text": (lambda c: changed(c, {LEDGER: b"\xff\xfe"}), "does not come from"),
    "another format": (edited(LEDGER, lambda r: r.update(format="gloomy")), "not a campaign file"),
    "a newer version": (edited(LEDGER, lambda r: r.update(version=3)), "newer version"),
    "another game": (edited(LEDGER, lambda r: r.update(campaign="chess")), "chess"),
    "a long title": (edited(LEDGER, lambda r: r.update(title="x" * 81)), "title"),
    "half a character": (edited(LEDGER, lambda r: r.update(title="\ud800")), "title"),
    "the sign that ends texts": (edited(LEDGER, lambda r: r.update(title="a\0")), "title"),
    "a stranger's entry": (
        edited(LEDGER, lambda r: r["entries"][0].update(member="mallory")),  # type: ignore[index]
        "mallory",
    ),
    "an entry that does not fit": (
        edited(LEDGER, lambda r: r["entries"].pop(0)),  # type: ignore[attr-defined]
        "does not fit",
    ),
    "a verb of no campaign": (
        edited(LEDGER, lambda r: r["entries"][0].update(verb="x" * 99)),  # type: ignore[index]
        "no such verb",
    ),
    "a struck entry with a long verb": (
        edited(LEDGER, lambda r: r["entries"][4].update(verb="x" * 99)),  # type: ignore[index]
        "key",
    ),
    "a struck entry with an endless number": (
        edited(LEDGER, lambda r: r["entries"][4]["arguments"].update(card=float("1e999"))),  # type: ignore[index]
        "cannot be read|does not come from",
    ),
    "a number no database holds": (
        edited(LEDGER, lambda r: r["entries"][5].update(number=2**40)),  # type: ignore[index]
        "does not come from",
    ),
    "an unknown extra": (edited(EXTRAS, lambda r: r.update(secret=1)), "unknown key"),
    "a photo listed twice": (
        edited(EXTRAS, lambda r: r["photos"].extend(r["photos"])),  # type: ignore[attr-defined]
        "does not come from a campaign: photos/",
    ),
    "a record listed twice": (
        edited(EXTRAS, lambda r: r["records"].extend(r["records"])),  # type: ignore[attr-defined]
        "does not come from a campaign: tables/",
    ),
    "a record of a game no database holds": (
        lambda c: edited(EXTRAS, lambda r: r["records"].append(2**70))(  # type: ignore[attr-defined]
            changed(c, {f"tables/{2**70}.json": unzipped(c)["tables/1.json"]})
        ),
        "does not come from",
    ),
    "a note of a stranger": (
        edited(EXTRAS, lambda r: r["notes"].append(note_by("mallory"))),  # type: ignore[attr-defined]
        "mallory",
    ),
    "a note without end": (
        edited(EXTRAS, lambda r: r["notes"].append(note_by("bob", "x" * 4001))),  # type: ignore[attr-defined]
        "text",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_the_reason_and_nothing_stored(
    small_campaign: Desk, media: Path, what: str
) -> None:
    change, sentence = REFUSED[what]
    files = sorted(media.rglob("*"))
    with pytest.raises(CampaignError, match=sentence):
        unpacking.set_aside(
            ContentFile(change(exported(small_campaign.campaign))), UserFactory.create()
        )
    assert (Campaign.objects.count(), Photo.objects.count()) == (1, 1)
    assert sorted(media.rglob("*")) == files


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_damage_of_a_file_breaks_the_site(data: st.DataObject) -> None:
    document = Document(
        campaign="legacy2",
        title="Year",
        members=(MemberName(key=MEMBER, name="Alice", role=Role.OWNER),),
        entries=grown([]),
    )
    out = BytesIO()
    extras = export.canonical(plain(Extras(edition="legacy2"))).encode()
    pack(out, ((LEDGER, export.write(document).encode()), (EXTRAS, extras)))
    raw = bytearray(out.getvalue())
    for _ in range(data.draw(st.integers(1, 5))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        archive = read_archive(BytesIO(bytes(raw)))
    except CampaignError:
        return
    assert replace(archive.document, title="Year").members == document.members
