"""Photos of tests go into a folder of their own."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"
