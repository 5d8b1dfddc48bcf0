"""The dock at the thumb's edge: what stands on its buttons and in its lines has room."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

# The words that begin on one line and end on another.
BROKEN = r"""dock => {
  const broken = [], texts = document.createTreeWalker(dock, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const word of node.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_no_word_is_broken_where_undo_and_redo_stand_beside_the_dragon(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    ended = ({"do": "end_turn"}, {"do": "gold", "seat": 0, "count": 1}, {"do": "undo"})
    table = LiveTable(site, holds=((0, 1),), actions=ended)
    page = table.sit(new_device("small", locale=language))
    expect(page.locator("#undo button")).to_have_count(2)
    expect(page.locator("#next > *")).to_have_count(3)
    assert page.locator("#dock").evaluate(BROKEN) == []
    for button in page.locator("#undo button, #next > *").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("damage", [7, 9])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_what_more_noise_would_do_stays_on_one_line_when_it_could_knock_out(
    new_device: NewDevice, site: SiteServer, language: str, damage: int
) -> None:
    table = LiveTable(site, actions=({"do": "damage", "seat": 0, "count": damage},))
    page = table.sit(new_device("small", locale=language))
    chances = page.locator("#ahead li")
    expect(chances).to_have_count(4)
    tops = {round(box["y"]) for each in chances.all() if (box := each.bounding_box())}
    assert len(tops) == 1
    said = "ausgeschaltet" if language == "de-DE" else "knocked out"
    expect(chances.first).to_contain_text(said)
