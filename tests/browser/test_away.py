"""Forms that are sent while the site is away: nothing typed is lost, and the page says what happened."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_tonight import campaign_of_four

AWAY = "There is no connection, so nothing was sent."
BACK = "It is back in its fields"


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").click()


def test_a_score_sheet_that_cannot_be_sent_stays_and_is_sent_later(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site)
    page = table.sit(new_device("phone", at=own_site))
    sheet = f"{table.url}scores/0/"
    page.goto(sheet)
    page.get_by_label("Cards").fill("17")
    own_site.stop()
    save(page)
    expect(page.locator("#away")).to_contain_text(AWAY)
    expect(page.locator("#away")).to_be_in_viewport()
    expect(page.get_by_label("Cards")).to_have_value("17")
    page.get_by_label("Cards").fill("18")
    own_site.start()
    # Whoever leaves the page before it was sent finds it again, from wherever they come.
    page.goto(table.url)
    page.goto(sheet)
    expect(page.locator("#given-back")).to_contain_text(BACK)
    expect(page.get_by_label("Cards")).to_have_value("18")
    save(page)
    page.wait_for_url("**/scores/1/")
    expect(page.locator("#given-back")).to_be_hidden()
    page.goto(sheet)
    expect(page.get_by_label("Cards")).to_have_value("18")
    expect(page.locator("#given-back")).to_be_hidden()
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('typed:'))") == []
    )


def test_a_score_sheet_that_is_lost_on_its_way_is_given_back(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    """The site answered just before, and is away when the sheet itself arrives."""
    table = LiveTable(own_site)
    page = table.sit(new_device("phone", at=own_site))
    page.goto(f"{table.url}scores/0/")
    page.get_by_label("Cards").fill("17")
    page.route("**/scores/0/", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        save(page)
    page.unroute("**/scores/0/")
    page.goto(f"{table.url}scores/0/")
    expect(page.locator("#given-back")).to_contain_text(BACK)
    expect(page.get_by_label("Cards")).to_have_value("17")


def test_a_campaign_says_that_there_is_no_connection_and_keeps_what_was_typed(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    home = campaign_of_four(page, {})
    line = page.get_by_role("textbox", name="Ledger line")
    page.goto(f"{home}steps/setup/")
    own_site.stop()
    line.fill("note pizza")
    line.press("Enter")
    expect(page.locator("#away")).to_contain_text(AWAY)
    expect(line).to_have_value("note pizza")
    own_site.start()
    line.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden()
    own_site.stop()
    for button in (page.locator("[data-confirm]"), page.locator(".tick").first):
        button.click()
        expect(page.locator("#away")).to_contain_text(AWAY)
    own_site.start()
    page.locator("[data-confirm]").click()
    expect(page.locator("#messages")).to_contain_text("pizza")


def test_a_private_note_is_given_back_and_gone_with_its_tab(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    page = new_device("phone", at=own_site)
    home = campaign_of_four(page, {})
    page.goto(f"{home}notes/")
    page.locator("main textarea").fill("Nobody else knows.")
    own_site.stop()
    save(page)
    expect(page.locator("#away")).to_contain_text(AWAY)
    own_site.start()
    page.reload()
    expect(page.locator("#given-back")).to_contain_text(BACK)
    expect(page.locator("main textarea")).to_have_value("Nobody else knows.")
    assert "Nobody else" not in page.evaluate("JSON.stringify(localStorage)")
    save(page)
    expect(page.locator("main")).to_contain_text("Nobody else knows.")
    page.goto(f"{home}notes/")
    expect(page.locator("#given-back")).to_be_hidden()


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
