"""An evening of a campaign on several devices: what table, ledger and score sheets say, and what is tapped there."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.server import SiteServer
from tests.browser.table import step, unfolded
from tests.browser.test_theatre import send

Plain = dict[str, Any]


@dataclass
class Evening:
    """Ann's and Bob's phones, Cat's laptop, the television; `home` is the campaign, `game` its number."""

    site: SiteServer
    alice: Page
    bob: Page
    laptop: Page
    tv: Page
    home: str
    game: int = 0
    table: str = ""
    sent: int = 0

    @property
    def result(self) -> str:
        return f"{self.home}games/{self.game}/result/"

    def live(self, page: Page) -> Page:
        expect(page.locator("body[data-live]")).to_be_attached()
        expect(page.locator("#line:not(.off)")).to_be_attached()
        return page

    def at_table(self, page: Page) -> Page:
        if page.url != self.table:
            page.goto(self.table)
        return self.live(page)

    def happens(self, *actions: Plain) -> None:
        """What the board needs besides, tapped on Ann's phone without looking for its buttons."""
        for action in actions:
            self.sent += 1
            send(self.alice, {"id": f"evening-{self.game}-{self.sent}", "action": action})

    # What each of the three says -----------------------------------------------------

    def on_table(self, key: str, *texts: str) -> None:
        for text in texts:
            expect(self.alice.locator(f"#contract-{key}")).to_contain_text(text)

    def in_ledger(self, key: str, *texts: str) -> None:
        self.laptop.goto(f"{self.home}contracts/{key}/")
        for text in texts:
            expect(self.laptop.locator("main")).to_contain_text(text)

    def on_sheet(self, seat: int, total: int, *lines: str) -> None:
        """A seat's total, and lines of what the table has counted for it."""
        self.laptop.goto(f"{self.table}scores/{seat}/")
        expect(self.laptop.locator(f"#total-{seat} b")).to_have_text(str(total))
        for text in lines:
            expect(self.laptop.locator("#table-counts")).to_contain_text(text)

    def agree(self) -> None:
        """The page of taking over finds nothing to write."""
        self.laptop.goto(self.result)
        expect(self.laptop.locator("#difference + p")).to_contain_text("Table and ledger agree.")

    def taken_over(self, page: Page, count: int) -> None:
        page.goto(self.result)
        take_over(page, count)


def take_over(page: Page, count: int) -> None:
    page.get_by_role("button", name="Take it over").click()
    said = f"{count} entr{'y' if count == 1 else 'ies'} taken over."
    expect(page.locator("#messages .success")).to_have_text(re.compile(re.escape(said)))


def lying(page: Page, key: str) -> Locator:
    return page.locator(f"#lying-{key}")


def ticked(page: Page, key: str, then: str) -> None:
    """One tap for a box or a cube; `then` is what its row says of it afterwards."""
    lying(page, key).get_by_role("button").click()
    expect(page.locator(f"#contract-{key}")).to_contain_text(then)


def flip(page: Page) -> Locator:
    return page.locator("#sheet-flip")


def strip(page: Page) -> Locator:
    return page.locator("#reminders .reminder")


def says(page: Page, points: int, *, bonus: int = 0, wait: str = "") -> None:
    """Enter what a back says in the sheet that has opened."""
    expect(flip(page)).to_be_visible()
    flip(page).get_by_label("Points").fill(str(points))
    if bonus:
        flip(page).get_by_label("Bonus, because it was new").fill(str(bonus))
    if wait:
        flip(page).get_by_label(wait).check()
    flip(page).get_by_role("button", name="That is what it says").click()
    expect(flip(page)).to_be_hidden()


def write_now(page: Page, key: str) -> None:
    """From the sheet of a contract to the page where it is taken over."""
    unfolded(page, "contracts")
    page.locator(f"#contract-{key}").get_by_role("link", name="The back").click()
    flip(page).get_by_role("link", name="Write it now in the ledger").click()
    page.wait_for_url("**/result/")


def turn_ends(page: Page, name: str) -> None:
    step(page, f"End {name}’s turn")
    step(page, "No dragon")
    expect(page.locator("#moment")).to_have_attribute("data-phase", re.compile("play|out"))


def opened(evening: Evening, game: int) -> None:
    """The table of a game on Ann's phone; Bob and Cat come to their own seats; the television by its link."""
    alice = evening.alice
    alice.goto(f"{evening.home}games/{game}/")
    alice.get_by_role("button", name="Open the table").click()
    alice.wait_for_url("**/tables/*-*-*/**")
    evening.game, evening.table = game, alice.url
    alice.goto(f"{evening.table}invite/")
    evening.tv.goto(str(alice.get_by_role("link", name="The table for a TV").get_attribute("href")))
    for page in (evening.bob, evening.laptop):
        sits(evening, page)
    for page in (evening.at_table(alice), evening.tv):
        evening.live(page)


def sits(evening: Evening, page: Page) -> None:
    page.goto(f"{evening.home}games/{evening.game}/")
    page.get_by_role("button", name="To the table").first.click()
    page.wait_for_url(evening.table)
    evening.live(page)
