"""Sheets on the board: every form of one is for the same seat, and no word of theirs is broken."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_dock import BROKEN


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


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_no_word_of_a_sheet_is_broken(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site, edition="catacombs", holds=((0, 1),))
    page = table.sit(new_device("small", locale=language))
    for name in ("tokens", "gold", "card", "fix"):
        page.locator("#pad").locator(f"[data-sheet={name}]").click()
        sheet = page.locator(f"#sheet-{name}")
        expect(sheet).to_be_visible()
        heads = sheet.locator("h2, h3, .button, .row button, .buttons button").all()
        assert heads
        assert [found for each in heads if (found := each.evaluate(BROKEN))] == [], name
        page.keyboard.press("Escape")
