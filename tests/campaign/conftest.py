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
from tests.campaign.test_tables import RECORD, campaign_of_three
from tests.made_once import MadeOnce, made_once

made_campaign = made_once(campaign_of_three)


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made with the first photo. Most tests have none, and a tmp_path each would take seconds."""
    folder = tmp_path_factory.getbasetemp() / f"media-{uuid4()}"
    settings.MEDIA_ROOT = folder
    return folder


def four_and_two_characters() -> Pages:
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"})
    for line in ("recruit ana name Ana colour red player Alice", "recruit ben player Dora"):
        made.type("alice", line)
    return Pages(made)


made_pages = made_once(four_and_two_characters)


@pytest.fixture
def pages(made_pages: MadeOnce[Pages], db: None) -> Pages:
    """Alice and her keeper, player and guest, in a campaign with two characters."""
    return made_pages()


def small_ledger() -> Desk:
    made = desk({"alice": "owner", "bob": "player", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob", "fetch 017 blue Wren"):
        made.type("alice", line)
    made.type("alice", "start 1 ana ben on 2026-01-10")
    made.type("bob", "mark 017 ben")
    made.strike("alice", 5)
    return made


made_small_campaign = made_once(small_ledger)


@pytest.fixture
def small_campaign(made_small_campaign: MadeOnce[Desk], db: None) -> Desk:
    made = made_small_campaign()
    photos.add_photo(made.people["bob"], BytesIO(picture()), about="card:017", caption="Look")
    private.write_note(made.people["bob"], "I shall betray Ana")
    private.write_note(made.people["alice"], "I know")
    GameRecord.objects.create(campaign=made.campaign, game=1, content=RECORD)
    return made
