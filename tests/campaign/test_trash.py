"""The trash: nothing is lost for 30 days, and nothing is left afterwards."""

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import Campaign, Photo
from campaign.selectors import members as selectors
from campaign.services import photos, trash
from tests.campaign.browser import Pages, text
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory, picture


@pytest.fixture
def table(db: None) -> Desk:
    made = desk({"alice": "owner", "bob": "keeper"})
    made.type("alice", "note Hello")
    photos.add_photo(made.people["alice"], BytesIO(picture()))
    return made


def days_ago(days: int) -> dict[str, object]:
    return {"trashed": timezone.now() - timedelta(days=days)}


def test_a_trashed_campaign_is_listed_for_its_owner_and_comes_back_whole(table: Desk) -> None:
    owner, keeper = (Person(account=table.people[who].account) for who in ("alice", "bob"))
    trash.trash(table.campaign)
    assert selectors.campaigns_of(owner) == selectors.campaigns_of(keeper) == []
    assert selectors.trash_of(owner) == [table.people["alice"]]
    assert selectors.trash_of(keeper) == []
    trash.restore(table.campaign)
    assert selectors.campaigns_of(owner) == [table.people["alice"]]
    assert [note.text for note in table.state.notes.values()] == ["Hello"]


def test_its_members_read_that_it_is_in_the_trash_and_who_can_bring_it_back(table: Desk) -> None:
    UserFactory.create(username="mallory")
    pages = Pages(table)

    assert pages.post("alice", "trash").status_code == 302
    since = Campaign.objects.get(pk=table.campaign.pk).trashed
    assert since is not None
    day = date_format(timezone.localtime(since))

    for who in ("alice", "bob"):
        gone = pages.get(who, "home")
        assert gone.status_code == 404
        assert "This campaign is in the trash." in text(gone)
    listed = pages.client("bob").get("/campaigns/").content.decode()
    assert f"since {day}" in listed
    assert re.search("Alice[^A-Za-z]* can bring it back", listed)
    assert "/restore/" not in listed
    assert "/restore/" in pages.client("alice").get("/campaigns/").content.decode()
    assert "in the trash" not in text(pages.get("mallory", "home"))
    assert "bring it back" not in pages.client("mallory").get("/campaigns/").content.decode()

    assert pages.post("bob", "restore").status_code == 404
    assert pages.post("alice", "restore").status_code == 302
    assert pages.get("bob", "home").status_code == 200


def test_it_is_deleted_for_good_once_its_name_was_typed(
    table: Desk, media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    campaign = table.campaign
    with pytest.raises(CampaignError, match="Only a campaign in the trash"):
        trash.delete(campaign, typed=campaign.name)
    trash.trash(campaign)
    with pytest.raises(CampaignError, match="The long year"):
        trash.delete(campaign, typed="the long year")
    with django_capture_on_commit_callbacks(execute=True):
        trash.delete(campaign, typed="The long year ")
    assert not Campaign.objects.exists()
    assert not list(media.rglob("*.jpg"))


def test_after_30_days_it_is_gone(
    table: Desk, media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    owner = Person(account=table.people["alice"].account)
    Campaign.objects.update(**days_ago(29))
    call_command("empty_trash")
    assert selectors.trash_of(owner)
    Campaign.objects.update(**days_ago(31))
    assert selectors.trash_of(owner) == []
    with pytest.raises(CampaignError, match="30 days"):
        trash.restore(table.campaign)
    with django_capture_on_commit_callbacks(execute=True):
        assert trash.empty_trash() == 1
    assert not Campaign.objects.exists()
    assert not list(media.rglob("*.jpg"))


def test_old_photos_go_with_their_files(
    table: Desk, media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    Photo.objects.update(**days_ago(31))
    with django_capture_on_commit_callbacks(execute=True):
        assert trash.empty_trash() == 1
    assert not table.campaign.photos.exists()
    assert not list(media.rglob("*.jpg"))
