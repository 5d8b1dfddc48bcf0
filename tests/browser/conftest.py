"""Real browsers on a real server: phones, a tablet, a TV, each watched for faults."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    expect,
    sync_playwright,
)
from playwright.sync_api._generated import Clock

from tests.browser import engines
from tests.browser.server import SiteServer

# Waits are for a state: they last as long as a busy machine needs, up to a minute.
PATIENCE = 60_000
SIZES = {"small": (360, 740), "phone": (390, 844), "tablet": (768, 1024), "tv": (1920, 1080)}

# NewDevice("phone", locale="de-DE") opens a new context, like another person's device.
NewDevice = Callable[..., Page]

# As at a plain http address of the network at home, which is how most tables reach the site: no browser has service
# workers there. Where a test is about them, or about lost lines, its mark says so, and its devices install one.
OVER_PLAIN_HTTP = "delete Navigator.prototype.serviceWorker"

_without_scripts: WeakSet[BrowserContext] = WeakSet()
_stopped: set[int] = set()


def pytest_configure() -> None:
    expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them and put them last: while Playwright runs, Django believes this thread is async."""
    here = Path(__file__).parent
    ours = [item for item in items if here in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
    if ours:
        items[:] = [item for item in items if here not in item.path.parents] + ours


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[SiteServer]:
    """One running site for all tests; each creates the tables and campaigns it needs."""
    server = SiteServer.started(tmp_path_factory.mktemp("site"), made)
    yield server
    server.stop()


@pytest.fixture
def own_site(tmp_path: Path, made: Path) -> Iterator[SiteServer]:
    """A site that a test may stop, kill, restart and configure."""
    server = SiteServer.started(tmp_path, made)
    yield server
    if server.process is not None:
        server.stop()


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """One browser for all tests of a process; each device is a new context in it."""
    with sync_playwright() as playwright:
        browser = engines.launch(playwright, pytestconfig.getoption("engine"))
        yield browser
        browser.close()


# Two frames, since a control that has just moved is marked with the next one.
HEARD = """() => document.getElementById("dock") && new Promise((heard) => {
  const look = () => (document.querySelector("[data-deaf]") ? requestAnimationFrame(look) : heard());
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""


@pytest.fixture(autouse=True)
def _unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """People tap what they see; a control that is pale for having just moved, they see pale.

    The tests of hurried fingers tap at once.
    """
    if request.node.path.stem == "test_fingers":
        return
    _stopped.clear()
    monkeypatch.setattr(Clock, "pause_at", _stopping(Clock.pause_at))
    for name in ("click", "tap", "check", "press"):
        monkeypatch.setattr(Locator, name, _once_heard(getattr(Locator, name)))


def _once_heard(acting: Callable[..., None]) -> Callable[..., None]:
    def act(self: Locator, *what: str, **options: Any) -> None:
        page = self.page
        if page.context not in _without_scripts and id(page.clock) not in _stopped:
            with suppress(Error):  # the page is just being left
                page.evaluate(HEARD)
        acting(self, *what, **options)

    return act


def _stopping(pause: Callable[..., None]) -> Callable[..., None]:
    def act(self: Clock, *when: Any) -> None:
        _stopped.add(id(self))  # no frame comes any more
        pause(self, *when)

    return act


@pytest.fixture
def new_device(
    browser: Browser, site: SiteServer, request: pytest.FixtureRequest
) -> Iterator[NewDevice]:
    """Opens devices; at the end none may have had a fault or contacted another site."""
    contexts = []
    faults: list[str] = []
    engine = request.config.getoption("engine")
    installs = request.node.get_closest_marker("service_worker") is not None

    def open_device(size: str = "phone", *, at: SiteServer = site, **options: Any) -> Page:
        if options.get("has_touch") and engine == "firefox":
            pytest.skip("Firefox's driver has no fingers: its taps reach no page")
        width, height = SIZES[size]
        viewport = {"width": width, "height": height}
        settings = {"locale": "en-GB", "base_url": at.url, "viewport": viewport} | options
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if not installs:
            context.add_init_script(OVER_PLAIN_HTTP)
        if not options.get("java_script_enabled", True):
            _without_scripts.add(context)
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


# Neither are the nodes described that have no fault, nor are they told to Python. While debugging, styles import others,
# which axe would copy into the page and the content policy forbids.
AXE = Axe().axe_script
VIOLATIONS = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const preload = !rules.some((rule) => rule instanceof CSSImportRule);
  return axe.run({ resultTypes: ["violations"], preload }).then((found) => found.violations);
}"""


@pytest.fixture
def axe_faults() -> Callable[[Page], list[str]]:
    """What axe finds wrong on a page, as lines to read."""

    def faults(page: Page) -> list[str]:
        # Whoever has just tapped a link may still have nothing but an empty page.
        page.wait_for_load_state()
        expect(page.locator("body > *").first).to_be_attached()
        page.evaluate(AXE)
        found = page.evaluate(VIOLATIONS)
        return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]

    return faults


def watch(page: Page, home: str, faults: list[str]) -> None:
    """Note scripts that fail, what the content policy blocks, and requests to other sites."""
    page.on(
        "pageerror",
        lambda error: faults.append(f"script: {error}") if _is_fault("error", str(error)) else None,
    )
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
    usual = (
        "Failed to load resource",
        "Failed to load ‘",
        "Firefox can’t establish a connection",
        "htmx:sendAbort",
        "htmx:sendError",
        "htmx:afterRequest",
    )
    return kind == "error" and not text.startswith(usual)
