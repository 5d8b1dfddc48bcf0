"""The stream is true: the dot says what this page receives, and what is stored gets through to it.

The pages' clocks stand still but for the moments that a test lets pass, so nothing here depends on
how fast the machine is.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import stop_clock
from tests.browser.screens import hide, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, step
from tests.browser.test_lines import MAY_BE_MUTE
from tests.companion.proxy import Proxy

pytestmark = pytest.mark.service_worker

SECOND = 1_000
NEXT_TRY = 1_100
NEXT_VERSION = "tests.browser.next_version"


class Behind(SiteServer):
    """The site as it is reached through a proxy."""

    def __init__(self, site: SiteServer, proxy: Proxy) -> None:
        super().__init__(site.var)
        self.environment, self.port, self.site = site.environment, proxy.port, site

    def script(self, code: str) -> str:
        return self.site.script(code)


@contextmanager
def proxy(site: SiteServer, *, holds: bool = False) -> Iterator[tuple[Proxy, Behind]]:
    with Proxy(site.port, beats=3600, rest=1, holds=holds) as between:
        yield between, Behind(site, between)


def clank(page: Page) -> None:
    """By its key: where the clock stands still, a button that has moved stays deaf to fingers."""
    page.keyboard.press("c")


def seat(table: LiveTable, page: Page, device: int) -> Page:
    """A device at the table whose clock stands still."""
    page.clock.install()
    return still(table.sit(page, device))


def still(page: Page) -> Page:
    stop_clock(page)
    return page


def answered(page: Page) -> Page:
    """Wait until the page has read what the server said of its taps: what follows is its clock's."""
    expect(page.locator("[aria-busy]")).to_have_count(0)
    return page


def green(page: Page) -> None:
    expect(page.locator("#line")).to_have_class("dot")


def off(page: Page) -> None:
    expect(page.locator("#line")).to_have_class("dot off")


@pytest.fixture
def held_back(new_device: NewDevice, site: SiteServer) -> Iterator[tuple[Page, Page]]:
    """Alice, whose stream is held back, from the moment she opens the table; and Bob."""
    with proxy(site, holds=True) as (_, behind):
        table, page = LiveTable(behind), new_device("phone", at=behind)
        bob = table.sit(new_device("phone", at=site), 1)
        page.clock.install()
        table.open(page, 0)
        yield still(page), bob
        page.context.close()


def test_a_page_whose_stream_is_held_back_is_never_green_but_asks_and_says_so(
    held_back: tuple[Page, Page],
) -> None:
    alice, bob = held_back
    notice = alice.locator("[data-line-at=polled]")
    off(alice)
    alice.clock.run_for(12 * SECOND)
    off(alice)
    expect(notice).to_be_hidden()
    alice.clock.run_for(3 * SECOND)
    expect(alice.locator("#line")).to_have_class("dot slow")
    expect(notice).to_be_in_viewport(ratio=1)

    clank(bob)
    expect(bob.locator("#seat-1")).to_contain_text("1 Clank! this turn")
    alice.clock.run_for(3 * SECOND)
    expect(alice.locator("#seat-1")).to_contain_text("1 Clank! this turn")


def test_who_taps_while_the_stream_is_held_back_sees_it_soon(held_back: tuple[Page, Page]) -> None:
    alice, bob = held_back
    clank(alice)
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    answered(alice).clock.run_for(2 * SECOND)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    assert sequence(alice) == sequence(bob)
    off(alice)


def test_a_stored_tap_whose_board_does_not_come_is_fetched(
    new_device: NewDevice, site: SiteServer
) -> None:
    table, page = LiveTable(site), new_device("phone")
    page.add_init_script(MAY_BE_MUTE)
    alice = seat(table, page, 0)
    alice.evaluate("muteAll()")
    with alice.expect_response("**/tap/**") as stored:
        clank(alice)
    assert stored.value.ok
    expect(alice.locator("#seat-0")).not_to_contain_text("1 Clank! this turn")
    answered(alice).clock.run_for(2 * SECOND)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    # The stream that had nothing to say of it has been opened anew.
    green(alice)
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")


def test_a_line_that_is_cut_again_and_again_loses_and_doubles_nothing(
    new_device: NewDevice, site: SiteServer
) -> None:
    with proxy(site) as (between, behind):
        table = LiveTable(behind)
        alice = seat(table, new_device("phone", at=behind), 0)
        bob = table.sit(new_device("phone", at=site), 1)
        for made in range(1, 6):
            green(alice)
            between.cut()
            off(alice)
            clank(bob)
            alice.evaluate("document.querySelector('#dock [data-key=c]').click()")
            for at in (0, 1):
                expect(bob.locator(f"#seat-{at}")).to_contain_text(f"{made} Clank! this turn")
            alice.clock.run_for(NEXT_TRY)
            for at in (0, 1):
                expect(alice.locator(f"#seat-{at}")).to_contain_text(f"{made} Clank! this turn")
        alice.context.close()


@pytest.mark.prove
def test_a_server_that_stands_still_is_noticed_and_taps_wait_for_it(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    alice = seat(table, new_device("phone", at=own_site), 0)
    assert own_site.process is not None
    os.kill(own_site.process.pid, signal.SIGSTOP)
    try:
        clank(alice)
        alice.clock.run_for(2 * SECOND)
        expect(alice.locator("#queue")).to_contain_text("1 tap waiting")
        alice.clock.run_for(18 * SECOND)
        off(alice)
    finally:
        os.kill(own_site.process.pid, signal.SIGCONT)
    alice.clock.run_for(NEXT_TRY)
    green(alice)
    expect(alice.locator("#queue")).to_be_hidden()
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")


@pytest.mark.prove
def test_after_an_update_phones_offer_the_new_page_and_the_television_takes_it_between_actions(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    alice = table.sit(new_device("phone", at=own_site), 0)
    result = table.sit(new_device("phone", at=own_site), 1)
    result.goto(f"{table.url}log/")
    tv = table.watch(new_device("tv", at=own_site))
    step(alice, "End Alice’s turn")
    step(alice, "Dragon!")
    expect(tv.locator("body[data-attack]")).to_be_attached()
    for page in (alice, tv):
        page.evaluate("window.untouched = true")

    own_site.stop()
    own_site.environment["DJANGO_SETTINGS_MODULE"] = NEXT_VERSION
    own_site.start()
    for page in (alice, result):
        expect(page.locator("#new-version")).to_be_visible()
        expect(page.locator("#new-version")).to_be_in_viewport(ratio=1)
    green(tv)
    assert tv.evaluate("window.untouched")
    alice.locator("[data-dismiss]:visible").first.click()
    clank(alice)
    expect(tv.locator('body[data-version^="999"]')).to_be_attached()
    green(tv)

    assert alice.evaluate("window.untouched")
    alice.get_by_role("button", name="Load it").click()
    expect(alice.locator('body[data-version^="999"]')).to_be_attached()
    expect(alice.locator("#new-version")).to_be_hidden()


def test_the_oldest_page_of_a_device_with_too_many_says_that_it_sleeps_and_wakes_by_a_tap(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    # A browser opens six connections to one place, so the pages lie in two.
    first, second = new_device("phone"), new_device("phone")
    pages = [table.sit(first), table.sit(second)]
    for browser in (first, second):
        pages += [table.sit(browser.context.new_page()) for _ in range(2)]
    for page in pages:
        green(page)
    seventh = table.sit(second.context.new_page())
    notice = pages[0].locator("[data-line-at=asleep]")
    expect(notice).to_be_visible()
    expect(notice).to_be_in_viewport(ratio=1)
    off(pages[0])
    for page in (*pages[1:], seventh):
        green(page)

    clank(seventh)
    expect(pages[1].locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(pages[0].locator("#seat-0")).not_to_contain_text("1 Clank! this turn")
    pages[0].locator("#pools").click()
    expect(pages[0].locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(notice).to_be_hidden()
    off(pages[1])


@pytest.mark.parametrize("hidden", [True, False])
def test_a_page_is_green_again_only_when_something_has_come(
    new_device: NewDevice, site: SiteServer, *, hidden: bool
) -> None:
    table, page = LiveTable(site), new_device("phone")
    alice = seat(table, page, 0)
    green(alice)
    alice.route("**/stream/**", lambda _: None)  # asked, and never answered
    if hidden:
        hide(alice)
        hide(alice, hidden=False)
    else:
        alice.evaluate("window.dispatchEvent(new Event('online'))")
    off(alice)
    alice.unroute("**/stream/**")
    alice.clock.run_for(8 * SECOND)
    green(alice)
