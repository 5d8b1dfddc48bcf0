"""Sheets on the board: every form is for the same seat, and no word is broken."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, pad, tokens
from tests.browser.test_dock import BROKEN
from tests.proof import proven


def expect_for(sheet: Locator, name: str) -> None:
    """What is chosen at the top holds for every form: the market, what is found, an artifact."""
    expect(sheet.get_by_role("radio", name=name)).to_be_checked()
    choices = sheet.locator("select[name=seat]")
    expect(choices).to_have_count(3)
    for choice in choices.all():
        expect(choice).to_be_hidden()
        expect(choice.locator(":checked")).to_have_text(name)


def choose(sheet: Locator, name: str) -> None:
    sheet.locator(".whom-for label", has_text=name).click()


def test_a_token_goes_to_whom_the_sheet_was_told_once(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, edition="catacombs", holds=((0, 1),)).sit(new_device("small"))
    sheet = tokens(page)
    expect_for(sheet, "Alice")
    choose(sheet, "Bob")
    expect_for(sheet, "Bob")
    sheet.get_by_text("From the market, without paying").click()
    sheet.locator("#token-backpack").get_by_role("button").click()
    expect(page.locator("#log li").first).to_contain_text("Bob takes: Backpack.")


def test_a_sheet_opens_for_whom_the_device_acts_whatever_was_chosen_before(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, edition="catacombs", holds=((0, 1),)).sit(new_device("small"))
    sheet = tokens(page)
    choose(sheet, "Bob")
    page.keyboard.press("Escape")
    expect_for(tokens(page), "Alice")


@pytest.mark.parametrize("language", [*proven("en-GB"), "de-DE"])
def test_no_word_of_a_sheet_is_broken(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site, edition="catacombs", holds=((0, 1),))
    page = table.sit(new_device("small", locale=language))
    for name in ("tokens", "gold", "map", "card", "fix"):
        place = page.locator("#dock") if name == "tokens" else pad(page)
        place.locator(f"[data-sheet={name}]").click()
        sheet = page.locator(f"#sheet-{name}")
        expect(sheet).to_be_visible()
        heads = sheet.locator("h2, h3, .button, .row button, .buttons button").all()
        assert heads
        assert [found for each in heads if (found := each.evaluate(BROKEN))] == [], name
        page.keyboard.press("Escape")


def test_a_sheet_opens_at_its_top_wherever_it_was_scrolled_before(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, edition="catacombs", holds=((0, 1),)).sit(new_device("small"))
    sheet = tokens(page)
    assert sheet.evaluate("it => { it.scrollTop = it.scrollHeight; return it.scrollTop; }") > 0
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert tokens(page).evaluate("it => it.scrollTop") == 0


@pytest.mark.parametrize("edition", ["base", "catacombs+monsters", "legacy2"])
@pytest.mark.parametrize(("language", "width"), [("de-DE", 360), ("de-DE", 390), ("en-GB", 360)])
def test_no_word_of_any_sheet_is_broken_and_buttons_stand_beside_what_they_set(
    new_device: NewDevice, site: SiteServer, edition: str, language: str, width: int
) -> None:
    table = LiveTable(site, edition=edition, actions=({"do": "gold", "seat": 0, "count": 9},))
    view = {"width": width, "height": 740}
    page = table.sit(new_device("phone", viewport=view, locale=language, reduced_motion="reduce"))
    assert page.locator("#dock").evaluate(BROKEN) == []
    opens = "sheet => { document.querySelector('dialog[open]')?.close(); sheet.showModal(); }"
    for sheet in page.locator("dialog[id^=sheet-]").all():
        sheet.evaluate(opens)
        assert sheet.evaluate(BROKEN) == [], sheet.get_attribute("id")
    page.locator("#sheet-fix").evaluate(opens)
    number = page.locator("#fix-danger").bounding_box()
    button = page.locator('#sheet-fix [value*="danger"]').bounding_box()
    assert number is not None
    assert button is not None
    assert button["x"] > number["x"] + number["width"]
    up, down = (
        page.locator(f"#sheet-fix [value*=rage] >> nth={at}").bounding_box() for at in (0, 1)
    )
    assert up is not None
    assert down is not None
    assert up["y"] == down["y"]


@pytest.mark.parametrize("language", [*proven("en-GB"), "de-DE"])
def test_no_word_on_a_button_behind_more_is_broken_for_a_seat_that_is_out(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    out = {"do": "status", "seat": 0, "status": "knocked_out"}
    page = LiveTable(site, edition="catacombs", actions=(out,)).sit(
        new_device("small", locale=language)
    )
    buttons = pad(page).locator(".buttons")
    expect(buttons.locator(".button:visible")).to_have_count(6)
    assert buttons.evaluate(BROKEN) == []


def test_all_colours_of_four_seats_are_in_sight_where_cubes_are_drawn_by_hand(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, seats=4, actions=({"do": "end_turn"},))
    page = table.sit(new_device("small", locale="de-DE"))
    page.locator("#next [data-sheet=hand]").click()
    sheet = page.locator("#sheet-hand")
    foot = sheet.locator(".foot").bounding_box()
    lowest = sheet.locator("[data-more]").last.bounding_box()
    assert foot is not None
    assert lowest is not None
    assert lowest["y"] + lowest["height"] <= foot["y"] + 1


@pytest.mark.parametrize("width", [360, 768])
def test_no_choice_of_what_is_put_right_is_cut_off(
    new_device: NewDevice, site: SiteServer, width: int
) -> None:
    view = {"width": width, "height": 740}
    page = LiveTable(site, edition="legacy2").sit(
        new_device("phone", viewport=view, locale="de-DE")
    )
    pad(page).locator("[data-sheet=fix]").click()
    place = page.locator("#fix-zone")
    expect(place).to_be_visible()
    cut = place.evaluate(
        "each => { const shown = each.clientWidth; each.style.maxWidth = 'none';"
        " each.style.width = 'max-content'; return each.clientWidth > shown; }"
    )
    assert not cut
