"""Hurried fingers: double taps, held keys, and a phone that helped somebody else."""

from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import held
from tests.browser.screens import reach, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, calm

# So often is a key repeated that is held down, and a place tapped twice.
HELD = 20
DOUBLE_TAPS = 200
# Milliseconds after which everything hears again, after which the longest show is over, after which help ends.
CALM = 1_100
SHOW = 10_000
HELP = 6_000


def middle(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def calmed(page: Page) -> Page:
    """Let time pass until nothing is deaf any more."""
    page.clock.run_for(CALM)
    return calm(page)


def told(page: Page) -> str:
    return page.locator("#log").inner_text()


def test_three_fast_taps_on_a_button_that_stays_are_three(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small", has_touch=True))
    for _ in range(3):
        page.locator("#dock [value*='\"clank\"']").tap()
    reach(page, 3)
    expect(page.locator("#pools")).to_contain_text("6red")


@dataclass
class HurriedFinger:
    """Taps places twice, 100 to 950 ms apart, before or after the first tap has shown its effect."""

    page: Page
    chance: Random = field(default_factory=lambda: Random(13))  # noqa: S311 - a finger, not a secret
    taps: int = 0

    def tap_twice(self, control: Locator, effect: Locator) -> None:
        x, y = middle(control)
        self.page.touchscreen.tap(x, y)
        if self.chance.choice((True, False)):
            expect(effect).to_be_attached()
        self.page.clock.run_for(self.chance.randint(100, 950))
        self.page.touchscreen.tap(x, y)
        self.taps += 1
        expect(effect).to_be_attached()
        expect(self.page.locator("[aria-busy]")).to_have_count(0)
        calmed(self.page)

    def turn(self) -> None:
        """Close a sheet, end a turn, answer, put away the attack that the answer may bring."""
        page, before = self.page, sequence(self.page)
        page.locator("#dock [data-sheet=tokens]").press("Enter")
        calmed(page)
        self.tap_twice(page.locator("dialog[open] [data-close]"), page.locator("body"))
        expect(page.locator("dialog[open]")).to_have_count(0)
        self.tap_twice(page.locator("#next [data-key=e]"), page.locator("#next.asking"))
        assert sequence(page) == before + 1, told(page)
        if self.chance.choice((True, False)):
            self.answer("e", page.locator("#next:not(.asking)"))
        else:
            self.answer("a", page.locator("body[data-attack]"))
            page.clock.run_for(SHOW)
            expect(page.locator("#attack-result.playing")).to_have_count(0)
            seen = calmed(page).get_by_role("button", name="Seen")
            self.tap_twice(seen, page.locator("body:not([data-attack])"))
        assert sequence(page) == before + 2, told(page)

    def answer(self, key: str, effect: Locator) -> None:
        self.tap_twice(self.page.locator(f"#next [data-key={key}]"), effect)


@pytest.mark.prove
def test_a_double_tap_never_does_the_next_thing(new_device: NewDevice, site: SiteServer) -> None:
    """Ending a turn, either answer, putting an attack aside, closing a sheet: each only once."""
    page = new_device("small", has_touch=True)
    held(LiveTable(site, holds=((0, 1),)), page)
    finger = HurriedFinger(page)
    while finger.taps < DOUBLE_TAPS:
        finger.turn()
        if page.locator("#moment[data-over]").count():
            page = new_device("small", has_touch=True)
            finger.page = held(LiveTable(site, holds=((0, 1),)), page)


def test_what_is_deaf_to_fingers_still_hears_keys(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site, holds=((0, 1),)).sit(new_device("small"))
    before = sequence(page)
    page.keyboard.press("e")
    expect(page.locator("#next.asking")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("#next-step")).to_contain_text("Bob")
    reach(page, before + 2)


def test_a_key_held_down_acts_once(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site).sit(new_device("tablet"))
    before = sequence(page)
    for _ in range(HELD):
        page.keyboard.down("c")
    page.keyboard.up("c")
    reach(page, before + 1)
    page.locator("#dock [value*='\"clank\"']").focus()
    for _ in range(HELD):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    reach(page, before + 2)
    expect(page.locator("#pools")).to_contain_text("5red")
    assert sequence(page) == before + 2


def test_two_quick_taps_on_danger_are_two(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site).sit(new_device("small", has_touch=True))
    more = page.get_by_role("button", name="One Danger card more")
    more.tap()
    more.tap()
    expect(page.locator("#danger b")).to_have_text("2")


@pytest.mark.parametrize("action", ["clank", "quiet", "damage", "heal", "gold"])
def test_a_phone_that_helped_somebody_is_its_owners_again(
    new_device: NewDevice, site: SiteServer, action: str
) -> None:
    before = tuple({"do": do, "seat": 0, "count": 2} for do in ("clank", "damage"))
    table = LiveTable(site, actions=before)
    bob = held(table, new_device("small", has_touch=True), 1)
    act_for(bob, 0)
    calmed(bob)
    button = bob.locator(f'#dock [value*=\'"{action}","seat"\']')
    expect(button).to_contain_text("Alice")
    known = sequence(bob)
    button.tap()
    reach(bob, known + 1)
    expect(bob.locator("#log li").first).to_contain_text("Alice")
    expect(button).to_contain_text("Alice")
    bob.clock.run_for(HELP - CALM)
    expect(button).to_contain_text("Alice")
    bob.clock.run_for(2 * CALM)
    expect(button).not_to_contain_text("Alice")
    expect(bob.locator("body")).to_have_attribute("data-acting", "1")


def test_helping_ends_when_ones_own_turn_comes(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("small"), 0), held(table, new_device("small"), 1)
    act_for(bob, 0)
    before = sequence(alice)
    for done in (1, 2):
        alice.keyboard.press("e")
        reach(alice, before + done)
    reach(bob, before + 2)
    bob.clock.run_for(2 * CALM)
    expect(bob.locator("body")).to_have_attribute("data-acting", "1")


def test_off_turn_the_end_of_a_neighbours_turn_is_quiet(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("small"), 0), table.sit(new_device("small"), 1)
    expect(alice.locator("#next")).to_contain_text("End Alice’s turn")
    expect(bob.get_by_role("button", name="Alice’s turn · end it")).to_be_visible()
    paint = "button => getComputedStyle(button).backgroundImage"
    assert bob.locator("#next button").evaluate(paint) == "none"
    assert alice.locator("#next button").evaluate(paint) != "none"


def test_back_closes_what_is_open_and_stays_at_the_table(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", has_touch=True))
    page.locator("#dock [data-sheet=tokens]").tap()
    expect(page.locator("#sheet-tokens[open]")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url.endswith(table.url)
    page.locator("#dock [data-sheet=more]").tap()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.wait_for_function("!history.state?.covered")
    assert page.url.endswith(table.url)


@pytest.mark.service_worker
def test_a_full_storage_is_said_and_warned_about(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site).sit(new_device("small"))
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    page.context.set_offline(True)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#queue")).to_contain_text("only while this page stays open")
    asked: list[str] = []

    def ask(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", ask)
    with page.expect_event("dialog"):
        page.evaluate("location.reload()")
    assert asked == ["beforeunload"]
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
