"""Real Chromium on a real server: phones, a tablet, a TV, each with a watch on what goes wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from config.install import find_chromium
from tests.browser.server import SiteServer

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"small": (360, 740), "phone": (390, 844), "tablet": (768, 1024), "tv": (1920, 1080)}

# NewDevice("phone", locale="de-DE") opens a fresh context, as another person's device is.
NewDevice = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """One running site for all tests; each makes the tables and campaigns it needs."""
    server = SiteServer(tmp_path_factory.mktemp("site"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[SiteServer]:
    """A site that a test may stop, kill, restart and set up otherwise."""
    server = SiteServer(tmp_path)
    server.start()
    yield server
    if server.process is not None:
        server.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    # Not for the whole run: while Playwright lives, Django takes this thread for an async one.
    program = find_chromium()
    if program is None:
        pytest.fail("No Chromium here: make test brings it, BROWSERS=0 leaves these tests out.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_device(chromium: Browser, site: SiteServer) -> Iterator[NewDevice]:
    """Opens devices; at the end none of them may have seen a fault or asked another site."""
    contexts = []
    faults: list[str] = []

    def open_device(size: str = "phone", *, at: SiteServer = site, **options: Any) -> Page:
        width, height = SIZES[size]
        viewport = {"width": width, "height": height}
        settings = {"locale": "en-GB", "base_url": at.url, "viewport": viewport} | options
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        watch(page, at.url, faults)
        return page

    yield open_device
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def phone(new_device: NewDevice) -> Page:
    return new_device("phone")


@pytest.fixture
def axe_faults() -> Callable[[Page], list[str]]:
    """What axe finds wrong on a page, as lines to read."""

    def faults(page: Page) -> list[str]:
        found = Axe().run(page).response["violations"]
        return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]

    return faults


def watch(page: Page, home: str, faults: list[str]) -> None:
    """Notes scripts that fail, what the content policy blocks, and requests that leave the site."""
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on(
        "console",
        lambda line: (
            faults.append(f"console: {line.text}") if _is_fault(line.type, line.text) else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((home, "data:", "blob:"))
            else faults.append(f"left the site: {request.url}")
        ),
    )


def _is_fault(kind: str, text: str) -> bool:
    """A refused tap answers with a 4xx status, a lost line with none, and who leaves a page gives
    up what it was still asking for: the console calls all of that errors."""
    usual = ("Failed to load resource", "htmx:sendAbort", "htmx:afterRequest")
    return kind == "error" and not text.startswith(usual)
