"""Contracts played at a table: refused, completed by the last cube, turned over, read, scored, corrected."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, calm, closed, pad, step, unfolded

Plain = dict[str, Any]
TRACK: Plain = {"do": "contract", "key": "7", "name": "Night shift", "need": 3, "cubes": True}
OWN: Plain = {"do": "contract", "key": "12", "solo": 1, "need": 2, "due": True}
COMPLETED: tuple[Plain, ...] = (
    {"do": "contract_tick", "contract": "7", "seat": 0, "count": 2},
    {"do": "contract_tick", "contract": "7", "seat": 1},
    {"do": "contract_back", "contract": "7", "points": 6, "bonus": 2},
)


def row(page: Page, key: str) -> Locator:
    return page.locator(f"#contract-{key}")


def press(page: Page, key: str, name: str) -> None:
    unfolded(page, "contracts")
    row(page, key).get_by_role("button", name=name).click()


def at_the_table(new_device: NewDevice, site: SiteServer, *actions: Plain) -> Page:
    """One phone for both, at 360 px."""
    table = LiveTable(site, edition="legacy2", holds=((0, 1),), actions=(TRACK, OWN, *actions))
    return table.sit(new_device("small"))


def test_a_track_is_completed_by_its_last_cube_and_a_solo_contract_is_its_owners(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = at_the_table(new_device, site)
    unfolded(page, "contracts")
    expect(row(page, "12")).to_contain_text("for Bob alone")
    for name in ("Tick a box", "Completed"):
        expect(row(page, "12").get_by_role("button", name=name)).to_have_count(0)

    press(page, "7", "Cube onto it")
    expect(row(page, "7")).to_contain_text("1 of 3")
    act_for(page, 1)
    for done in ("2 of 3", "3 of 3"):
        press(page, "7", "Cube onto it")
        expect(row(page, "7")).to_contain_text(done)
    expect(row(page, "7")).to_contain_text("completed")
    expect(row(page, "7")).to_contain_text("Bob")
    press(closed(page), "12", "Tick a box")
    expect(row(page, "12")).to_contain_text("1 of 2")


def test_after_your_turn_is_shown_once_refill_and_attack_are_done(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = at_the_table(new_device, site, *COMPLETED[:2])
    page.locator("#reminders").get_by_role("link", name="Flip").click()
    sheet = page.locator("#sheet-flip")
    sheet.get_by_label("Points").fill("6")
    sheet.get_by_label("AFTER YOUR TURN").check()
    sheet.get_by_role("button", name="That is what it says").click()
    expect(row(page, "7")).to_contain_text("6 points")

    reading = page.locator("#contracts .notice")
    step(page, "End Alice’s turn")
    expect(page.locator("#next")).to_contain_text("Did a new dragon appear?")
    expect(reading).to_have_count(0)
    step(page, "No dragon")
    expect(reading).to_contain_text("AFTER YOUR TURN: contract 7 Night shift")
    expect(reading).to_contain_text("The next turn of Bob has come, so it has to be done now.")
    unfolded(calm(page), "contracts")
    reading.get_by_role("button", name="We have read it").click()
    expect(reading).to_have_count(0)


def test_an_ended_contract_is_reopened_and_corrected(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = at_the_table(new_device, site, *COMPLETED)
    expect(row(page, "7")).to_contain_text("8 points")
    press(page, "7", "Active again")
    expect(row(page, "7")).to_contain_text("2 of 3")
    press(page, "7", "Cube onto it")
    expect(row(page, "7")).to_contain_text("completed")
    expect(row(page, "7")).to_contain_text("Alice")
    expect(row(page, "7")).not_to_contain_text("points")


def test_what_is_due_is_settled_before_anything_is_counted(
    new_device: NewDevice, site: SiteServer
) -> None:
    take = [{"do": "take", "seat": seat, "token": "artifact", "value": 9} for seat in (0, 1)]
    out = [{"do": "status", "seat": seat, "status": "escaped"} for seat in (0, 1)]
    page = at_the_table(new_device, site, *COMPLETED, *take, *out)
    table = page.url
    page.goto(f"{table}scores/1/")
    expect(page.locator("#sheet")).to_have_count(0)

    page.locator("#before").get_by_role("button", name="Fails").click()
    expect(page.locator("#before")).to_contain_text("It has failed.")
    expect(page.locator("#table-counts")).to_contain_text("Contract 7 Night shift")
    expect(page.locator("#table-counts")).to_contain_text(
        "6, and 2 because it was new in this game"
    )
    expect(page.locator("#sheet")).to_be_visible()


def test_a_new_contract_is_laid_on_the_table_from_a_phone(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = at_the_table(new_device, site)
    pad(closed(page)).get_by_role("link", name="A card says").click()
    page.get_by_role("link", name="A new contract, or what a back says").click()
    sheet = page.locator("#sheet-contract")
    sheet.locator("#contract-key").fill("131")
    sheet.locator("#contract-need").fill("2")
    sheet.get_by_label("Whose own").select_option("Alice")
    sheet.get_by_role("button", name="Lay it on the table").click()
    expect(row(page, "131")).to_contain_text("for Alice alone")
    expect(row(page, "131")).to_contain_text("0 of 2")

    expect(sheet).to_be_hidden()
    pad(closed(page)).get_by_role("link", name="A card says").click()
    page.get_by_role("link", name="A new contract, or what a back says").click()
    sheet.locator("#stars-of").fill("7")
    sheet.locator("form", has=page.locator("#stars-of")).get_by_label("Bob").check()
    sheet.locator("form", has=page.locator("#stars-of")).get_by_label("Alice").check()
    sheet.locator("form", has=page.locator("#stars-of")).get_by_role("button").click()
    expect(row(page, "7")).to_contain_text("Alice Bob")
