"""A contract that ends: who flips it, who is told, what waits for later, and what the sheet says in the end."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, calm, step, unfolded
from tests.browser.test_every_page import SMALL
from tests.browser.test_theatre import draw

Plain = dict[str, Any]
Faults = Callable[[Page], list[str]]
SEVEN: Plain = {"do": "contract", "key": "7", "name": "Night shift", "need": 2, "new": True}
TICK: Plain = {"do": "contract_tick", "contract": "7", "seat": 0}


def sheet(page: Page) -> Locator:
    return page.locator("#sheet-flip")


def strip(page: Page) -> Locator:
    return page.locator("#reminders .reminder")


def ticked(page: Page, key: str = "7") -> None:
    unfolded(page, "contracts")
    page.locator(f"#contract-{key}").get_by_role("button", name="Tick a box").click()


def two_phones(new_device: NewDevice, site: SiteServer) -> tuple[Page, Page]:
    """Alice's phone and Bob's; one box of the contract is left."""
    table = LiveTable(site, edition="legacy2", actions=(SEVEN, TICK))
    alice = table.sit(new_device("small"))
    bob = table.sit(new_device("phone"), device=1)
    return alice, bob


def test_who_completes_it_flips_it_and_the_others_read_a_line(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults
) -> None:
    alice, bob = two_phones(new_device, site)
    ticked(alice)

    expect(sheet(alice)).to_be_visible()
    expect(sheet(alice)).to_contain_text("Completed by Alice.")
    expect(strip(bob)).to_contain_text("Contract 7 Night shift: flip it and read")
    expect(bob.locator("dialog[open]")).to_have_count(0)

    sheet(alice).get_by_label("Points").fill("6")
    sheet(alice).get_by_label("Bonus, because it was new").fill("2")
    sheet(alice).get_by_label("AFTER YOUR TURN").check()
    assert axe_faults(alice) == []
    sheet(alice).get_by_role("button", name="That is what it says").click()
    expect(sheet(alice)).to_be_hidden()
    expect(strip(alice)).to_have_count(0)
    expect(strip(bob)).to_have_count(0)
    expect(bob.locator("#contract-7")).to_contain_text("8 points")


def test_the_line_leads_to_the_same_sheet_and_goes_by_a_tap_on_this_device_only(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults
) -> None:
    alice, bob = two_phones(new_device, site)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    alice.keyboard.press("Escape")
    expect(strip(alice)).to_be_visible()
    assert axe_faults(alice) == []

    strip(bob).get_by_role("button", name="Later").click()
    expect(strip(bob)).to_be_hidden()
    bob.reload()
    expect(bob.locator("body[data-live]")).to_be_attached()
    expect(strip(bob)).to_be_hidden()
    expect(strip(alice)).to_be_visible()

    strip(alice).get_by_role("link", name="Flip").click()
    expect(sheet(alice)).to_contain_text("7 Night shift")
    sheet(alice).get_by_role("button", name="That is what it says").click()
    expect(strip(alice)).to_have_count(0)


def test_a_star_that_did_not_tap_gets_the_sheet_too(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    act_for(alice, 1)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    expect(sheet(bob)).to_be_visible()
    expect(sheet(bob)).to_contain_text("Completed by Bob.")


def test_of_two_stars_one_enters_the_back_and_the_other_is_done(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    act_for(alice, 1)
    ticked(alice)
    expect(sheet(bob)).to_be_visible()
    sheet(alice).get_by_label("Points").fill("6")
    sheet(alice).get_by_role("button", name="That is what it says").click()
    expect(sheet(bob)).to_be_hidden()
    expect(sheet(alice)).to_be_hidden()


def test_one_that_several_completed_scores_for_each_of_them(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults
) -> None:
    alice, bob = two_phones(new_device, site)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    several = sheet(alice).locator("[data-several]").last
    several.get_by_text("Completed by several").click()
    expect(several.get_by_label("Alice")).to_be_checked()
    expect(several.get_by_label("Bob")).not_to_be_checked()
    assert axe_faults(calm(alice)) == []
    several.get_by_label("Bob").check()
    several.get_by_role("button", name="Completed").click()
    for page in (alice, bob):
        expect(sheet(page)).to_be_visible()
        expect(sheet(page)).to_contain_text("Completed by Alice, Bob.")
    expect(several.get_by_label("Bob")).to_be_hidden()
    sheet(alice).get_by_label("Points").fill("6")
    sheet(alice).get_by_role("button", name="That is what it says").click()
    for page in (alice, bob):
        expect(sheet(page)).to_be_hidden()
        expect(page.locator("#contract-7")).to_contain_text("Alice Bob 6 points")


def test_a_solo_contract_and_a_failed_one_are_nobody_elses(
    new_device: NewDevice, site: SiteServer
) -> None:
    ended: tuple[Plain, ...] = (
        {"do": "contract", "key": "8", "solo": 0, "need": 1},
        {**TICK, "contract": "8"},
        {"do": "contract", "key": "9"},
        {"do": "contract_status", "contract": "9", "status": "failed"},
        {**TICK, "count": 2},
    )
    table = LiveTable(site, edition="legacy2", holds=((0, 1),), actions=(SEVEN, *ended))
    page = table.sit(new_device("tablet"))
    for key, offered in (("8", False), ("9", False), ("7", True)):
        strip(page).filter(has=page.locator(f"[data-contract='{key}']")).get_by_role("link").click()
        expect(sheet(page)).to_be_visible()
        expect(sheet(page).get_by_text("Completed by several")).to_be_visible(visible=offered)
        page.keyboard.press("Escape")
        expect(sheet(page)).to_be_hidden()


def test_what_was_typed_stays_and_what_was_not_overwrites_nothing(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    act_for(alice, 1)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    sheet(bob).get_by_label("AFTER SCORING").check()
    sheet(alice).get_by_label("Points").fill("6")
    sheet(alice).get_by_role("button", name="That is what it says").click()
    expect(sheet(bob)).to_contain_text("6 points")
    expect(sheet(bob).get_by_label("AFTER SCORING")).to_be_checked()
    sheet(bob).get_by_role("button", name="That is what it says").click()
    expect(sheet(bob)).to_be_hidden()
    for page in (alice, bob):
        expect(page.locator("#flip-7")).to_contain_text("6 points · AFTER SCORING")


def test_nothing_opens_over_what_a_star_has_open(new_device: NewDevice, site: SiteServer) -> None:
    alice, bob = two_phones(new_device, site)
    bob.locator("#dock [data-sheet=tokens]").click()
    act_for(alice, 1)
    ticked(alice)
    expect(strip(bob)).to_have_count(1)
    expect(bob.locator("#sheet-tokens")).to_be_visible()
    expect(sheet(bob)).to_be_hidden()
    bob.keyboard.press("Escape")
    expect(sheet(bob)).to_be_visible()


def test_a_failed_one_is_flipped_without_its_story_by_who_said_so(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    unfolded(bob, "contracts")
    bob.locator("#contract-7").get_by_role("button", name="Fails").click()
    expect(sheet(bob)).to_contain_text("It has failed.")
    expect(sheet(bob)).to_contain_text("its story is not read")
    expect(strip(alice)).to_contain_text("It has failed.")
    expect(alice.locator("dialog[open]")).to_have_count(0)


def test_what_the_back_brings_comes_to_the_table_from_there(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    sheet(alice).get_by_text("It brings a new contract").click()
    sheet(alice).get_by_label("Number").fill("31")
    sheet(alice).get_by_role("button", name="Lay it on the table").click()
    expect(bob.locator("#contract-31")).to_be_attached()
    expect(sheet(alice).get_by_role("status")).to_have_text("Contract 31 lies on the table.")
    expect(sheet(alice)).to_be_visible()
    expect(strip(bob)).to_have_count(1)


def test_undone_and_done_again_it_is_asked_for_again(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice, bob = two_phones(new_device, site)
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    bob.locator("#undo").get_by_role("button", name="Undo").click()
    expect(strip(bob)).to_have_count(0)
    expect(sheet(alice)).to_be_hidden()
    ticked(alice)
    expect(sheet(alice)).to_be_visible()
    expect(sheet(alice).get_by_label("Points")).to_have_value("")


BACK: Plain = {"do": "contract_back", "contract": "7", "points": 6, "waits": ["turn"]}


def edge(seat: int, color: str) -> tuple[Plain, ...]:
    """One space of the meter is left, and the bag holds a cube for it; the seat scores."""
    return (
        {"do": "take", "seat": seat, "token": "artifact", "value": 9},
        {"do": "damage", "seat": seat, "count": 9},
        {"do": "move", "color": color, "count": 1, "from": "supply", "to": "bag"},
    )


EMPTY: Plain = {"do": "move", "color": "black", "count": 24, "from": "bag", "to": "bank"}
DUE: Plain = {"do": "contract", "key": "12", "due": True}
LAST_TWO = (SEVEN, DUE, {**TICK, "count": 2}, BACK, EMPTY, *edge(0, "red"), *edge(1, "blue"))
# By hand, so that both fall.
DRAWN: Plain = {
    "do": "refill",
    "attack": True,
    "by_hand": True,
    "drawn": ["red", "blue", "red", "red"],
}
FALL: tuple[Plain, ...] = ({"do": "end_turn"}, DRAWN)


def test_after_your_turn_waits_while_the_last_two_fall_in_one_attack(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults
) -> None:
    table = LiveTable(site, edition="legacy2", actions=LAST_TWO)
    alice = table.sit(new_device("small"))
    bob = table.sit(new_device("phone"), device=1)
    expect(strip(alice)).to_have_count(0)
    step(alice, "End Alice’s turn")
    expect(alice.locator("#next")).to_contain_text("Did a new dragon appear?")
    expect(strip(alice)).to_have_count(0)
    size = int(alice.locator("#moment").get_attribute("data-size") or 0)
    draw(alice, ("red", "blue", *("red",) * (size - 2)))  # by hand, so that both fall
    for page in (alice, bob):
        expect(strip(page)).to_contain_text("AFTER YOUR TURN: contract 7 Night shift")
        expect(strip(page)).to_contain_text("The game is over: it comes now, before the scores.")
        expect(page.locator(".reminder.urgent")).to_have_count(1)
    alice.locator("[data-dismiss]").click()
    assert axe_faults(calm(alice)) == []

    alice.get_by_role("link", name="Count the scores").click()
    expect(alice.locator("#before")).to_contain_text("AFTER YOUR TURN: contract 7 Night shift")
    expect(alice.locator("#sheet")).to_have_count(0)
    alice.locator("#before").get_by_role("button", name="We have read it").click()
    expect(strip(bob)).to_have_count(0)


def test_what_is_due_is_asked_before_the_score_fields_and_then_stands_on_the_sheet(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults
) -> None:
    table = LiveTable(site, edition="legacy2", actions=(*LAST_TWO, *FALL))
    alice, bob = table.sit(new_device("small")), table.sit(new_device("phone"), device=1)
    for page in (alice, bob):
        page.goto(f"{table.url}scores/1/")
    before = alice.locator("#before")
    expect(before).to_contain_text("Its deadline is now")
    for page in (alice, bob):
        expect(page.locator("#sheet")).to_have_count(0)
    assert axe_faults(alice) == []

    before.get_by_label("Bob").check()
    bob.locator("#before").get_by_role("button", name="We have read it").click()
    expect(before).not_to_contain_text("AFTER YOUR TURN")
    expect(before.get_by_label("Bob")).to_be_checked()
    before.get_by_label("Bob").uncheck()
    before.get_by_role("button", name="Completed by those ticked").click()
    expect(alice.get_by_role("alert")).to_contain_text("Tick who has completed the contract.")
    alice.get_by_role("link", name="Back").click()
    before.get_by_label("Bob").check()
    before.get_by_role("button", name="Completed by those ticked").click()
    for page in (alice, bob):
        expect(page.locator("#sheet")).to_be_visible()
        expect(page.locator("#before")).to_contain_text("Contract 12: flip it and read")

    before.get_by_label("Points").fill("4")
    before.get_by_role("button", name="That is what it says").click()
    expect(before).to_be_empty()
    expect(alice.locator("#table-counts")).to_contain_text("Contract 12")
    expect(bob.locator("#total-1")).to_contain_text("13")


def test_a_line_that_was_put_off_comes_back_when_it_is_urgent(
    new_device: NewDevice, site: SiteServer
) -> None:
    done = {**TICK, "count": 2}
    quiet: tuple[Plain, ...] = ({"do": "end_turn"}, {"do": "refill", "attack": False})
    table = LiveTable(site, edition="legacy2", holds=((0, 1),), actions=(SEVEN, done, BACK, *quiet))
    page = table.sit(new_device("small"))
    expect(strip(page)).to_contain_text("The turn in which Alice completed it is over.")
    height, shown = page.evaluate(
        "(({scrollHeight, clientHeight}) => [scrollHeight, clientHeight])"
        "(document.querySelector('.reminder b'))"
    )
    assert height <= shown + 2, "the button leaves room to say which contract it is"
    strip(page).get_by_role("button", name="Later").focus()
    page.keyboard.press("Enter")
    expect(strip(page)).to_be_hidden()
    expect(page.locator("#next button")).to_be_focused()
    step(page, "End Bob’s turn")
    step(page, "No dragon")
    expect(strip(page)).to_contain_text("The next turn of Alice has come")
    expect(page.locator(".reminder.urgent")).to_have_count(1)
    strip(page).get_by_role("button", name="We have read it").click()
    expect(strip(page)).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_lines_and_sheet_at_360_pixels(
    new_device: NewDevice, site: SiteServer, axe_faults: Faults, language: str
) -> None:
    more = (
        {"do": "contract", "key": "8"},
        {"do": "contract_status", "contract": "8", "status": "failed"},
    )
    table = LiveTable(
        site, edition="legacy2", holds=((0, 1),), actions=(SEVEN, {**TICK, "count": 2}, *more)
    )
    page = table.sit(new_device("small", locale=language))
    expect(strip(page)).to_have_count(2)
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(wide)
    assert page.evaluate(SMALL) == []
    assert axe_faults(page) == []
    strip(page).first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(sheet(page)).to_be_visible()
    assert axe_faults(page) == []
    assert page.evaluate(wide)
    assert page.evaluate(SMALL) == []


def test_a_back_is_corrected_from_the_row_of_its_contract(
    new_device: NewDevice, site: SiteServer
) -> None:
    said: Plain = {"do": "contract_back", "contract": "7", "points": 6, "bonus": 2}
    table = LiveTable(
        site, edition="legacy2", holds=((0, 1),), actions=(SEVEN, {**TICK, "count": 2}, said)
    )
    page = table.sit(new_device("small"))
    unfolded(page, "contracts")
    page.locator("#contract-7").get_by_role("link", name="The back").click()
    expect(sheet(page)).to_contain_text("6 points · bonus of 2")
    expect(sheet(page).get_by_label("Points")).to_have_value("6")
    sheet(page).get_by_label("Points").click()
    page.keyboard.type("-3")
    sheet(page).get_by_role("button", name="That is what it says").click()
    expect(page.locator("#contract-7")).to_contain_text("-1 points")
