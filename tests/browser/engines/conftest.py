"""Windows of WebKit. They run with make prove; where an engine is missing, it says so and leaves them out."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.engines import webkit
from tests.browser.engines.webkit import Window
from tests.browser.server import SiteServer


class Windows:
    """Opens each window once, since WebKit takes its time to start.

    `windows(1)` is another person's phone, `windows(language="de-DE")` a German one.
    """

    def __init__(self, display: str, home: str, closing: ExitStack) -> None:
        self.display, self.home, self.closing = display, home, closing
        self.opened: dict[tuple[int, str, bool], Window] = {}

    def __call__(self, number: int = 0, *, language: str = "en-GB", dark: bool = False) -> Window:
        key = (number, language, dark)
        if key not in self.opened:
            one = webkit.current(self.display, self.home, language=language, dark=dark)
            self.opened[key] = self.closing.enter_context(one)
        return self.opened[key]

    def reset(self) -> list[str]:
        """Makes strangers' windows of them again; gives the faults that their pages had."""
        faults: list[str] = []
        for window in self.opened.values():
            window.note_faults()
            faults += window.faults
            window.faults.clear()
            window.driver.delete_all_cookies()
            window.driver.get("about:blank")
        return faults


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            engine = item.path.stem.removeprefix("test_")
            for mark in ("prove", engine):
                item.add_marker(mark)
            item.add_marker(pytest.mark.xdist_group(engine))


@pytest.fixture(scope="module")
def windows(site: SiteServer) -> Iterator[Windows]:
    with ExitStack() as closing:
        display = closing.enter_context(webkit.screen())
        yield Windows(display, site.url, closing)


@pytest.fixture
def new_window(windows: Windows) -> Iterator[Windows]:
    """The windows of a test, whose pages may not have seen a fault at its end."""
    yield windows
    assert windows.reset() == []


@pytest.fixture(scope="module")
def old_window(site: SiteServer) -> Iterator[Window]:
    with webkit.of_2022(site.url) as window:
        yield window
