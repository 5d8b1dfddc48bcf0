"""The dock at the bottom edge: its buttons and lines have room for their words."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, calm
from tests.proof import proven

# The words that start on one line and end on another.
BROKEN = r"""dock => {
  const broken = [], texts = document.createTreeWalker(dock, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement.closest(".vh")) continue;
    for (const word of node.data.matchAll(/[^\s-]+/g)) {
      // A soft hyphen stands where the word may be divided.
      if (word[0].includes("\u00ad")) continue;
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
    expect(page.locator("#next .answers > *")).to_have_count(3)
    assert page.locator("#dock").evaluate(BROKEN) == []
    answers = [
        box for each in page.locator("#next .answers > *").all() if (box := each.bounding_box())
    ]
    lowest = max(box["y"] + box["height"] for box in answers)
    for below in ("#undo button >> nth=0", "#undo button >> nth=1"):
        under = page.locator(below).bounding_box()
        assert under is not None
        assert under["y"] >= lowest, below
    for button in page.locator("#undo button, #next .answers > *").all():
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
    chances = page.locator("#odds-preview li")
    expect(chances).to_have_count(4)
    tops = {round(box["y"]) for each in chances.all() if (box := each.bounding_box())}
    assert len(tops) == 1
    assert page.locator("#odds-preview").evaluate("list => list.scrollWidth <= list.clientWidth")
    said = "ausgeschaltet" if language == "de-DE" else "knocked out"
    expect(chances.first).to_contain_text(said)


@pytest.mark.parametrize("size", ["small", "phone", "tablet", "tv"])
def test_the_dock_lies_at_the_bottom_even_of_a_short_board_with_every_word_whole(
    new_device: NewDevice, site: SiteServer, size: str
) -> None:
    noisy = ({"do": "clank_all", "count": 9},)
    page = LiveTable(site, seats=2, actions=noisy).sit(new_device(size))
    height = page.evaluate("innerHeight")
    dock = page.locator("#dock").bounding_box()
    assert dock is not None
    assert dock["y"] + dock["height"] == pytest.approx(height, abs=1)
    assert page.locator("#odds-preview").evaluate("list => list.scrollWidth <= list.clientWidth")
    # An inline box has no inner width of its own.
    cut = """words => words.filter((each) => getComputedStyle(each).display !== "inline"
      && each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
    words = page.locator("#dock .all > span, .seat h2 span:not(.vh)")
    assert words.evaluate_all(cut) == []


# A small phone, one on its side, a tablet, a desk.
@pytest.mark.parametrize(
    "view",
    [(360, 560), *proven((390, 844)), (844, 390), *proven((768, 1024)), (1440, 900)],
)
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_dragons_question_is_read_before_its_answers_and_covers_nothing(
    new_device: NewDevice, site: SiteServer, language: str, view: tuple[int, int]
) -> None:
    hurt = ({"do": "damage", "seat": 0, "count": 8}, {"do": "clank", "seat": 0, "count": 3})
    table = LiveTable(site, edition="legacy2", holds=((0, 1),), actions=hurt)
    viewport = {"width": view[0], "height": view[1]}
    page = calm(table.sit(new_device("phone", viewport=viewport, locale=language)))
    ends = page.locator("#next [data-key=e]").bounding_box()
    page.keyboard.press("e")
    expect(page.locator("#next .answers")).to_be_visible()
    asked = page.locator("#next .ask").bounding_box()
    assert ends is not None
    assert asked is not None
    for answer in page.locator("#next .answers > *").all():
        box = answer.bounding_box()
        assert box is not None
        assert over(asked, box) or asked["x"] + asked["width"] <= box["x"]
        is_phone = min(view) < 500
        assert not is_phone or apart(box, ends), (
            "a second tap on the end of the turn answers nothing"
        )
    for other in page.locator(".noise > *, #at-risk button, #danger button, #undo button").all():
        box = other.bounding_box()
        assert box is not None
        assert apart(asked, box)
    expect(page.locator("#next > :first-child")).to_have_class("ask")


def over(one: FloatRect, other: FloatRect) -> bool:
    return one["y"] + one["height"] <= other["y"] + 1


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes do not overlap by more than a hair."""
    beside = (
        one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    )
    return beside or over(one, other) or over(other, one)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_narrow_button_says_for_whom_it_is_by_the_name(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    page = LiveTable(site).sit(new_device("small", locale=language))
    act_for(page, 1)
    whom = page.locator("#dock .whom")
    expect(whom).to_have_text(["Bob", re.compile("f.r Bob"), "Bob", "Bob", "Bob"])
    for each in whom.all():
        assert each.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_on_the_smallest_phone_it_is_read_where_they_stand_who_could_fall(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    near: tuple[dict[str, Any], ...] = tuple(
        {"do": "damage", "seat": seat, "count": 9} for seat in (0, 1)
    )
    noise: tuple[dict[str, Any], ...] = (
        {"do": "clank", "seat": 0, "count": 9},
        {"do": "zone", "seat": 1, "zone": "deep"},
    )
    actions = (*noise, *near, {"do": "end_turn"})
    table = LiveTable(site, edition="legacy2", holds=((0, 1),), actions=actions)
    page = table.sit(new_device("small", locale=language))
    places = page.locator("#at-risk .where")
    expect(places).to_have_count(2)
    for place in (*places.all(), page.locator("#at-risk .brief")):
        box = place.bounding_box()
        assert box
        assert box["height"] > 5, "it is read, not only spoken"
    # Firefox rounds the two widths apart by one.
    inside = "each => each.scrollWidth <= each.clientWidth + 1"
    assert page.locator("#at-risk").evaluate(inside)


def test_all_six_who_could_fall_are_in_sight_on_the_smallest_phone(
    new_device: NewDevice, site: SiteServer
) -> None:
    everybody = tuple(range(6))
    near: tuple[dict[str, Any], ...] = tuple(
        {"do": "damage", "seat": seat, "count": 9} for seat in everybody
    )
    actions = ({"do": "clank_all", "count": 4}, *near, {"do": "end_turn"})
    table = LiveTable(site, seats=6, holds=(everybody,), actions=actions)
    page = table.sit(new_device("small", locale="de-DE"))
    places = page.locator("#at-risk li")
    expect(places).to_have_count(6)
    for place in places.all():
        expect(place).to_be_in_viewport(ratio=0.99)
