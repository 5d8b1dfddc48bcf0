"""Photos of tests go into a folder of their own; a campaign of four for tests of the pages."""

from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from pytest_django import Settings

from campaign.models import GameRecord
from campaign.services import photos, private
from tests.campaign.browser import Pages
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import picture
from tests.campaign.test_tables import RECORD


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made with the first photo. Most tests have none, and a tmp_path each would take seconds."""
    folder = tmp_path_factory.getbasetemp() / f"media-{uuid4()}"
    settings.MEDIA_ROOT = folder
    return folder


@pytest.fixture
def pages(db: None) -> Pages:
    """Alice and her keeper, player and guest, in a campaign with two characters."""
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"})
    for line in ("recruit ana name Ana colour red player Alice", "recruit ben player Dora"):
        made.type("alice", line)
    return Pages(made)


@pytest.fixture
def small_campaign(db: None) -> Desk:
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
