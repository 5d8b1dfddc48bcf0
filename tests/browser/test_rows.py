"""The seats' rows, and the dock beside them: whose phone this is, how hurt somebody is, who may fall."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES, NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

HURT = (
    {"do": "damage", "seat": 0, "count": 5},
    {"do": "damage", "seat": 1, "count": 9},
    {"do": "clank", "seat": 1, "count": 4},
)
PHONES = ((360, 640), (390, 844), (568, 320))
TABLETS = ((768, 1024), (1024, 768), (1440, 900))
ON_ITS_SIDE = (800, 600)
# Pixels by which the dots of a capital's umlaut would stand over the edge that cuts them.
CUT = """it => {
  const range = document.createRange(), style = getComputedStyle(it);
  range.selectNodeContents(it);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const sizes = pen.measureText("\\u00d6");
  const dots = range.getBoundingClientRect().top + sizes.fontBoundingBoxAscent - sizes.actualBoundingBoxAscent;
  return it.getBoundingClientRect().top - dots;
}"""
WIDE_ENOUGH = 16  # pixels that a cell of a meter needs, to be read from across a table


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None
    return {"left": found["x"], "right": found["x"] + found["width"]} | {
        "top": found["y"],
        "middle": found["y"] + found["height"] / 2,
        "width": found["width"],
    }


def resized(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_ones_own_row_says_so(new_device: NewDevice, site: SiteServer, language: str) -> None:
    table = LiveTable(site)
    alice, bob = (table.sit(new_device("small", locale=language), device) for device in range(2))
    you, play = ("you", "you play") if language == "en-GB" else ("du", "du spielst")
    for size, word in (("small", you), ("tablet", play)):
        resized(alice, SIZES[size])
        expect(alice.locator(".seat .tag:visible")).to_have_text([word], use_inner_text=True)
    expect(bob.locator("#seat-0 .tag:visible")).not_to_have_text(you)
    expect(bob.locator("#seat-1 .tag:visible")).to_have_text([you])


def test_a_phone_for_everybody_is_nobodys_own(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site, holds=((0, 1),)).sit(new_device("small"))
    expect(page.locator(".seat .tag:visible")).to_have_text(["plays"])


def test_a_short_name_is_never_cut_neither_beside_a_tag_nor_above_a_capital(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small"))
    for size in (*PHONES, *TABLETS, ON_ITS_SIDE):
        resized(page, size)
        names = page.locator(".seat h2 > :first-child")
        expect(names).to_have_text(["Alice", "Bob"])
        for name in names.all():
            assert name.evaluate("it => it.scrollWidth <= it.clientWidth"), size
        for name in (*names.all(), *page.locator(".topbar h1.clamp:visible").all()):
            assert name.evaluate(CUT) <= 1, size


def test_meters_can_be_read_and_nothing_lies_over_them(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, actions=HURT).sit(new_device("small"))
    for size in (*PHONES, *TABLETS):
        resized(page, size)
        for seat in (0, 1):
            row = page.locator(f"#seat-{seat}")
            last, chance = box(row.locator(".meter > i").last), box(row.locator(".odd .icon"))
            beside = last["right"] <= chance["left"]
            assert beside or last["top"] > chance["middle"], (size, seat)
            patch = box(row.locator(".odd"))
            assert patch["left"] <= chance["left"], (size, seat)
            if size in TABLETS:
                assert last["width"] >= WIDE_ENOUGH, size


def test_more_noise_stands_in_the_middle_where_nothing_is_below_it(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = (table.sit(new_device("small"), device) for device in range(2))
    expect(alice.locator("#odds-preview")).to_be_visible()
    expect(bob.locator("#odds-preview")).to_be_hidden()
    off = {}
    for page in (alice, bob):
        button = page.locator("#dock .mine")
        off[page] = box(button)["middle"] - box(button.locator("span").first)["middle"]
    assert off[alice] > 4
    assert abs(off[bob]) < 2
