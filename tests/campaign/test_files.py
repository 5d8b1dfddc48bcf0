"""A campaign as one file: the same bytes after a round trip, and no other file gets in."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Campaign, GameRecord, Membership, Photo
from campaign.person import Person
from campaign.refusals import Refusal
from campaign.rules import export
from campaign.rules.entries import Draft
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.rules.shapes import plain
from campaign.selectors import members as found
from campaign.services import ledger, members, photos, private, unpacking
from campaign.services.exports import export_campaign
from campaign.services.files import EXTRAS, LEDGER, Extras, pack
from campaign.services.imports import read_parcel
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory, picture
from tests.campaign.test_tables import RECORD
from tests.campaign.wild import MEMBER, grown, steps, words


def exported(campaign: Campaign) -> bytes:
    out = BytesIO()
    export_campaign(campaign, out)
    return out.getvalue()


def imported(content: bytes, member: str = "alice") -> Membership:
    person = Person(account=UserFactory.create())
    return unpacking.import_campaign(person, read_parcel(BytesIO(content)), member=member)


@pytest.fixture
def table(db: None) -> Desk:
    made = desk({"alice": "owner", "bob": "player", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob", "fetch 017 blue Wren"):
        made.type("alice", line)
    made.type("alice", "start 1 ana ben on 2026-01-10")
    made.type("bob", "mark 017 ben")
    made.strike("alice", 5)
    photos.add_photo(made.people["bob"], BytesIO(picture()), about="card:017", caption="Look")
    private.write_note(made.people["bob"], "I shall betray Ana")
    private.write_note(made.people["alice"], "I know")
    GameRecord.objects.create(campaign=made.campaign, game=1, content=RECORD)
    return made


# Round trips ----------------------------------------------------------------------------


def test_export_import_export_gives_the_same_bytes(table: Desk) -> None:
    private.share_notes(table.people["bob"], agreed=True)
    first = exported(table.campaign)
    again = imported(first)
    assert again.campaign.pk != table.campaign.pk
    assert exported(again.campaign) == first
    assert exported(table.campaign) == first


def test_everything_arrives(table: Desk) -> None:
    private.share_notes(table.people["bob"], agreed=True)
    made = imported(exported(table.campaign))
    copy = Desk({"alice": made})
    assert copy.state == table.state == copy.folded()
    assert [(m.key, m.name, m.role) for m in copy.campaign.members.order_by("key")] == [
        ("alice", "Alice", "owner"),
        ("bob", "Bob", "player"),
        ("carol", "Carol", "guest"),
    ]
    photo = copy.campaign.photos.get()
    assert (photo.about, photo.caption, photo.member) == ("card:017", "Look", "bob")
    assert copy.campaign.records.get().content == RECORD
    copy.type("alice", "mark 017 ana")
    assert copy.state == copy.folded()


def test_private_notes_go_along_only_for_who_agreed(table: Desk) -> None:
    assert b"betray" not in exported(table.campaign)
    private.share_notes(table.people["bob"], agreed=True)
    content = exported(table.campaign)
    assert b"betray" in content
    assert b"I know" not in content


def test_members_are_names_until_somebody_comes_by_link(table: Desk) -> None:
    owner = imported(exported(table.campaign))
    bob = owner.campaign.members.get(key="bob")
    assert found.claimed(owner)
    assert not found.claimed(bob)
    person = Person(account=UserFactory.create())
    assert members.open_link(members.personal_link(bob, asked_by=owner), person) == bob
    assert found.membership_of(person, owner.campaign.pk) == bob


def test_who_imports_owns_the_campaign_if_nobody_else_would(table: Desk) -> None:
    raw = json.loads(unzipped(exported(table.campaign))[LEDGER])
    for member in raw["members"]:
        member["role"] = "player"
    content = changed(exported(table.campaign), {LEDGER: export.canonical(raw).encode()})
    assert imported(content, "bob").role == "owner"


def test_an_import_needs_one_of_its_names(table: Desk, media: Path) -> None:
    with pytest.raises(Refusal, match="which of the members you are"):
        imported(exported(table.campaign), "mallory")
    assert Campaign.objects.count() == 1
    assert len(list(media.rglob("*.jpg"))) == 2, "no file of the campaign that was not made"


def test_a_member_who_left_stays_gone(table: Desk) -> None:
    members.leave(table.people["carol"])
    first = exported(table.campaign)
    again = imported(first)
    assert again.campaign.members.get(key="carol").left
    assert exported(again.campaign) == first


@pytest.mark.django_db
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps, words, words)
def test_any_campaign_comes_back_byte_for_byte(
    wanted: list[Draft | int], title: str, name: str
) -> None:
    document = Document(
        campaign="legacy2",
        title=title,
        members=(MemberName(key=MEMBER, name=name, role=Role.OWNER),),
        entries=grown(wanted),
    )
    extras = export.canonical(plain(Extras(edition="legacy2"))).encode()
    out = BytesIO()
    pack(out, ((LEDGER, export.write(document).encode()), (EXTRAS, extras)))
    with transaction.atomic():
        made = imported(out.getvalue(), MEMBER)
        assert exported(made.campaign) == out.getvalue()
        assert Desk({MEMBER: made}).state == Desk({MEMBER: made}).folded()
        transaction.set_rollback(True)


# The preview ------------------------------------------------------------------------------


def test_a_file_waits_until_its_preview_is_confirmed(table: Desk) -> None:
    name, parcel = unpacking.set_aside(ContentFile(exported(table.campaign)))
    assert parcel.document.title == "The long year"
    assert Campaign.objects.count() == 1
    assert unpacking.waiting(name).document == parcel.document
    unpacking.forget(name)
    for gone in (name, "../../secret-key", "nothing"):
        with pytest.raises(Refusal):
            unpacking.waiting(gone)


def test_a_file_that_nobody_came_back_to_is_deleted(table: Desk, media: Path) -> None:
    old, _ = unpacking.set_aside(ContentFile(exported(table.campaign)))
    new, _ = unpacking.set_aside(ContentFile(exported(table.campaign)))
    os.utime(media / "imports" / f"{old}.zip", (0, 0))
    call_command("empty_trash")
    assert unpacking.waiting(new).document.title == "The long year"
    with pytest.raises(Refusal):
        unpacking.waiting(old)


# Files that are refused ---------------------------------------------------------------------


def unzipped(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def changed(content: bytes, parts: dict[str, bytes | None]) -> bytes:
    """The file with other parts; nothing takes a part out."""
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
    "an empty file": (lambda _: b"", "no campaign file"),
    "a picture": (lambda _: picture(), "no campaign file"),
    "a file cut off": (lambda content: content[: len(content) // 2], "no campaign file"),
    "a file with a flipped byte": (
        lambda content: content.replace(b"The long year", b"The wrong year"[:13], 1),
        "no campaign file",
    ),
    "an encrypted file": (encrypted, "no campaign file"),
    "a zip bomb": (bomb, "unpacks to more than"),
    "a part larger than it says": (lying_sizes, "no campaign file"),
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
    "nested without end": (deep, "nested too deeply"),
    "no JSON": (lambda c: changed(c, {LEDGER: b"{"}), "no JSON"),
    "no text": (lambda c: changed(c, {LEDGER: b"\xff\xfe"}), "does not come from"),
    "another format": (edited(LEDGER, lambda r: r.update(format="gloomy")), "no campaign file"),
    "a newer version": (edited(LEDGER, lambda r: r.update(version=2)), "newer version"),
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
    "a note of a stranger": (
        edited(EXTRAS, lambda r: r["notes"].append(_note("mallory"))),  # type: ignore[attr-defined]
        "mallory",
    ),
    "a note without end": (
        edited(EXTRAS, lambda r: r["notes"].append(_note("bob", "x" * 4001))),  # type: ignore[attr-defined]
        "text",
    ),
}


def _note(member: str, text: str = "Hi") -> dict[str, object]:
    return {"member": member, "text": text, "game": 1, "at": "2026-01-10T20:00:00.000000Z"}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_the_reason_and_nothing_stored(table: Desk, media: Path, what: str) -> None:
    change, sentence = REFUSED[what]
    files = sorted(media.rglob("*"))
    with pytest.raises(Refusal, match=sentence):
        unpacking.set_aside(ContentFile(change(exported(table.campaign))))
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
        parcel = read_parcel(BytesIO(bytes(raw)))
    except Refusal:
        return
    assert replace(parcel.document, title="Year").members == document.members


def test_a_ledger_written_here_is_told_apart_by_its_moment(table: Desk) -> None:
    """Times keep their microseconds on the way."""
    entry = ledger.record(table.people["alice"], Draft(verb="note", arguments={"text": "Now"}))
    copy = imported(exported(table.campaign)).campaign
    assert copy.entries.get(key=entry.key).at == entry.at
    assert entry.at > datetime(2026, 1, 1, tzinfo=UTC)
