"""Names of any length on a small phone: nothing runs over the edge, and no short name is broken."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

BELOW = ("", "people/", "scores/0/", "result/", "log/", "fairness/", "odds/", "rematch/")
OVER = "document.documentElement.scrollWidth - innerWidth"


def opened(page: Page) -> str:
    page.goto("/tables/open/")
    fields = page.get_by_label("Name of seat")
    expect(fields).to_have_count(4)
    for number, field in enumerate(fields.all()):
        field.fill("W" * 35 + str(number))
    page.locator(".primary").click()
    page.wait_for_url("**/invite/")
    return page.url.removesuffix("invite/")


def test_no_page_of_a_table_is_wider_than_the_phone(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = new_device("small")
    table = opened(page)
    over = {}
    for address in (site.url, f"{table}invite/", *(table + each for each in BELOW)):
        page.goto(address)
        over[address.removeprefix(table)] = page.evaluate(OVER)
    assert {address: found for address, found in over.items() if found > 0} == {}


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_record_that_is_looked_at_shows_every_column_and_breaks_no_short_name(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", locale=language))
    record = page.request.get(f"{table.url}record/").text()
    page.goto("/tables/import/")
    page.locator("textarea").fill(record)
    page.locator("#record [type=submit]").click()
    name = page.locator("#record tbody").get_by_text("Alice")
    expect(name).to_be_visible()
    frame = page.locator("#record .scroll")
    assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0
    line = "node => { const all = document.createRange(); all.selectNode(node.firstChild); return all.getClientRects().length; }"
    assert name.evaluate(line) == 1
