"""Around the site without a mouse: the skip link, the menu, a campaign's header, no motion."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable


def test_the_first_key_leads_past_the_head(phone: Page) -> None:
    phone.goto("/help/")
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Skip to the content")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("main")).to_be_focused()


def test_escape_shuts_the_menu_and_gives_the_focus_back(phone: Page) -> None:
    phone.goto("/help/")
    door = phone.locator(".site-head summary")
    door.focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Log in")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator(".menu > div")).to_be_hidden()
    expect(door).to_be_focused()


def test_a_tap_beside_the_menu_shuts_it(phone: Page) -> None:
    phone.goto("/help/")
    phone.locator(".site-head summary").click()
    expect(phone.locator(".menu > div")).to_be_visible()
    phone.mouse.click(20, 700)
    expect(phone.locator(".menu > div")).to_be_hidden()


def test_a_sheet_opened_from_the_menu_gives_the_focus_back_to_it(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("phone"))
    door = page.locator("details.menu > summary")
    door.focus()
    page.keyboard.press("Enter")
    page.locator("details.menu [data-sheet]").first.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(door).to_be_focused()


@pytest.mark.chromium("less motion")
@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_nothing_moves_for_who_wants_no_motion(
    wish: str, moves: bool, new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("phone", reduced_motion=wish))
    moving = "[...document.querySelectorAll('*')].some(e => getComputedStyle(e).animationName !== 'none')"
    assert page.evaluate(moving) is moves
