"""A newcomer's first minute: open a table, join with a second phone, tap."""

import re

from playwright.sync_api import expect

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
