"""Lines that break: no network, a server that dies or stops, a phone that sleeps, a page from the back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import stop_clock
from tests.browser.screens import Screens, hide, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, closed, often, pad, settled, step, tokens

pytestmark = pytest.mark.service_worker

TEN_MINUTES = "10:00"
# The ids of the taps that wait.
WAITING = """Object.entries(localStorage).flatMap(
  ([name, told]) => name.startsWith("taps:") ? JSON.parse(told).map((tap) => tap.id) : [])"""

# Makes open streams silent, like a connection that broke unnoticed.
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
    alice.clock.install()
    alice.context.set_offline(True)
    clank(alice, 2)
    tokens(alice).locator("#held-0 [value*=zone]").click()
    settled(alice).locator("#next [data-key=e]").click()
    expect(alice.locator("#queue")).to_contain_text("4 taps waiting")
    # Meanwhile the turn that Alice means has ended for the others.
    for name in ("Alice’s turn · end it", "No dragon", "End Bob’s turn"):
        step(bob, name)
    for _ in range(2):
        often(closed(alice), 6)
        pad(alice).get_by_role("button", name="By choice").click()
    expect(alice.locator("#queue")).to_contain_text("6 taps waiting")

    stop_clock(alice)
    ids, sent = alice.evaluate(WAITING), list[str]()
    alice.on("request", lambda r: sent.append(r.url) if "/tap/" in r.url else None)
    alice.context.set_offline(False)
    expect(alice.locator("#queue")).to_be_hidden()
    expect(alice.get_by_role("alert").locator(".notice")).to_contain_text("would be knocked out")
    screens.expect_same()
    expect(bob.locator("#now")).to_contain_text("Bob refills")
    told = " ".join(lines(bob))
    assert (told.count("Alice makes 2 Clank!"), told.count("ends the turn")) == (1, 2), told
    assert len(set(ids)) == len(sent) == 6


ATTACK = {"do": "attack", "by_hand": True, "size": 1, "drawn": ["black"]}


# Whether an element is seen in the middle of where it is.
ON_TOP = """node => {
  const box = node.getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === node;
}"""


@pytest.mark.prove
def test_a_line_that_is_lost_during_an_attack_is_told_over_it(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    alice = table.sit(new_device("small", at=own_site))
    tv = table.watch(new_device("tv", at=own_site))
    step(alice, "End Alice’s turn")
    step(alice, "Dragon!")
    for page in (alice, tv):
        expect(page.locator("body[data-attack]")).to_be_attached()
        assert not page.locator("#line").evaluate(ON_TOP)
    own_site.kill()
    for page in (alice, tv):
        expect(page.locator("#line")).to_have_class("dot off")
        expect(page.locator("body[data-attack]")).to_be_attached()
        assert page.locator("#line").evaluate(ON_TOP)
    words = "line => getComputedStyle(line, '::after').content"
    # Chromium tells what the attribute holds, Firefox that it is taken from it.
    assert tv.locator("#line").evaluate(words) in ('"Not connected."', "attr(aria-label)")
    expect(tv.locator("#line")).to_have_attribute("aria-label", "Not connected.")


@pytest.mark.parametrize("size", ["small", "phone", "tablet"])
def test_over_an_attack_a_lost_line_is_told_in_words_and_aloud_until_it_is_back(
    new_device: NewDevice, site: SiteServer, size: str
) -> None:
    page = LiveTable(site, actions=({"do": "end_turn"}, ATTACK)).sit(new_device(size))
    words, aloud = page.locator("#line-words"), page.locator("#live")
    shown = "words => words.clientWidth > 100 && words.scrollHeight <= words.clientHeight"
    expect(page.locator("body[data-attack]")).to_be_attached()
    assert not words.evaluate(shown)
    page.context.set_offline(True)
    expect(page.locator("body[data-offline]")).to_be_attached()
    expect(words).to_have_text("Not connected.")
    expect(words).to_be_in_viewport(ratio=1)
    assert words.evaluate(shown)
    expect(aloud).to_contain_text("Not connected.")
    page.context.set_offline(False)
    expect(aloud).to_have_text("Connected.")
    assert not words.evaluate(shown)


@pytest.mark.prove
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
    # The last taps meet a server that is stopping: answered or not, each counts once.
    for page in (alice, bob):
        page.evaluate("document.querySelector('#dock [data-key=c]').click()")
    end(own_site)
    for page in screens.all:
        expect(page.locator("#line")).to_have_class("dot off")
    clank(carol)
    own_site.start()
    for page in screens.all:
        expect(page.locator("#line")).to_have_class("dot")
    for page in screens.hands:
        expect(page.locator("#queue")).to_be_hidden()
        expect(page.get_by_role("alert").locator(".notice")).to_have_count(0)
    assert screens.expect_same() == before + 3
    for seat, made in enumerate((3, 2, 1)):
        expect(alice.locator(f"#seat-{seat}")).to_contain_text(f"{made} Clank! this turn")


@pytest.mark.chromium("it is put to sleep by its own protocol")
@pytest.mark.prove
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
    # Else he might see it come: his clock stands still, and its show would never end.
    expect(alice.locator("#attack-result .attack")).to_be_visible()
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    stop_clock(page)
    hide(bob, hidden=False)
    expect(bob.locator("#attack-result .attack")).to_be_visible()
    Screens([alice, bob], table.watch(new_device("tv"))).expect_same()


def test_a_line_that_only_looks_open_is_opened_anew(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = three(site)
    alice, page = table.sit(new_device("phone"), 0), new_device("phone")
    page.clock.install()
    page.add_init_script(MAY_BE_MUTE)
    bob = table.sit(page, 1)
    stop_clock(bob)
    # Asleep with the page still visible: no event but the clock reveals it.
    bob.evaluate("muteAll()")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(bob.locator("#seat-0")).not_to_contain_text("1 Clank! this turn")
    page.clock.fast_forward(TEN_MINUTES)
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    # Awake in another Wi-Fi: the old connection stays open, and no heartbeat arrives on it.
    bob.evaluate("muteAll()")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")
    page.clock.run_for(15_000)
    expect(bob.locator("#seat-0")).not_to_contain_text("2 Clank! this turn")
    page.clock.run_for(5_000)
    expect(bob.locator("#seat-0")).to_contain_text("2 Clank! this turn")
