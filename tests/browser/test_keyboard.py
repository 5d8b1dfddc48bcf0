"""A whole game without a mouse: open, join, play, count, and see who won."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import reach, sequence

MOST_TABS = 150
FOCUSED = "selector => document.activeElement.matches(selector)"
SEEN = """
() => {
  const box = document.activeElement.getBoundingClientRect();
  return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}
"""


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until a control has the focus; it must be visible then."""
    expect(page.locator(selector).first).to_be_visible()
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUSED, selector):
            assert page.evaluate(SEEN), f"{selector} has the focus out of sight"
            return
        press(page, "Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def enter(page: Page, selector: str) -> None:
    tab_to(page, selector)
    press(page, "Enter")


def done(page: Page, *keys: str) -> None:
    """Press keys that each do something at the table."""
    for key in keys:
        expect(page.locator("#next:not([aria-busy])")).to_be_visible()
        before = sequence(page)
        press(page, key)
        reach(page, before + 1)


def open_and_join(alice: Page, bob: Page) -> None:
    alice.goto("/")
    enter(alice, 'a[href="/tables/open/"]')
    enter(alice, "#seats-2")
    expect(alice.locator("#seats-2")).to_have_attribute("aria-pressed", "true")
    for number, name in enumerate(("Alice", "Bob")):
        tab_to(alice, f'input[name="seat-{number}-name"]')
        alice.keyboard.type(name)
    press(alice, "Enter")
    expect(alice).to_have_url(re.compile("/invite/$"))
    code = alice.locator(".shout .code").inner_text()
    enter(alice, "a.primary.big")

    bob.goto("/join/")
    tab_to(bob, 'input[name="code"]')
    bob.keyboard.type(code)
    press(bob, "Enter")
    enter(bob, 'button[name="seat"][value="1"]')
    for page in (alice, bob):
        expect(page.locator("body[data-live]")).to_be_attached()
        expect(page.locator("#line:not(.off)")).to_be_attached()


def take_artifact_and_leave(page: Page) -> None:
    press(page, "t")
    tab_to(page, "#find-token")
    # Every letter here is a shortcut elsewhere.
    page.keyboard.type("artifact 5")
    before = sequence(page)
    enter(page, "#values button")
    reach(page, before + 1)
    expect(page.locator("dialog[open]")).to_have_count(0)
    press(page, "t")
    tab_to(page, '#held-0 button[value*="leave"]')
    done(page, "Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)


def fall(page: Page) -> None:
    """Six and six damage, by the arrow keys and the button."""
    for _ in range(2):
        if not page.locator('#dock .body button[value*="damage"]').is_visible():
            return
        enter(page, '#dock [data-sheet="more"]')
        tab_to(page, 'input[name="times"]')
        press(page, "ArrowLeft")
        expect(page.locator("#times-6")).to_be_checked()
        press(page, "Escape")
        tab_to(page, '#dock .body button[value*="damage"]')
        done(page, "Enter")


@pytest.mark.prove
@pytest.mark.chromium("the focus in several windows")
def test_a_whole_game_by_keyboard(new_device: NewDevice) -> None:
    alice, bob = new_device("tablet"), new_device("small")
    open_and_join(alice, bob)

    press(alice, "?")
    keys = alice.get_by_role("dialog", name="Keyboard")
    expect(keys.locator("kbd")).not_to_have_count(0)
    done_before = sequence(alice)
    press(alice, "c", "e", "Escape")
    expect(keys).to_be_hidden()
    assert sequence(alice) == done_before

    done(alice, "c", "c", "q")
    take_artifact_and_leave(alice)
    done(alice, "e", "a")
    expect(alice.locator("#attack-result .attack")).to_be_visible()
    press(alice, "Escape")
    expect(alice.locator("#attack-result")).to_be_hidden()

    reach(bob, sequence(alice))
    press(bob, "Escape")
    done(bob, "c", "u", "r")
    fall(bob)
    expect(alice.locator("#now")).to_contain_text("the game is over")
    count(alice)


def count(page: Page) -> None:
    reach(page, 1)
    press(page, "e")
    for seat, cards in enumerate(("12", "9")):
        expect(page).to_have_url(re.compile(f"/scores/{seat}/$"))
        tab_to(page, 'input[name="cards"]')
        page.keyboard.type(cards)
        press(page, "Enter")
    expect(page).to_have_url(re.compile("/result/$"))
    expect(page.locator("#headline")).to_contain_text("Alice wins")
