"""A campaign as one file: the same bytes after a round trip, and a preview before it comes in."""

import json
import os
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from pytest_django import Settings

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import (
    Campaign,
    Card,
    PrivateNote,
    projection,
)
from campaign.rules import export
from campaign.rules.entries import Draft
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.rules.state import State
from campaign.selectors import members as selectors
from campaign.selectors.plays import bg_stats_of
from campaign.services import ledger, members, private, trash, unpacking
from campaign.services.files import EXTRAS, LEDGER, Extras, pack
from campaign.services.imports import read_archive
from kernel.reading import plain
from tests.campaign.archives import changed, edited, exported, imported, note_by, unzipped
from tests.campaign.browser import client_of
from tests.campaign.desk import Desk
from tests.campaign.factories import UserFactory
from tests.campaign.test_tables import RECORD
from tests.campaign.wild import MEMBER, grown, steps, words

# Round trips ----------------------------------------------------------------------------


def test_export_import_export_gives_the_same_bytes(small_campaign: Desk) -> None:
    private.share_notes(small_campaign.people["bob"], agreed=True)
    first = exported(small_campaign.campaign)
    again = imported(first)
    assert again.campaign.pk != small_campaign.campaign.pk
    assert exported(again.campaign) == first
    assert exported(small_campaign.campaign) == first


def test_everything_arrives(small_campaign: Desk) -> None:
    private.share_notes(small_campaign.people["bob"], agreed=True)
    made = imported(exported(small_campaign.campaign))
    copy = Desk({"alice": made})
    assert copy.state == small_campaign.state == copy.folded()
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


def test_a_file_of_the_first_version_becomes_the_same_campaign(small_campaign: Desk) -> None:
    older = edited(LEDGER, lambda raw: raw.update(version=1))(exported(small_campaign.campaign))
    made = imported(older)
    copy = Desk({"alice": made})
    assert copy.state == small_campaign.state == copy.folded()
    assert exported(made.campaign) == exported(small_campaign.campaign)


def test_private_notes_go_along_only_for_who_agreed(small_campaign: Desk) -> None:
    assert b"betray" not in exported(small_campaign.campaign)
    private.share_notes(small_campaign.people["bob"], agreed=True)
    content = exported(small_campaign.campaign)
    assert b"betray" in content
    assert b"I know" not in content


def test_words_beside_the_ledger_come_in_without_signs_that_no_form_takes(
    small_campaign: Desk,
) -> None:
    def turned(extras: dict[str, Any]) -> None:
        extras["photos"][0]["caption"] = "Lo\u202eok\x07"
        extras["photos"][0]["about"] = "card:\u202e017"
        extras["notes"].append(note_by("bob", "I shall\n\u2066betray\u200f Ana"))

    copy = imported(edited(EXTRAS, turned)(exported(small_campaign.campaign))).campaign
    assert (copy.photos.get().caption, copy.photos.get().about) == ("Look", "card:017")
    assert PrivateNote.objects.get(member__campaign=copy).text == "I shall\nbetray Ana"


@pytest.mark.parametrize("edition", ["", "gloomy", "legacy1"])
def test_what_the_tables_play_is_told_by_the_campaign(small_campaign: Desk, edition: str) -> None:
    change = edited(EXTRAS, lambda extras: extras.update(edition=edition))
    copy = imported(change(exported(small_campaign.campaign))).campaign
    assert copy.edition == "legacy2"
    assert bg_stats_of(copy)


@pytest.mark.parametrize("edition", ["", "gloomy"])
def test_a_house_campaign_plays_an_edition_that_is_known_here(edition: str) -> None:
    document = Document(
        campaign="house",
        title="Our year",
        members=(MemberName(key=MEMBER, name="Alice", role=Role.OWNER),),
        entries=(),
    )
    out = BytesIO()
    extras = export.canonical(plain(Extras(edition=edition))).encode()
    pack(out, ((LEDGER, export.write(document).encode()), (EXTRAS, extras)))
    with pytest.raises(CampaignError, match=f"edition: '{edition}'"):
        read_archive(out)


def test_members_are_names_until_somebody_comes_by_link(small_campaign: Desk) -> None:
    owner = imported(exported(small_campaign.campaign))
    bob = owner.campaign.members.get(key="bob")
    assert selectors.claimed(owner)
    assert not selectors.claimed(bob)
    person = Person(account=UserFactory.create())
    assert members.open_link(members.personal_link(bob, asked_by=owner), person) == bob
    assert selectors.membership_of(person, owner.campaign.pk) == bob


def test_who_imports_owns_the_campaign_if_nobody_else_would(small_campaign: Desk) -> None:
    raw = json.loads(unzipped(exported(small_campaign.campaign))[LEDGER])
    for member in raw["members"]:
        member["role"] = "player"
    content = changed(exported(small_campaign.campaign), {LEDGER: export.canonical(raw).encode()})
    assert imported(content, "bob").role == "owner"


def test_an_import_needs_one_of_its_names(small_campaign: Desk, media: Path) -> None:
    with pytest.raises(CampaignError, match="which of the members you are"):
        imported(exported(small_campaign.campaign), "mallory")
    assert Campaign.objects.count() == 1
    assert len(list(media.rglob("*.jpg"))) == 2, "no file of the campaign that was not made"


def test_a_member_who_left_stays_gone(small_campaign: Desk) -> None:
    members.leave(small_campaign.people["carol"])
    first = exported(small_campaign.campaign)
    again = imported(first)
    assert again.campaign.members.get(key="carol").left
    assert exported(again.campaign) == first


def test_a_ledger_written_here_is_told_apart_by_its_moment(small_campaign: Desk) -> None:
    """Times keep their microseconds on the way."""
    entry = ledger.write_entry(
        small_campaign.people["alice"], Draft(verb="note", arguments={"text": "Now"})
    )
    copy = imported(exported(small_campaign.campaign)).campaign
    assert copy.entries.get(key=entry.key).created_at == entry.created_at
    assert entry.created_at > datetime(2026, 1, 1, tzinfo=UTC)


# In pieces ----------------------------------------------------------------------


def test_an_import_that_stops_half_way_is_seen_by_nobody_and_leaves_with_the_trash(
    small_campaign: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = read_archive(BytesIO(exported(small_campaign.campaign)))
    account = UserFactory.create()

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(unpacking, "_import_members", stopped)
    with pytest.raises(KeyboardInterrupt):
        unpacking.import_campaign(Person(account=account), archive, member="alice")
    half = Campaign.objects.exclude(pk=small_campaign.campaign.pk).get()
    assert half.trashed
    assert half.entries.exists()
    assert not half.members.exists()
    assert selectors.campaigns_of(Person(account=account)) == []
    Campaign.objects.filter(pk=half.pk).update(trashed="2020-01-01T00:00Z")
    trash.empty_trash()
    assert Campaign.objects.get() == small_campaign.campaign


def test_an_import_that_fails_half_way_leaves_nothing(
    small_campaign: Desk, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError

    before = len(list(media.rglob("*.jpg")))
    monkeypatch.setattr(unpacking, "_import_members", failing)
    with pytest.raises(RuntimeError):
        imported(exported(small_campaign.campaign))
    assert Campaign.objects.get() == small_campaign.campaign
    assert len(list(media.rglob("*.jpg"))) == before


def test_a_rebuild_begins_again_if_an_entry_was_written_meanwhile(
    small_campaign: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    Campaign.objects.update(snapshot="", snapshot_sequence=0)
    Card.objects.update(points=7)
    real, written = projection.mending, list[int]()

    def meanwhile(campaign: Campaign, state: State) -> projection.Changes:
        changes = real(campaign, state)
        if not written:
            written.append(small_campaign.type("alice", "fetch 018 blue Vole").number)
        return changes

    monkeypatch.setattr(projection, "mending", meanwhile)
    ledger.rebuild(small_campaign.campaign)
    assert projection.differences(small_campaign.campaign, small_campaign.folded()) == []
    assert Card.objects.filter(campaign=small_campaign.campaign, key="018").exists()


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps, words, words)
def test_any_campaign_comes_back_byte_for_byte(
    wanted: list[Draft | int], title: str, name: str
) -> None:
    comes_back(wanted, title, name)


@pytest.mark.prove
@pytest.mark.django_db
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps, words, words)
def test_any_other_campaign_comes_back_byte_for_byte(
    wanted: list[Draft | int], title: str, name: str
) -> None:
    comes_back(wanted, title, name)


def comes_back(wanted: list[Draft | int], title: str, name: str) -> None:
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


def title_of(name: str, account: User) -> str:
    with unpacking.waiting(name, account) as archive:
        return archive.document.title


def test_a_file_waits_until_its_preview_is_confirmed(small_campaign: Desk) -> None:
    erin = UserFactory.create()
    name = unpacking.set_aside(ContentFile(exported(small_campaign.campaign)), erin)
    assert Campaign.objects.count() == 1
    assert title_of(name, erin) == "The long year"
    unpacking.forget(erin)
    for gone in (name, "../../secret-key", "nothing"):
        with pytest.raises(CampaignError):
            title_of(gone, erin)


def test_nobody_else_sees_a_file_that_waits(small_campaign: Desk) -> None:
    erin, mallory = UserFactory.create(), UserFactory.create()
    name = unpacking.set_aside(ContentFile(exported(small_campaign.campaign)), erin)
    with pytest.raises(CampaignError):
        title_of(name, mallory)
    unpacking.set_aside(ContentFile(exported(small_campaign.campaign)), mallory)
    assert title_of(name, erin) == "The long year"


def test_one_file_waits_for_an_account(small_campaign: Desk, media: Path) -> None:
    erin = UserFactory.create()
    content = exported(small_campaign.campaign)
    names = [unpacking.set_aside(ContentFile(content), erin) for _ in range(3)]
    assert [path.stem for path in media.rglob("*.zip")] == names[-1:]


def test_a_file_that_nobody_came_back_to_is_deleted(
    small_campaign: Desk, media: Path, settings: Settings, tmp_path: Path
) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)
    erin, frank = UserFactory.create(), UserFactory.create()
    old = unpacking.set_aside(ContentFile(exported(small_campaign.campaign)), erin)
    new = unpacking.set_aside(ContentFile(exported(small_campaign.campaign)), frank)
    half, running = tmp_path / "half.upload", tmp_path / "running.upload"
    for file in (half, running):
        file.touch()
    for file in (media / "imports" / str(erin.pk) / f"{old}.zip", half):
        os.utime(file, (0, 0))
    unpacking.forget_old()
    assert title_of(new, frank) == "The long year"
    with pytest.raises(CampaignError):
        title_of(old, erin)
    assert (half.exists(), running.exists()) == (False, True)


def test_of_two_campaigns_of_one_name_the_imported_one_says_so(small_campaign: Desk) -> None:
    alice = small_campaign.people["alice"]
    before = client_of("alice").get(reverse("campaign:campaigns"))
    assert "imported on" not in before.content.decode()
    archive = read_archive(BytesIO(exported(small_campaign.campaign)))
    unpacking.import_campaign(Person(account=alice.account), archive, member="alice")
    shown = client_of("alice").get(reverse("campaign:campaigns")).content.decode()
    assert shown.count(small_campaign.campaign.name) >= 2
    assert shown.count("imported on") == 1
