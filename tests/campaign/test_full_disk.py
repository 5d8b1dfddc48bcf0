"""Photos in bad conditions: a full disk leaves nothing half stored, decoding blocks no writing."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.identity import Person
from campaign.models import Campaign, Photo
from campaign.selectors import photos as selectors
from campaign.services import photos, unpacking
from campaign.services.exports import export_campaign
from campaign.services.imports import CampaignArchive, read_archive
from campaign.services.shrinking import SIDE
from tests.campaign.browser import client_of
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import picture

pytestmark = pytest.mark.django_db(transaction=True)


class FullError(OSError):
    """No space left on the device."""


@pytest.fixture
def table() -> Desk:
    return desk()


def add(table: Desk) -> Photo:
    return photos.add_photo(table.people["alice"], BytesIO(picture()))


def archive_of(campaign: Campaign) -> CampaignArchive:
    out = BytesIO()
    export_campaign(campaign, out)
    return read_archive(BytesIO(out.getvalue()))


def full_after(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    """Make the disk accept this many files, and half of the next one."""
    save = default_storage.save
    written: list[str] = []

    def saving(name: str, content: BytesIO, max_length: int | None = None) -> str:
        if len(written) == files:
            save(name, type(content)(content.read()[:50]))
            raise FullError
        written.append(name)
        return save(name, content, max_length)

    monkeypatch.setattr(default_storage, "save", saving)


@pytest.mark.parametrize("files", [0, 1])
def test_a_photo_that_did_not_fit_leaves_nothing(
    table: Desk, media: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    full_after(monkeypatch, files)
    with pytest.raises(FullError):
        add(table)
    assert not Photo.objects.exists()
    assert not [path for path in media.rglob("*") if path.is_file()]


@pytest.mark.parametrize("files", [0, 1, 3])
def test_a_campaign_that_did_not_fit_leaves_nothing(
    table: Desk, media: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    add(table)
    add(table)
    archive, before = archive_of(table.campaign), sorted(media.rglob("*.jpg"))
    full_after(monkeypatch, files)
    with pytest.raises(FullError):
        unpacking.import_campaign(Person(), archive, member="alice")
    assert Campaign.objects.count() == 1
    assert sorted(media.rglob("*.jpg")) == before


def test_nobody_waits_for_the_pixels_of_others(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite has one actor: a table's tap must not wait for a photo of somebody else's."""
    in_a_transaction: list[bool] = []

    def watched(work: Callable[..., object]) -> Callable[..., object]:
        def working(*given: object, **more: object) -> object:
            in_a_transaction.append(connection.in_atomic_block)
            return work(*given, **more)

        return working

    for name in ("opened", "smaller", "encoded"):
        monkeypatch.setattr(photos, name, watched(getattr(photos, name)))
    monkeypatch.setattr(default_storage, "open", watched(default_storage.open))
    add(table)
    unpacking.import_campaign(Person(), archive_of(table.campaign), member="alice")
    assert len(in_a_transaction) > 6
    assert not any(in_a_transaction)


def test_large_pictures_are_made_smaller_one_after_the_other(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[bool] = []
    thumbnail = Image.Image.thumbnail

    def watched(image: Image.Image, *given: object) -> None:
        if image.width > SIDE:
            alone.append(photos.UNPACKING.locked())
        thumbnail(image, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Image.Image, "thumbnail", watched)
    large = picture("PNG", size=(SIDE + 1, 10))
    photos.add_photo(table.people["alice"], BytesIO(large))
    assert alone == [True]


def test_a_photo_whose_file_is_lost_is_not_there(table: Desk) -> None:
    photo = add(table)
    default_storage.delete(str(photo.file.name))
    where = [table.campaign.pk, photo.pk]
    browser: Client = client_of("alice")
    assert browser.get(reverse("campaign:photo-file", args=where)).status_code == 404
    small = browser.get(reverse("campaign:photo-small", args=where))
    assert small.status_code == 200
    small.close()
    assert selectors.photos_of(table.campaign) == [photo]


def test_fine_greys_stay_greys(table: Desk) -> None:
    out = BytesIO()
    Image.new("I;16", (30, 20), 128 * 256).save(out, "PNG")
    photo = photos.add_photo(table.people["alice"], BytesIO(out.getvalue()))
    with photo.file.open("rb") as file, Image.open(file) as stored:
        assert stored.getpixel((5, 5)) == (128, 128, 128)
