"""Pictures keep their shape, and no text is under one."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None
    return {"width": found["width"], "height": found["height"], "y": found["y"]}


def test_the_mascot_is_as_high_as_wide_and_above_the_words(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = new_device("small", at=site)
    page.goto("/")
    mascot, words = box(page.locator(".hero > .picture")), box(page.locator(".hero .lead"))
    assert mascot["width"] == mascot["height"]
    assert mascot["y"] + mascot["height"] <= words["y"]


def test_the_gates_are_higher_than_wide_and_the_bag_is_not(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, holds=((0, 1),), actions=({"do": "end_turn"},))
    page = table.sit(new_device("small"))
    gate = box(page.locator(".rage .picture").last)
    assert 1.1 < gate["height"] / gate["width"] < 1.4
    page.goto(f"{table.url}result/")
    bag = box(page.locator(".laurels .picture"))
    assert bag["width"] == bag["height"]


def test_the_code_stands_in_the_middle_of_its_button(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small"))
    button = page.locator(".topbar summary")
    expect(button).to_be_visible()
    words = button.evaluate(
        "node => { const all = document.createRange(); all.selectNode(node.firstChild);"
        " const at = all.getBoundingClientRect(); return at.top + at.height / 2; }"
    )
    at = box(button)
    assert abs(words - at["y"] - at["height"] / 2) < 3
