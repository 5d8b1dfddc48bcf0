"""Forms that are sent while the site is away: what is typed stays, and the page says what happened."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.test_tonight import new_campaign

AWAY = "There is no connection, so nothing was sent."


@pytest.mark.prove
def test_a_campaign_s_line_says_that_there_is_no_connection_and_stays(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    home = new_campaign(page)
    line = page.get_by_role("textbox", name="Ledger line")
    page.goto(home)
    own_site.stop()
    line.fill("note pizza")
    line.press("Enter")
    expect(page.locator("#away")).to_contain_text(AWAY)
    expect(page.locator("#away")).to_be_in_viewport()
    expect(line).to_have_value("note pizza")
    own_site.start()
    line.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden()


@pytest.mark.prove
def test_what_was_said_before_goes_with_the_next_thing_that_is_sent(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    home = new_campaign(page)
    line, said = page.get_by_role("textbox", name="Ledger line"), page.locator("#messages .success")

    def write() -> None:
        page.goto(home)
        line.fill("note pizza")
        line.press("Enter")
        page.locator("[data-confirm]").click()
        expect(said).to_be_visible()

    write()
    line.fill("frobnicate")
    expect(page.locator("#preview")).to_contain_text("No line begins with “frobnicate”.")
    expect(said).to_be_visible()
    line.press("Enter")
    expect(said).to_have_count(0)

    write()
    own_site.stop()
    line.fill("note more pizza")
    line.press("Enter")
    expect(page.locator("#away")).to_contain_text(AWAY)
    expect(said).to_have_count(0)


@pytest.mark.prove
def test_what_htmx_sends_beside_a_table_says_so_as_well(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    page.goto("/tables/open/")
    page.locator("#opening input[type=text]").first.fill("Zoe")
    own_site.stop()
    page.locator("#opening .primary").click()
    expect(page.locator("#away")).to_contain_text(AWAY)
    expect(page.locator("#opening input[type=text]").first).to_have_value("Zoe")


def turning_away(status: int, body: str) -> Callable[[Route], None]:
    """Answers for the site whatever a form sends."""

    def turn_away(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=status, content_type="text/html", body=body)
        else:
            route.continue_()

    return turn_away


def test_what_is_turned_away_says_why_and_keeps_what_was_typed(new_device: NewDevice) -> None:
    page = new_device("phone")
    page.goto("/tables/open/")
    name = page.locator("#opening input[type=text]").first
    name.fill("Zoe")
    page.evaluate("console.error = () => {}")  # where htmx writes each such answer
    why = page.locator("#turned-away")
    for status, body, sentence in (
        (404, page.request.get("/nowhere/").text(), "There is no such page"),
        (502, "<h1>Bad gateway</h1>", "the answer does not say why"),
    ):
        page.route("**/*", turning_away(status, body))
        page.locator("#opening .primary").click()
        expect(why).to_contain_text(sentence)
        expect(name).to_have_value("Zoe")
        page.unroute_all()
    page.locator("#opening .primary").click()
    page.wait_for_url("**/invite/")
