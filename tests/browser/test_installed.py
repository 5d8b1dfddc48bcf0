"""The installed site: what it shows without a network, and how it comes to its next version."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

pytestmark = pytest.mark.service_worker

READY = "navigator.serviceWorker.ready.then(() => true)"
STORED = """
async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(stores.map((store) => store.keys()));
  return kept.flat().map((request) => new URL(request.url).pathname);
}
"""
# The old version's shell goes when the new one has taken over.
STORED_VERSION_ONLY = """
async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const shells = await caches.keys();
  return !registration.waiting && !registration.installing && shells.join().includes("999.0.0");
}
"""
LOOK_FOR_NEWS = (
    "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)"
)
# A found worker is installing before it waits.
NO_NEWS = "navigator.serviceWorker.getRegistration().then((it) => !it.waiting && !it.installing)"


def installed(page: Page, url: str) -> None:
    """Open a page and wait until its service worker controls it."""
    page.goto(url)
    page.evaluate(READY)
    page.goto(url)
    assert page.evaluate("navigator.serviceWorker.controller !== null")


@pytest.mark.chromium("its driver takes the network from a service worker as well")
def test_a_table_that_is_loaded_without_a_network_says_so_and_comes_back_by_itself(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("phone"))
    installed(page, table.url)
    page.context.set_offline(True)
    page.reload()
    expect(page).to_have_url(f"{site.url}{table.url}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("#board")).to_have_count(0)
    # The shell's styles are there: the page is not unstyled.
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "serif"
    page.context.set_offline(False)
    table.live(page)
    expect(page.locator("#seat-0")).to_contain_text("Alice")


def test_nothing_of_a_table_is_kept_on_the_device(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("phone"))
    installed(page, table.url)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    page.goto(f"{table.url}log/")
    stored = page.evaluate(STORED)
    assert "/offline/" in stored
    assert [path for path in stored if not path.startswith(("/static/", "/offline/"))] == []


@pytest.mark.prove
def test_a_new_version_is_offered_and_interrupts_nobody(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    page = new_device("phone", at=own_site)
    installed(table.sit(page), "/")
    at_table = page.context.new_page()
    at_table.goto(table.url)
    table.live(at_table)
    at_table.evaluate("window.untouched = true")
    page.evaluate("window.untouched = true")

    own_site.stop()
    own_site.environment["DJANGO_SETTINGS_MODULE"] = "tests.browser.next_version"
    own_site.start()
    table.live(at_table)
    page.evaluate(LOOK_FOR_NEWS)
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    at_table.get_by_role("button", name="+ Clank!").click()
    expect(at_table.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    assert at_table.evaluate("untouched")
    assert page.evaluate("untouched")

    page.get_by_role("button", name="Load it").click()
    expect(page.locator("footer")).to_contain_text("Dragonbag 999.0.0")
    expect(page.get_by_text("A new version is ready.")).to_be_hidden()
    assert at_table.evaluate("untouched")
    at_table.get_by_role("button", name="+ Clank!").click()
    expect(at_table.locator("#seat-0")).to_contain_text("2 Clank! this turn")


@pytest.mark.prove
def test_a_new_version_that_was_taken_at_a_table_is_not_offered_again(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    page = table.sit(new_device("phone", at=own_site))
    installed(page, table.url)
    other = page.context.new_page()
    other.goto("/")
    other.evaluate("window.untouched = true")

    own_site.stop()
    own_site.environment["DJANGO_SETTINGS_MODULE"] = "tests.browser.next_version"
    own_site.start()
    table.live(page)
    page.locator("#new-version").get_by_role("button", name="Load it").click()
    table.live(page)
    page.wait_for_function(STORED_VERSION_ONLY)
    page.goto(f"{table.url}scores/0/")
    expect(page.locator("footer")).to_contain_text("Dragonbag 999.0.0")
    page.evaluate(READY)
    page.evaluate(LOOK_FOR_NEWS)
    assert page.evaluate(NO_NEWS)
    expect(page.locator("#update")).to_be_hidden()
    assert other.evaluate("untouched")
