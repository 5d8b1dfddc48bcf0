"""Photos of tests go into a folder of their own; a campaign of four for tests of the pages."""

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.campaign.browser import Pages
from tests.campaign.desk import desk


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def pages(db: None) -> Pages:
    """Alice and her keeper, player and guest at the pages of a campaign of two characters."""
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"})
    for line in ("recruit ana name Ana colour red player Alice", "recruit ben player Dora"):
        made.type("alice", line)
    return Pages(made)
