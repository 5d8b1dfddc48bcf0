"""The first thing a phone sees."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer


def test_the_start_page_opens(phone: Page) -> None:
    phone.goto("/")
    expect(phone.locator("h1")).to_be_visible()


def test_a_person_can_log_in_with_the_keyboard(phone: Page, site: SiteServer) -> None:
    site.script(MAKE_MALLORY)
    phone.goto("/accounts/login/")
    expect(phone.get_by_label("Username")).to_be_focused()
    phone.keyboard.type("mallory")
    phone.keyboard.press("Tab")
    phone.keyboard.type("a long enough password")
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(f"{site.url}/")
    assert "sessionid" in {cookie["name"] for cookie in phone.context.cookies()}


MAKE_MALLORY = (
    "from django.contrib.auth.models import User; "
    "User.objects.create_user('mallory', password='a long enough password')"
)


def test_the_login_has_no_barrier(
    new_device: NewDevice, axe_faults: Callable[[Page], list[str]]
) -> None:
    page = new_device("small")
    page.goto("/accounts/login/")
    assert axe_faults(page) == []


def test_a_page_in_debug_clothes_is_never_shown(phone: Page) -> None:
    phone.goto("/no-such-page/")
    expect(phone.locator("h1")).to_have_text("Nothing here")


@pytest.mark.service_worker
@pytest.mark.prove
def test_the_site_stops_cleanly_and_comes_back_on_its_port(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    page.goto("/accounts/login/")
    # A service worker still loading when the site stops would log an error of its own.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    before = own_site.url
    assert own_site.stop() in (0, -15)
    own_site.start()
    assert own_site.url == before
    page.reload()
    expect(page.locator("h1")).to_have_text("Log in")
