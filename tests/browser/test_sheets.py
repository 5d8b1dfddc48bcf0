"""Sheets on the board: every form of one is for the same seat."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable


def tokens(page: Page) -> Locator:
    page.locator("#pad").get_by_role("link", name="Tokens").click()
    return page.get_by_role("dialog", name="Tokens and market")


def expect_for(sheet: Locator, name: str) -> None:
    """The artifact with its value, what is found, and the market."""
    choices = sheet.get_by_role("combobox", name="For")
    expect(choices).to_have_count(3)
    for choice in choices.all():
        expect(choice.locator(":checked")).to_have_text(name)


def test_a_token_goes_to_whom_the_sheet_was_told_once(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, edition="catacombs", holds=((0, 1),)).sit(new_device("small"))
    sheet = tokens(page)
    expect_for(sheet, "Alice")
    sheet.get_by_role("combobox", name="For").first.select_option("Bob")
    expect_for(sheet, "Bob")
    sheet.locator("#token-backpack").get_by_role("button").click()
    expect(page.locator("#log li").first).to_contain_text("Bob takes: Backpack.")


def test_a_sheet_opens_for_whom_the_device_acts_whatever_was_chosen_before(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, edition="catacombs", holds=((0, 1),)).sit(new_device("small"))
    sheet = tokens(page)
    sheet.get_by_role("combobox", name="For").last.select_option("Bob")
    page.keyboard.press("Escape")
    expect_for(tokens(page), "Alice")
