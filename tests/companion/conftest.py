"""What the tests of the live table share."""

from collections.abc import Iterator

import pytest

from tests.companion.site import Site, served


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with served(monkeypatch) as site:
        yield site
