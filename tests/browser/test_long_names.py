"""Names as long as may be, without a space to break at: no page runs over the edge of a small phone."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer

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
