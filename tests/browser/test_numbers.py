"""Number fields under a thumb: what is typed replaces what stood there, on every page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import reach, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, calm
from tests.browser.test_fingers import middle
from tests.proof import proven

SHEETS = ("gold", "card", "lot", "tokens", "fix", "hand")
IN_SIGHT = "field => field.getClientRects().length > 0"


def key(page: Page, name: str) -> None:
    page.locator(".keypad").get_by_role("button", name=name).tap()


def typed_by_thumb(field: Locator) -> None:
    """Tap a field and key 1 and 4: nothing else may come of it, whatever stood there."""
    field.scroll_into_view_if_needed()
    field.tap()
    page = field.page
    for digit in "14":
        page.locator(f".keypad [data-digit='{digit}']").last.tap()
    expect(field).to_have_value("14")
    field.tap()
    page.locator(".keypad [data-digit='3']").last.tap()
    expect(field).to_have_value("3")
    key(page, "Done")
    expect(page.locator(".keypad")).to_have_count(0)


def typed_by_keys(field: Locator) -> None:
    field.click()
    field.page.keyboard.type("14")
    expect(field).to_have_value("14")
    field.click()
    field.page.keyboard.type("3")
    expect(field).to_have_value("3")


@pytest.mark.parametrize("by_thumb", [True, False])
def test_a_score_is_what_was_typed(new_device: NewDevice, site: SiteServer, by_thumb: bool) -> None:
    scored = {"do": "score", "seat": 0, "cards": 12}
    table = LiveTable(site, actions=(scored,))
    page = table.sit(new_device("small", has_touch=by_thumb))
    page.goto(table.url + "scores/0/")
    for field in page.locator("input[type=number]").all():
        (typed_by_thumb if by_thumb else typed_by_keys)(field)
    page.get_by_role("button", name="Save").click()
    page.goto(table.url + "scores/0/")
    expect(page.get_by_label("Cards")).to_have_value("3")


def test_a_look_at_somebody_elses_sheet_loses_nothing_typed(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", has_touch=True))
    page.goto(table.url + "scores/0/")
    page.get_by_label("Cards").tap()
    for digit in "33":
        page.locator(f".keypad [data-digit='{digit}']").tap()
    key(page, "Done")
    page.locator("#total-1").tap()
    expect(page).to_have_url(re.compile("/scores/1/$"))
    page.locator("#total-0").tap()
    expect(page.get_by_label("Cards")).to_have_value("33")


def test_the_tap_after_the_keypad_does_what_it_was_meant_for(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", has_touch=True))
    before = sequence(page)
    page.evaluate("document.getElementById('sheet-gold').showModal()")
    sheet = page.locator("#sheet-gold")
    field = sheet.locator("input[type=number]").first
    field.evaluate(
        "field => { for (const each of document.querySelectorAll('details')) each.open = true; }"
    )
    field.tap()
    page.locator(".keypad [data-digit='9']").tap()
    expect(calm(page).locator(".keypad")).to_be_visible()
    x, y = middle(sheet.get_by_role("button", name="Gain"))
    page.touchscreen.tap(x, y)
    reach(page, before + 1)
    expect(page.locator("#seat-0 .coin")).to_contain_text("9")
    expect(page.locator(".keypad")).to_have_count(0)

    page.goto(table.url + "scores/0/")
    page.get_by_label("Cards").tap()
    for digit in "14":
        page.locator(f".keypad [data-digit='{digit}']").tap()
    save = page.get_by_role("button", name="Save")
    save.evaluate("button => button.scrollIntoView({block: 'start'})")
    x, y = middle(save)
    page.touchscreen.tap(x, y)
    expect(page).to_have_url(re.compile("/scores/1/$"))


@pytest.mark.parametrize("by_thumb", [*proven(True), False])
def test_no_digit_is_ever_added_to_a_number_in_a_sheet(
    new_device: NewDevice, site: SiteServer, by_thumb: bool
) -> None:
    table = LiveTable(site, edition="legacy1")
    page = table.sit(new_device("small", has_touch=by_thumb))
    tried = 0
    for sheet in SHEETS:
        page.evaluate(f"document.getElementById('sheet-{sheet}').showModal()")
        for more in page.locator("dialog[open] details").all():
            more.locator("summary").first.click()
        fields = page.locator("dialog[open] input[type=number]").all()
        for field in [each for each in fields if each.evaluate(IN_SIGHT)]:
            (typed_by_thumb if by_thumb else typed_by_keys)(field)
            tried += 1
        page.keyboard.press("Escape")
    assert tried >= 9


def test_the_keypad_steps_turns_the_sign_and_rubs_out(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", has_touch=True))
    page.goto(table.url + "scores/0/")
    field = page.get_by_label("Anything else")
    field.tap()
    for name in ("+1", "+1"):
        key(page, name)
    expect(field).to_have_value("2")
    key(page, "Minus sign")
    key(page, "5")
    expect(field).to_have_value("-25")
    key(page, "Rub out")
    expect(field).to_have_value("-2")
    box = page.locator(".keypad button").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48


def test_an_empty_number_stands_for_its_placeholder(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, edition="legacy2")
    page = table.sit(new_device("small", has_touch=True))
    page.evaluate("document.getElementById('sheet-map').showModal()")
    page.get_by_role("button", name="Onto a track").tap()
    expect(page.locator("#seat-0")).to_contain_text("1 on the board")
