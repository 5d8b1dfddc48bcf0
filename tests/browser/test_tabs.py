"""One table in many places: tabs of one browser, tabs that come back, simultaneous taps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import Screens, hide, pieces, reach, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, settled, step

# Holds taps back until they are released.
HOLD = """
() => {
  const real = window.fetch;
  const gate = new Promise((open) => { window.release = open; });
  window.fetch = async (...asked) => { await gate; return real(...asked); };
}
"""
TWICE = "key => { const button = document.querySelector(`#dock [data-key=${key}]`); button.click(); button.click(); }"


def clank(page: Page) -> None:
    page.get_by_role("button", name="+ Clank!").click()


def same(*pages: Page) -> None:
    """Pages of devices with controls show the same, and what the server would draw."""
    newest = max(sequence(page) for page in pages)
    for page in pages:
        reach(page, newest)
    boards = [pieces(page) for page in pages]
    assert all(board == boards[0] for board in boards)
    assert pieces(pages[0], anew=True) == boards[0]


def at_once(pages: list[Page], key: str) -> None:
    """Everybody taps the same control, twice, before anybody's tap arrives."""
    for page in pages:
        page.evaluate(HOLD)
        page.evaluate(TWICE, key)
    for page in pages:
        page.evaluate("release()")


def test_a_seventh_tab_loads_and_plays_while_six_look_away(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    tabs = [table.sit(new_device("tablet"))]
    for _ in range(6):
        hide(tabs[-1])
        tab = tabs[0].context.new_page()
        tab.goto(table.url)
        tabs.append(table.live(tab))
    clank(tabs[-1])
    expect(tabs[-1].locator("#seat-0")).to_contain_text("1 Clank! this turn")
    hide(tabs[-1])
    hide(tabs[0], hidden=False)
    expect(tabs[0].locator("#seat-0")).to_contain_text("1 Clank! this turn")
    clank(tabs[0])
    expect(tabs[0].locator("#seat-0")).to_contain_text("2 Clank! this turn")


def two_tabs(new_device: NewDevice, table: LiveTable) -> tuple[Page, Page]:
    """The same table twice in the browser of one phone."""
    first = table.sit(new_device("phone"))
    second = first.context.new_page()
    second.goto(table.url)
    return first, table.live(second)


def test_two_tabs_of_one_phone_both_play_and_neither_is_mute(
    new_device: NewDevice, site: SiteServer
) -> None:
    first, second = two_tabs(new_device, LiveTable(site))
    for number, tab in enumerate((first, second, first, second), start=1):
        clank(tab)
        for page in (first, second):
            expect(page.locator("#seat-0")).to_contain_text(f"{number} Clank! this turn")
    same(first, second)


@pytest.mark.service_worker
def test_taps_that_wait_are_sent_once_by_whichever_tab_comes_first(
    new_device: NewDevice, site: SiteServer
) -> None:
    first, second = two_tabs(new_device, LiveTable(site))
    first.context.set_offline(True)
    for tab in (first, second, first):
        clank(tab)
    for tab in (first, second):
        expect(tab.locator("#queue")).to_contain_text("3 taps waiting")
    first.context.set_offline(False)
    for tab in (first, second):
        expect(tab.locator("#seat-0")).to_contain_text("3 Clank! this turn")
        expect(tab.locator("#queue")).to_be_hidden()
    same(first, second)


def test_a_page_that_comes_from_the_back_button_is_right(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    bob.goto(f"{table.url}log/")
    clank(alice)
    bob.go_back()
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    clank(bob)
    expect(alice.locator("#seat-1")).to_contain_text("1 Clank! this turn")
    same(alice, bob)
    bob.reload()
    table.live(bob)
    same(alice, bob)


def test_two_fingers_and_two_people_end_one_turn_and_start_one_attack(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    pages = [table.sit(new_device("phone"), device) for device in (0, 1)]
    screens = Screens(pages, table.watch(new_device("tv")))
    for key, then in (("e", "Alice refills"), ("a", "Bob plays")):
        for page in pages:
            settled(page)
        at_once(pages, key)
        for page in pages:
            expect(page.locator("#now")).to_contain_text(then)
            expect(page.locator("#queue")).to_be_hidden()
            expect(page.locator("#dock [aria-busy]")).to_have_count(0)
    screens.expect_same()
    told = "\n".join(pages[0].locator("#log li > span").all_inner_texts())
    assert told.count("ends the turn") == 1
    assert told.count("The dragon draws") == 1
    # The one that was too late is told, and only that one.
    assert sum(page.locator("#refused .notice").count() for page in pages) <= 1


def test_reading_never_writes(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    before, sent = sequence(bob), list[str]()
    bob.on("request", lambda r: sent.append(r.url) if r.method != "GET" else None)
    for _ in range(2):
        hide(bob)
        clank(alice)
        hide(bob, hidden=False)
        bob.reload()
        table.live(bob)
    bob.goto(f"{table.url}log/")
    bob.goto(f"{table.url}scores/")
    bob.go_back()
    assert sent == []
    reach(alice, before + 2)
    assert sequence(alice) == before + 2


def test_one_takes_back_while_another_goes_on(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    screens = Screens([alice, bob], table.watch(new_device("tv")))
    clank(alice)
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    # Bob's undo was meant for a line that is no longer the last one when it arrives.
    bob.evaluate(HOLD)
    bob.get_by_role("button", name="Undo").click()
    bob.wait_for_function("document.querySelector('#undo [aria-busy]')")
    clank(alice)
    expect(alice.locator("#seat-0")).to_contain_text("2 Clank! this turn")
    bob.evaluate("release()")
    notice = bob.get_by_role("alert").locator(".notice")
    expect(notice).to_contain_text("Not done:")
    expect(alice.get_by_role("alert").locator(".notice")).to_have_count(0)
    screens.expect_same()
    expect(bob.locator("#seat-0")).to_contain_text("2 Clank! this turn")


def test_two_who_take_back_at_once_take_back_one_line(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "gold", "seat": 0, "count": 5},) * 3)
    pages = [table.sit(new_device("phone"), device) for device in (0, 1)]
    screens = Screens(pages, table.watch(new_device("tv")))
    before = sequence(pages[0])
    at_once(pages, "u")
    for page in pages:
        expect(page.locator("#undo [aria-busy]")).to_have_count(0)
        expect(page.locator("#log .undone")).to_have_count(1)
    assert screens.expect_same() == before + 1
    assert sum(page.locator("#refused .notice").count() for page in pages) == 1


def test_an_undo_to_a_line_shows_what_falls_and_is_refused_when_the_table_went_on(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "gold", "seat": 0, "count": 5},) * 3)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    screens = Screens([alice, bob], table.watch(new_device("tv")))
    preview = alice.context.new_page()
    preview.goto(f"{table.url}log/")
    preview.get_by_role("link", name="Back to before line").nth(1).click()
    expect(preview.get_by_role("region", name="What would be undone").locator("li")).to_have_count(
        2
    )
    clank(bob)
    expect(alice.locator("#seat-1")).to_contain_text("1 Clank! this turn")
    preview.get_by_role("button", name="Undo these 2 lines").click()
    expect(preview.get_by_role("alert")).to_be_visible()
    expect(preview.get_by_role("region", name="What would be undone").locator("li")).to_have_count(
        3
    )
    preview.get_by_role("button", name="Undo these 3 lines").click()
    expect(preview).to_have_url(f"{site.url}{table.url}log/")
    screens.expect_same()
    for left, finger in ((3, alice), (2, bob), (1, None)):
        for page in (alice, bob):
            expect(page.locator("#log .undone")).to_have_count(left)
        if finger:
            finger.get_by_role("button", name="Redo").click()
    screens.expect_same()
    step(alice, "End Alice’s turn")
