"""Adventuring Party in Catacombs at four, five and six seats: what it adds, and what it leaves alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import NAMES, LiveTable, step, tokens
from tests.proof import proven

ADDED = {4: (2, []), 5: (3, [10, 15, 20, 25]), 6: (3, [10, 15, 20, 25])}


def party(new_device: NewDevice, site: SiteServer, seats: int) -> Page:
    """One phone for the whole party; the last one may leave."""
    edition = "catacombs+adventuring-party" if seats == 4 else "catacombs"
    holds = (tuple(range(seats)),)
    gold = {"do": "gold", "seat": 0, "count": 30}
    table = LiveTable(site, edition=edition, seats=seats, holds=holds, actions=(gold,))
    return table.sit(new_device("small"))


@pytest.mark.parametrize("seats", [4, *proven(5), 6])
def test_a_party_finds_what_its_number_of_players_has(
    new_device: NewDevice, site: SiteServer, seats: int
) -> None:
    page = party(new_device, site, seats)
    cloaks, silver = ADDED[seats]
    expect(page.locator("article.seat")).to_have_count(seats)
    tokens(page)
    expect(page.locator("#ware-invisibility_cloak b")).to_have_text(f"{cloaks} left")
    expect(page.locator("#ware-master_key")).to_have_count(0)
    values = page.locator("#values")
    expect(values.get_by_role("button", name="Silver")).to_have_count(len(silver))
    expect(page.get_by_role("button", name="Take crown")).to_have_count(int(seats > 4))
    if silver:
        values.get_by_role("button", name="Silver artifact 25").click()
        expect(page.locator("#log li").first).to_contain_text("Alice takes")
        tokens(page)
        expect(values.get_by_role("button", name="Silver")).to_have_count(len(silver) - 1)


@pytest.mark.parametrize("seats", [*proven(4, 5), 6])
def test_a_party_plays_a_round_and_everybody_acts(
    new_device: NewDevice, site: SiteServer, seats: int
) -> None:
    page = party(new_device, site, seats)
    for name, _color in NAMES[:seats]:
        step(page, f"End {name}’s turn")
        step(page, "No dragon")
    step(page, "End Alice’s turn")
    step(page, "Dragon!")
    expect(page.locator("#log")).to_contain_text("The dragon draws 2")


def test_a_gold_artifact_that_no_printed_one_is_worth_is_asked_about_once_more(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = party(new_device, site, 5)
    tokens(page)
    sheet = page.get_by_role("dialog", name="Tokens and market")
    sheet.get_by_label("Another value").fill("30")
    take = sheet.get_by_role("button", name="Take artifact")
    take.click()
    expect(sheet.get_by_role("alert")).to_contain_text("worth 5 to 20. Is it really 30?")
    sheet.get_by_label("Another value").clear()  # Firefox's driver would write behind the 30
    sheet.get_by_label("Another value").fill("3")
    take.click()
    expect(sheet.get_by_role("alert")).to_contain_text("Is it really 3?")
    take.click()
    expect(page.locator("#log li").first).to_contain_text("3")
    expect(sheet).to_be_hidden()
    tokens(page)
    expect(sheet.locator(".refused")).to_be_empty()
