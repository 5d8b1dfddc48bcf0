"""Taps on their way: whatever happens to a browser's storage or to the server, none is lost."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, often, tokens

pytestmark = pytest.mark.service_worker

TAPS = "**/tap/**"
# No room for a single tap, only for the note that none is waiting.
FULL = """
const kept = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (value.length > 2) throw new DOMException("full", "QuotaExceededError");
  kept.call(this, key, value);
};
"""
TWICE = "const plus = document.querySelector('#dock [data-key=c]'); plus.click(); plus.click();"


def clank(page: Page) -> None:
    page.get_by_role("button", name="+ Clank!").click()


def test_a_phone_without_room_for_a_tap_sends_it_all_the_same(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = new_device("phone")
    page.add_init_script(FULL)
    alice = LiveTable(site).sit(page)
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    alice.context.set_offline(True)
    clank(alice)
    expect(alice.locator("#queue")).to_contain_text("1 tap waiting")
    alice.context.set_offline(False)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")


def test_a_tap_that_breaks_the_server_holds_up_no_other(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice = LiveTable(site).sit(new_device("phone"))
    fault = {"code": "fault", "message": "That went wrong here."}
    alice.route(TAPS, lambda route: route.fulfill(status=500, json=fault), times=1)
    clank(alice)
    expect(alice.locator("#refused .notice")).to_contain_text("Not done: That went wrong here.")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(alice.locator("#queue")).to_be_hidden()


def test_taps_that_waited_and_cannot_be_stored_any_more_are_named_one_by_one(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    bob = table.sit(new_device("small"), 1)
    bob.context.set_offline(True)
    bob.get_by_role("button", name="+ Clank!").click()
    often(bob, 3)
    damage = bob.get_by_role("button", name="Damage")
    expect(damage).to_contain_text("Damage ×3")
    expect(bob.locator("#dock [value*=gold]")).to_contain_text("Gold +3")
    expect(bob.locator('#dock [value*="clank_all"]').first).to_contain_text("+3 All")
    damage.click()
    expect(damage).not_to_contain_text("×")
    tokens(bob).locator("#token-crown button, #token-dragon_egg button").first.click()
    expect(bob.locator("#queue")).to_contain_text("3 taps waiting")
    table.remove_other()
    bob.context.set_offline(False)
    notice = bob.locator("#refused .notice")
    expect(notice).to_contain_text("Not done: There is no such table.")
    expect(notice).to_contain_text("(×3)")
    expect(notice.locator("small")).to_have_text(
        re.compile("^Bob: \\+ Clank!Bob: Damage ×3Bob: (Crown|Dragon Egg)$")
    )
    expect(bob.locator("#queue")).to_be_hidden()


def test_taps_that_still_wait_on_a_removed_device_are_not_forgotten_when_it_comes_back(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    bob = table.sit(new_device("small"), 1)
    bob.route(TAPS, lambda route: route.abort())
    clank(bob)
    expect(bob.locator("#queue")).to_contain_text("1 tap waiting")
    table.remove_other()
    bob.reload()
    expect(bob.get_by_role("heading", name="No longer at this table")).to_be_visible()
    expect(bob.locator("#unsent li")).to_have_text("Bob: + Clank!")
    stranger = new_device("small")
    stranger.goto(table.url)
    expect(stranger.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect(stranger.locator("#unsent")).to_have_count(0)


def test_two_taps_of_a_browser_that_is_not_known_yet_both_count(
    new_device: NewDevice, site: SiteServer
) -> None:
    alice = LiveTable(site).sit(new_device("phone"))
    stranger = {"code": "no_device", "message": "This browser has not joined the table."}
    known: list[str] = []

    def answer(route: Route) -> None:
        if known:
            route.continue_()
        else:
            route.fulfill(status=404, json=stranger)

    alice.route(TAPS, answer)
    alice.on("framenavigated", lambda frame: known.append(frame.url))
    alice.evaluate(TWICE)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")


@pytest.mark.chromium("it names the page for what did not arrive")
def test_the_first_tap_of_a_browser_is_not_lost_with_the_form_that_carries_it(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice = table.sit(new_device("phone"))
    stranger = {"code": "no_device", "message": "This browser has not joined the table."}
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    alice.route(TAPS, lambda route: route.fulfill(status=404, json=stranger))
    alice.route("**/act/", lose)
    with alice.expect_event("requestfailed", lambda request: request.url.endswith("/act/")):
        clank(alice)
    assert len(lost) == 1
    alice.wait_for_url("chrome-error://**")  # the browser's own page for what did not arrive
    alice.unroute("**/act/")
    alice.goto(table.url)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    # The form has stored it; sent once more under its id, it counts once.
    alice.unroute(TAPS)
    alice.goto(table.url)
    table.live(alice)
    expect(alice.locator("#queue")).to_be_hidden()
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")
