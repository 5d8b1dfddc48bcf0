"""At a glance: without scrolling, every phone shows what everybody has to know, uncovered."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, calm
from tests.proof import proven

# Nothing lies over the middle of any of these, and all of each is on the screen.
COVERED = """selectors => {
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) return "is not shown";
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return "is off the screen";
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const row = node.closest(".seat");
    const over = node.contains(top) || top.contains(node) || top.matches(".choose") && row.contains(top);
    return over ? "" : `is covered by ${top.outerHTML.slice(0, 80)}`;
  };
  return selectors.flatMap((selector) => {
    const nodes = [...document.querySelectorAll(selector)];
    if (!nodes.length) return [`${selector} is missing`];
    return nodes.map((node) => [seen(node), selector]).filter(([why]) => why).map(([why, name]) => `${name} ${why}`);
  });
}"""
TOLD = (
    ".topbar .next-step",
    "#rage .rage",
    "#rage .sum",
    "#pools .cubes",
    ".seat h2",
    ".seat .meter",
    ".seat .coin",
    ".seat .stats > :nth-child(3) .icon",
)
UNDER_THE_THUMB = (
    '#dock [value*="quiet"]',
    "#dock [value*='\"clank\"']",
    '#dock [value*="clank_all"]',
    "#danger button",
    "#danger .count",
    "#undo button",
    "#dock [data-sheet=tokens]",
)
PLAYING = ('#dock [value*="damage"]', '#dock [value*="heal"]', "#next > *")
ASKED = ("#next .answers > *", "#next .ask", "#at-risk button")
HURT = tuple({"do": "damage", "seat": seat, "count": 6 + seat} for seat in range(4))
NOISY = tuple({"do": "clank", "seat": seat, "count": 3} for seat in range(4))
SIZES = [
    (360, 560, "base", 4),
    *proven((390, 664, "base", 6)),
    (360, 640, "catacombs+monsters", 4),
    (568, 320, "base", 4),
    *proven((844, 390, "base", 4), (768, 1024, "base", 4)),
    (1024, 768, "base", 4),
    (1440, 900, "base", 6),
]


@pytest.mark.parametrize("odds", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_everything_one_has_to_know_is_in_sight(
    new_device: NewDevice, site: SiteServer, size: tuple[int, int, str, int], odds: bool
) -> None:
    width, height, edition, seats = size
    table = LiveTable(
        site, edition=edition, seats=seats, holds=(tuple(range(seats)),), actions=NOISY + HURT
    )
    if not odds:
        table.hide_odds()
    page = table.sit(new_device("phone", viewport={"width": width, "height": height}))
    chances = (".seat .odd", ".seat .wounds") if odds else (".seat .wounds",)
    expect_in_sight(page, (*TOLD, *chances, *UNDER_THE_THUMB, *PLAYING))
    page.keyboard.press("e")  # a click might scroll first
    expect(page.locator("#next .answers")).to_be_visible()
    expect_in_sight(page, (*TOLD, *chances, *UNDER_THE_THUMB, *ASKED))


ENDED = (
    *({"do": "status", "seat": seat, "status": "escaped"} for seat in (0, 1)),
    *({"do": "status", "seat": seat, "status": "knocked_out"} for seat in (2, 3)),
)
TOLD_AFTERWARDS = (
    ".topbar .next-step",
    ".seat h2 span:not(.you)",
    ".seat .tag:not(.you)",
    ".seat .coin",
    "#next > *",
)
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_how_it_came_out_is_read_in_every_row(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site, seats=4, holds=((0, 1, 2), (3,)), actions=ENDED)
    view = {"width": 360, "height": 560}
    for device in range(2):
        page = calm(table.sit(new_device("phone", viewport=view, locale=language), device))
        expect_in_sight(page, TOLD_AFTERWARDS)
        words = ".topbar .brief:visible, .seat h2 span:not(.vh), .seat .tag, #next > *"
        assert page.locator(words).evaluate_all(CUT) == []


def expect_in_sight(page: Page, selectors: tuple[str, ...]) -> None:
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(COVERED, list(selectors)) == []
