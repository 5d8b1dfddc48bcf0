"""A newcomer's first minute: open a table, join with a second phone, tap."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import NewDevice


def test_a_second_phone_is_two_taps_from_its_first_clank(new_device: NewDevice) -> None:
    first, second = new_device("small"), new_device("phone")
    first.goto("/")
    first.get_by_role("link", name="Open a table").click()
    first.get_by_role("button", name="Players: 2").click()
    expect(first.get_by_label("Name of seat 3")).to_have_count(0)
    first.get_by_label("Name of seat 1").fill("Ana")
    first.get_by_label("Name of seat 2").fill("Ben")
    first.get_by_role("button", name="Open the table").last.click()
    expect(first).to_have_url(re.compile("/invite/$"))
    code = first.locator(".shout .code").inner_text()
    second.goto(f"/j/{code}/")
    second.get_by_role("button", name="Ben").click()
    expect(second).to_have_url(re.compile(r"/tables/[0-9a-f-]+/$"))
    first.get_by_role("link", name="To the table").click()
    second.get_by_role("button", name=re.compile("Clank!")).last.click()
    for page in (first, second):
        expect(page.locator("#log li").first).to_contain_text("Clank!")


def test_names_typed_while_the_sheet_is_laid_out_anew_stay(new_device: NewDevice) -> None:
    page = new_device("small")
    page.goto("/tables/open/")
    held: list[Route] = []
    page.route("**/tables/open/", lambda route: held.append(route))
    with page.expect_request("**/tables/open/"):
        page.locator("#edition-catacombs").click()
    page.get_by_label("Name of seat 1").fill("Alice")
    page.get_by_label("Name of seat 2").fill("W" * 40)
    held[0].continue_()
    expect(page.locator("#edition-catacombs")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Name of seat 1")).to_have_value("Alice")
    expect(page.get_by_label("Name of seat 2")).to_have_value("W" * 40)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
