"""What stands below each cube of an attack: read as a whole, and room is kept for it from the start."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import held
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_long_names import renamed
from tests.browser.test_theatre import BEYOND, DEADLY, HARMLESS, brink, draw
from tests.proof import proven

# Seat 1, blue, falls with its first cube; what follows of it says more than any other cube.
DRAWS = {
    1: ("red",),
    6: ("blue", "blue", "red", "black", "green", "blue"),
    7: ("blue", "red", "blue", "black", "blue", "red", "green"),
    12: ("blue", "red", "blue", "black") * 2 + ("green", "yellow", "purple", "orange"),
}
# The captions of which something is lost: cut off, clamped, or outside the room that is kept for it.
LOST = """() => [...document.querySelectorAll("#attack-result .drawn li")].filter((cube) => {
  const room = cube.getBoundingClientRect(), caption = cube.lastElementChild;
  const words = document.createRange();
  words.selectNode(caption.lastChild);
  const lines = [...words.getClientRects()];
  const clip = getComputedStyle(caption).overflow === "visible" ? room : caption.getBoundingClientRect();
  return !lines.length || lines.some((line) => line.bottom > clip.bottom + 1 || line.top < clip.top - 1
    || line.left < clip.left - 1 || line.right > clip.right + 1 || line.right > innerWidth);
}).map((cube) => cube.lastElementChild.textContent)"""
PLACES = """() => [...document.querySelectorAll(".drawn li, .falls, .tolls > li")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def attacked(site: SiteServer, cubes: tuple[str, ...]) -> LiveTable:
    last: dict[str, Any] = {"do": "damage", "seat": 1, "count": 9}
    noise = tuple({"do": "clank", "seat": seat, "count": 4} for seat in range(6))
    blow: dict[str, Any] = {"do": "attack", "by_hand": True, "size": len(cubes), "drawn": cubes}
    actions = (last, *noise, {"do": "end_turn"}, blow)
    return renamed(LiveTable(site, seats=6, actions=actions))


def expect_whole(page: Page, cubes: int) -> None:
    expect(page.locator("#attack-result .drawn li")).to_have_count(cubes)
    assert page.evaluate(LOST) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("cubes", [1, 6, *proven(7), 12])
def test_what_a_cube_does_is_read_as_a_whole_however_long_the_names_are(
    new_device: NewDevice, site: SiteServer, cubes: int, motion: str, language: str
) -> None:
    table = attacked(site, DRAWS[cubes])
    page = table.sit(new_device("small", locale=language, reduced_motion=motion))
    expect_whole(page, cubes)
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    expect_whole(page, cubes)
    buttons = "document.querySelector('.attack-buttons').scrollWidth <= innerWidth"
    assert page.evaluate(buttons)


@pytest.mark.chromium("its clock is held")
@pytest.mark.parametrize("motion", ["no-preference", *proven("reduce")])
@pytest.mark.parametrize("cubes", [HARMLESS, DEADLY])
def test_nothing_of_an_attack_moves_when_a_cube_lands_or_it_ends(
    new_device: NewDevice, site: SiteServer, cubes: tuple[str, ...], motion: str
) -> None:
    table = brink(site)
    page = held(table, new_device("small", reduced_motion=motion), 1)
    draw(table.sit(new_device("phone"), 0), cubes)
    expect(page.locator("body[data-show]")).to_be_attached()
    before = page.evaluate(PLACES)
    page.clock.run_for(BEYOND)
    expect(page.get_by_role("button", name="Seen")).to_be_visible()
    assert page.evaluate(PLACES) == before
