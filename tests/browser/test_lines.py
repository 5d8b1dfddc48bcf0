"""Lines that break: no network, a server that dies or stops, a phone that sleeps, a page from the back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import Screens, hide, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, settled, step

AT_ONCE = 5_000
TEN_MINUTES = "10:00"

# Streams that are open now can be made to say nothing more, as a line that broke unseen.
MAY_BE_MUTE = """
const streams = new Set();
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, listener) {
  streams.add(this);
  listen.call(this, name, (event) => { if (!this.mute) listener(event); });
};
window.muteAll = () => { for (const stream of streams) stream.mute = true; };
"""


def seated(table: LiveTable, new_device: NewDevice) -> Screens:
    """Two phones, a tablet that holds nothing but may tap, and the television."""
    site = table.site
    sizes = ("small", "phone", "tablet")
    hands = [table.sit(new_device(size, at=site), at) for at, size in enumerate(sizes)]
    return Screens(hands, table.watch(new_device("tv", at=site)))


def three(site: SiteServer) -> LiveTable:
    return LiveTable(site, seats=3, holds=((0,), (1,), (2,)))


def clank(page: Page, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name="+ Clank!").click()


def lines(page: Page) -> list[str]:
    """The log, oldest first, as everybody reads it."""
    return page.locator("#log li > span").all_inner_texts()[::-1]


def test_taps_without_a_network_are_counted_and_come_once_with_the_refused_one_explained(
    new_device: NewDevice, site: SiteServer
) -> None:
    screens = seated(three(site), new_device)
    alice, bob, _ = screens.hands
    alice.context.set_offline(True)
    clank(alice, 2)
    alice.locator("#seat-0 .seat-pad button").first.click()
    settled(alice).locator("#next [data-key=e]").click()
    expect(alice.locator("#queue")).to_contain_text("4 taps waiting")
    # Meanwhile the turn that Alice meant is over for the others.
    step(bob, "End Alice’s turn")
    step(bob, "No dragon")
    step(bob, "End Bob’s turn")
    for _ in range(2):
        alice.locator("label[for=times-6]").click()
        alice.get_by_role("button", name="By choice").click()
    expect(alice.locator("#queue")).to_contain_text("6 taps waiting")

    sent: list[str] = []
    alice.on("request", lambda r: sent.append(str(r.post_data)) if "/tap/" in r.url else None)
    alice.context.set_offline(False)
    expect(alice.locator("#queue")).to_be_hidden(timeout=AT_ONCE)
    expect(alice.get_by_role("alert").locator(".notice")).to_contain_text("would be knocked out")
    screens.expect_same(within=AT_ONCE)
    expect(bob.locator("#now")).to_contain_text("Bob refills")
    told = "\n".join(lines(bob))
    assert told.count("Alice makes 1 Clank!") == 2
    assert told.count("ends the turn") == 2
    assert len({body.split('"id":"')[1][:32] for body in sent}) == len(sent) == 6


@pytest.mark.parametrize("end", [SiteServer.kill, SiteServer.stop])
def test_a_server_that_goes_in_the_middle_of_a_game_loses_and_doubles_nothing(
    new_device: NewDevice, own_site: SiteServer, end: Callable[[SiteServer], object]
) -> None:
    screens = seated(three(own_site), new_device)
    alice, bob, carol = screens.hands
    clank(alice, 2)
    clank(bob)
    expect(carol.locator("#seat-0")).to_contain_text("2 Clank! this turn")
    screens.expect_same()
    before = sequence(carol)
    # The last taps meet a server that is just going: answered or not, each counts once.
    for page in (alice, bob):
        page.evaluate("document.querySelector('#dock [data-key=c]').click()")
    end(own_site)
    for page in screens.all:
        expect(page.locator("#line")).to_have_class("dot off")
    clank(carol)
    own_site.start()
    for page in screens.all:
        expect(page.locator("#line")).to_have_class("dot", timeout=AT_ONCE)
    for page in screens.hands:
        expect(page.locator("#queue")).to_be_hidden(timeout=AT_ONCE)
        expect(page.get_by_role("alert").locator(".notice")).to_have_count(0)
    assert screens.expect_same(within=AT_ONCE) == before + 3
    for seat, made in enumerate((3, 2, 1)):
        expect(alice.locator(f"#seat-{seat}")).to_contain_text(f"{made} Clank! this turn")


def test_a_phone_that_slept_ten_minutes_is_right_when_it_is_taken_up(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = three(site)
    page = new_device("phone")
    page.clock.install()
    bob = table.sit(page, 1)
    alice = table.sit(new_device("phone"), 0)
    sleep = page.context.new_cdp_session(page)
    hide(bob)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    clank(alice, 3)
    step(alice, "End Alice’s turn")
    step(alice, "Dragon!")
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    page.clock.fast_forward(TEN_MINUTES)
    hide(bob, hidden=False)
    expect(bob.locator("#bite .attack")).to_be_visible(timeout=AT_ONCE)
    Screens([alice, bob], table.watch(new_device("tv"))).expect_same(within=AT_ONCE)


def test_a_line_that_only_looks_open_is_opened_anew(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = three(site)
    alice, page = table.sit(new_device("phone"), 0), new_device("phone")
    page.clock.install()
    page.add_init_script(MAY_BE_MUTE)
    bob = table.sit(page, 1)
    # Asleep with the page still shown: nothing is told but by the clock.
    bob.evaluate("muteAll()")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(bob.locator("#seat-0")).not_to_contain_text("1 Clank! this turn")
    page.clock.fast_forward(TEN_MINUTES)
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn", timeout=AT_ONCE)
    # Awake, in another Wi-Fi: the old line stays open for ever, and no beat is heard on it.
    bob.evaluate("muteAll()")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")
    page.clock.run_for(20_000)
    expect(bob.locator("#seat-0")).not_to_contain_text("2 Clank! this turn")
    page.clock.run_for(30_000)
    expect(bob.locator("#seat-0")).to_contain_text("2 Clank! this turn", timeout=AT_ONCE)
