"""The engine of Safari 16.0, the oldest that this site works in: each sheet, and the meter."""

import pytest

from tests.browser.engines.test_webkit import FILLED, SHEETS, clank, sit, with_sheet
from tests.browser.engines.webkit import Window
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

CELLS = """
return [...document.querySelectorAll('#seat-0 .meter > i')].map((each) => {
  const box = each.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)];
})"""


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_shows_what_is_on_it(old_window: Window, site: SiteServer, name: str) -> None:
    sit(old_window, with_sheet(site, name))
    old_window.run(f"document.querySelector('[data-sheet={name}]').click()")
    assert old_window.painted(f"#sheet-{name} .sheet-body") > FILLED


def test_the_meter_keeps_its_cells_when_a_cube_lies_in_one(
    old_window: Window, site: SiteServer
) -> None:
    hurt = ({"do": "damage", "seat": 0, "count": 2},)
    sit(old_window, LiveTable(site, actions=hurt))
    cells = old_window.run(CELLS)
    (width, height), *others = cells
    assert width > 5 < height
    # The last cell has a thicker edge.
    assert all(abs(w - width) <= 2 >= abs(h - height) for w, h in others), f"{cells}"


def test_a_tap_is_shown(old_window: Window, site: SiteServer) -> None:
    sit(old_window, LiveTable(site))
    clank(old_window)
    old_window.reads("#seat-0", "1 Clank! this turn")
