"""The row of contracts under the seats: one tap for a box or a cube, on every screen; a moment for all at its end."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import stop_clock, tells
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for

Plain = dict[str, Any]
A_MOMENT = 10_000
LAID: tuple[Plain, ...] = (
    {"do": "contract", "key": "131", "name": "Night shift", "need": 2, "cubes": True, "due": True},
    {"do": "contract", "key": "12", "solo": 1, "need": 3, "have": 1},
    {"do": "contract", "key": "40"},
)


def lying(page: Page, key: str) -> Locator:
    return page.locator(f"#lying-{key}")


@pytest.fixture
def table(site: SiteServer) -> LiveTable:
    return LiveTable(site, edition="legacy2", actions=LAID)


@pytest.mark.parametrize("screen", ["small", "tablet"])
def test_one_tap_ticks_for_the_seat_that_the_phone_acts_for(
    new_device: NewDevice, table: LiveTable, screen: str
) -> None:
    page = table.sit(new_device(screen))
    row = lying(page, "131")
    expect(row).to_contain_text("0/2")
    expect(row).to_contain_text("due before the scoring")
    expect(lying(page, "12")).to_be_hidden()
    expect(lying(page, "40").get_by_role("button")).to_have_count(0)

    row.get_by_role("button").click()
    expect(row).to_contain_text("1/2")
    act_for(page, 1)
    own = lying(page, "12")
    own.get_by_role("button").click()
    expect(own).to_contain_text("2/3")
    expect(row.get_by_role("button", name="131 Night shift")).to_be_visible()


def test_all_see_for_a_moment_that_one_is_completed_and_nothing_opens(
    new_device: NewDevice, table: LiveTable
) -> None:
    phone = table.sit(tells(new_device("small")))
    other, room = table.sit(tells(new_device("small")), 1), table.watch(tells(new_device("tv")))
    said = "Contract 131 Night shift is completed: Alice"
    lying(phone, "131").get_by_role("button").click()
    expect(lying(phone, "131")).to_contain_text("1/2")
    stop_clock(phone, other, room)
    lying(phone, "131").get_by_role("button").dispatch_event("click")
    for page in (phone, other, room):
        expect(page.locator("#completed")).to_contain_text(said)
    expect(other.locator("dialog[open]")).to_have_count(0)
    for page in (phone, other, room):
        page.clock.run_for(A_MOMENT)
        expect(page.locator("#completed")).to_be_hidden()

    phone.reload()
    expect(lying(phone, "131")).to_have_attribute("data-status", "completed")
    expect(phone.locator("#completed")).to_be_hidden()


def test_the_television_shows_what_lies_there_and_how_far_it_is(
    new_device: NewDevice, table: LiveTable
) -> None:
    room = table.watch(new_device("tv"))
    shown = room.locator("#contracts li")
    expect(shown).to_have_count(3)
    expect(shown.nth(0)).to_contain_text("due before the scoring")
    expect(shown.nth(0)).to_contain_text("0 of 2")
    expect(shown.nth(1)).to_contain_text("Bob")

    phone = table.sit(new_device("small"))
    lying(phone, "131").get_by_role("button").click()
    expect(shown.nth(0)).to_contain_text("1 of 2")
