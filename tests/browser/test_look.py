"""The look in a real browser: themes, cubes across files, room for long words, accessibility."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer

PAGES = ("", "phone/", "phone/six/", "campaign/", "tv/six/")
THEMES = ("dark", "light", "contrast")
# What engines round differently, in pixels.
HAIR = 0.1

# Every word 40 % longer, as translations are, but no code; only scrolling frames may hold what is wider than the page,
# and the television's log, which keeps beside it, out of sight, what it has no room for.
LENGTHEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement.closest(".code")) continue;
    text.nodeValue = text.nodeValue.replace(/[A-Za-z]{2,}/g, (word) =>
      word + "äöüéñ".repeat(9).slice(0, Math.ceil(word.length * 0.4)));
  }
}"""
OVERFLOWING = """() => [...document.querySelectorAll("body *")].filter((element) =>
  element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
  && !element.closest(".scroll, .report, .map, .tabs, .ways, .acting, .vh, .skip, .menu > div, .topbar .clamp, .tv .log, svg")
).map((element) => element.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[SiteServer]:
    """A site that shows its pattern pages."""
    server = SiteServer.started(tmp_path_factory.mktemp("book"), made, DRAGONBAG_DEBUG="1")
    yield server
    server.stop()


def _choose(page: Page, theme: str, home: str) -> None:
    page.context.add_cookies([{"name": "theme", "value": theme, "url": home}])


@pytest.mark.parametrize("theme", THEMES)
def test_no_part_has_a_barrier(
    theme: str,
    new_device: NewDevice,
    book: SiteServer,
    axe_faults: Callable[[Page], list[str]],
) -> None:
    page = new_device("phone", at=book, reduced_motion="reduce")
    _choose(page, theme, book.url)
    for name in PAGES:
        page.goto(f"/patterns/{name}")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert axe_faults(page) == [], name


@pytest.mark.parametrize("name", ["", "phone/", "phone/six/", "campaign/"])
def test_words_forty_percent_longer_fit_the_smallest_phone(
    name: str, new_device: NewDevice, book: SiteServer
) -> None:
    page = new_device("small", at=book)
    page.goto(f"/patterns/{name}")
    page.evaluate(LENGTHEN)
    assert page.evaluate(OVERFLOWING) == []


def test_twice_as_large_letters_fit_as_well(new_device: NewDevice, book: SiteServer) -> None:
    page = new_device("small", at=book)
    page.goto("/patterns/phone/six/")
    before = _box(page, ".dock .icon")["width"]
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert page.evaluate(OVERFLOWING) == []
    assert _box(page, ".dock .icon")["width"] == pytest.approx(2 * before, abs=HAIR)


def test_the_television_shows_six_seats_without_scrolling(
    new_device: NewDevice, book: SiteServer
) -> None:
    page = new_device("tv", at=book)
    page.goto("/patterns/tv/six/")
    for part in (*(f"#seat-{index}" for index in range(6)), ".idle", ".pools", ".track"):
        box = _box(page, part)
        assert box["x"] + box["width"] <= 1920, part
        assert box["y"] + box["height"] <= 1080, part


def test_a_long_title_leaves_the_round_its_one_line_on_the_television(
    new_device: NewDevice, book: SiteServer
) -> None:
    page = new_device("tv", at=book)
    page.goto("/patterns/tv/six/")
    before = _box(page, ".topbar p")["height"]
    page.evaluate("document.querySelector('.topbar h1').textContent = 'The long Friday '.repeat(4)")
    title, words, code = (_box(page, f".topbar {part}") for part in ("h1", "p", ".code"))
    assert words["height"] == before
    assert title["x"] + title["width"] <= words["x"] + HAIR
    assert words["x"] + words["width"] <= code["x"] + HAIR
    assert code["x"] + code["width"] <= 1920
    assert title["height"] < 1.5 * code["height"]


def test_every_control_is_as_large_as_a_thumb(new_device: NewDevice, book: SiteServer) -> None:
    page = new_device("small", at=book)
    page.goto("/patterns/phone/six/")
    sizes = [each.bounding_box() for each in page.locator("button, summary").all()]
    shown = [size for size in sizes if size is not None]
    assert shown
    assert all(size["width"] >= 44 and size["height"] >= 44 for size in shown)


@pytest.mark.chromium("its driver needs a style for a picture, and no page allows one")
def test_the_cubes_wear_the_colours_of_the_page(new_device: NewDevice, book: SiteServer) -> None:
    page = new_device("phone", at=book)
    page.goto("/patterns/")
    cube = page.locator(".cube.l").first
    before = cube.screenshot()
    page.evaluate("document.documentElement.style.setProperty('--red', '#0ff')")
    assert cube.screenshot() != before
    assert page.evaluate("document.querySelector('.cube use').getBBox().width") > 0


def test_a_chosen_theme_stays_on_the_next_page(new_device: NewDevice, book: SiteServer) -> None:
    page = new_device("phone", at=book, color_scheme="light")
    page.goto("/patterns/")
    floor = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(floor) == "rgb(239, 227, 200)"
    page.locator(".menu summary").first.click()
    page.get_by_label("Theme").select_option("contrast")
    assert page.evaluate(floor) == "rgb(0, 0, 0)"
    expect(page.locator('meta[name="theme-color"]').first).to_have_attribute("content", "#000000")
    page.goto("/patterns/campaign/")
    assert page.evaluate(floor) == "rgb(0, 0, 0)"
    page.locator(".menu summary").first.click()
    page.get_by_label("Theme").select_option("system")
    page.reload()
    assert page.evaluate(floor) == "rgb(239, 227, 200)"


def _box(page: Page, selector: str) -> dict[str, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return {side: box[side] for side in ("x", "y", "width", "height")}
